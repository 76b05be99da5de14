/** The server's messages, as src/paiju/server/wire.py types them. */

export type Language = "zh" | "en";

/** One sentence or name in both languages. */
export type Text = Readonly<Record<Language, string>>;

export interface OptionInfo {
  readonly name: string;
  readonly type: "bool" | "int" | "number" | "text" | "choice" | "list";
  readonly default: unknown;
  readonly help: Text;
  readonly choices: readonly unknown[];
  readonly low: number | null;
  readonly high: number | null;
  readonly optional: boolean;
}

export interface CatalogGame {
  readonly id: string;
  readonly title: Text;
  readonly summary: Text;
  readonly family: string;
  readonly seats: readonly number[];
  readonly recommended: number;
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly defaultPreset: string | null;
  readonly options: readonly OptionInfo[];
}

export interface CatalogReply {
  readonly games: CatalogGame[];
}
