// My part of a climbing deal: which cards are chosen, what the server says they are, hints, and answering.
// A choice is mine and shown at once; everything else waits for the server.
import { split } from "./cards";
import { asked, isBomb, type AnyClimbView, type Asked } from "./climb";
import { cardOf, keyed, type CardKey } from "./hand";
import { cardsOf } from "./piles";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { LiveTable, type TableLike } from "./table.svelte";
import { seatName } from "./tell";
import { t } from "./text";
import { toasts } from "./toast.svelte";
import type { Choice, Decision } from "./wire";

interface Reading {
  /** The cards, in any order, and the question for which they were read. */
  cards: string;
  since: number;
  readings: Choice[];
  why: string;
}

const HINTS = 60;
const READ_AFTER = 60;
const PASS_AFTER = 700;

export class Turn {
  #picked = $state.raw<CardKey[]>([]);
  #reading = $state.raw<Reading | null>(null);
  #hints = $state.raw<{ since: number; list: Choice[]; at: number } | null>(null);
  #confirmed = "";
  /** Which reading of the chosen cards is meant. */
  readAs = $state(0);

  readonly #table = $derived.by((): TableLike => this.now().table);
  readonly live = $derived(this.#table instanceof LiveTable ? this.#table : null);
  readonly decision: Decision | null = $derived(this.live ? this.#table.state.decision : null);
  readonly question: Asked | null = $derived(this.decision ? asked(this.decision) : null);
  readonly cards: readonly string[] = $derived.by(() => cardsOf(this.now().view.hands[this.#table.bottom]));
  /** What is chosen: it survives everything but the cards leaving. */
  readonly selected: CardKey[] = $derived.by(() => {
    const held = new Set(keyed(this.cards));
    return this.#picked.filter((key) => held.has(key));
  });
  readonly chosen: string[] = $derived(this.selected.map(cardOf));
  readonly #text = $derived([...this.chosen].sort().join(""));
  /** What the server says the chosen cards are, once it has. */
  readonly read: Reading | null = $derived(this.#reading && this.#reading.cards === this.#text && this.#reading.since === this.decision?.since ? this.#reading : null);
  readonly meant: Choice | undefined = $derived(this.read?.readings[this.readAs]);
  readonly mayPass: boolean = $derived(this.question?.kind === "play" && this.question.mayPass);
  /** That I cannot beat the play on the table, with the name of the seat that made it. */
  readonly cannotBeat: string = $derived(t("climb.no_hint", { name: seatName(this.decision?.prompt.args?.["seat"], this.#table.teller) }));
  readonly nothingBeats: boolean = $derived(this.mayPass && this.decision !== null && this.decision.choices.length === 1 && !this.decision.more);

  constructor(
    private readonly now: () => { table: TableLike; view: AnyClimbView },
    private readonly played: () => void,
  ) {
    $effect(() => {
      if (!this.#text || this.question?.kind !== "play") return undefined;
      void this.decision?.since;
      const timer = setTimeout(() => void this.#look(), READ_AFTER);
      return () => clearTimeout(timer);
    });
    // Nothing beats it: pass by itself where the player wishes so.
    $effect(() => {
      if (!settings.autoPass || !this.nothingBeats || this.live?.auto) return undefined;
      const since = this.decision?.since;
      const timer = setTimeout(async () => {
        if (this.decision?.since === since && (await this.send("pass"))) toasts.show(t("climb.auto_pass"));
      }, PASS_AFTER);
      return () => clearTimeout(timer);
    });
  }

  pick = (keys: CardKey[]): void => {
    this.#picked = keys;
  };

  clear(): void {
    this.#picked = [];
  }

  /** Ask the server what the chosen cards would be. */
  async #look(): Promise<Reading | null> {
    const cards = this.#text;
    const since = this.decision?.since;
    const answer = await this.live?.check(this.chosen.join(""));
    if (!answer || since === undefined || this.#text !== cards || this.decision?.since !== since) return null;
    if (!this.read) this.readAs = 0;
    this.#reading = { cards, since, readings: answer.readings, why: answer.why ? this.#table.tell(answer.why) : "" };
    return this.#reading;
  }

  /** The next hint, going round, chosen in the hand. */
  hint = async (): Promise<void> => {
    const { live, decision } = this;
    if (!live || !decision) return;
    if (this.#hints?.since !== decision.since) {
      const found = await live.hints(HINTS);
      if (this.decision?.since !== decision.since) return;
      const plays = found.filter((choice) => choice.text !== "pass");
      // passing is a hint of its own only where something could be played and is better kept
      this.#hints = { since: decision.since, list: plays.length > 0 && found[0]?.text === "pass" ? found : plays, at: -1 };
    }
    const { list, at } = this.#hints!;
    if (list.length === 0) {
      toasts.show(this.cannotBeat);
      sound("pass");
      return;
    }
    const next = (at + 1) % list.length;
    this.#hints = { since: decision.since, list, at: next };
    if (list[next]!.text === "pass") {
      this.#picked = [];
      await this.explain();
      return;
    }
    const free = keyed(this.cards);
    this.#picked = split(list[next]!.text.split("=")[0]!.split(" ").pop() ?? "").flatMap((card) => {
      const place = free.findIndex((key) => cardOf(key) === card);
      return place < 0 ? [] : free.splice(place, 1);
    });
  };

  /** Say what the hint is and why it comes now; the first hint where none was asked for yet. */
  explain = async (): Promise<void> => {
    if (this.#hints?.since !== this.decision?.since || !this.#hints) await this.hint();
    const hint = this.#hints?.list[this.#hints.at];
    if (!hint || !this.#hints) return;
    const { list, at } = this.#hints;
    const isPlay = this.question?.kind === "play" && hint.text !== "pass";
    const read = isPlay ? (this.read ?? (await this.#look())) : null; // the name this game has for it
    const named = read?.readings[0]?.name ?? hint.name;
    const words = { a: at + 1, b: list.length < HINTS ? list.length : `${list.length}+`, name: named ? this.#table.tell(named) : hint.text, why: hint.why ? this.#table.tell(hint.why) : "" };
    toasts.show(t(hint.best ? "climb.hint_best" : "climb.hint_why", words), "info", 6000);
  };

  async send(text: string): Promise<boolean> {
    if (!(await this.live?.act(text))) return false;
    this.#picked = [];
    this.#confirmed = "";
    this.#hints = null;
    this.played();
    return true;
  }

  pass(): void {
    if (this.mayPass) void this.send("pass");
  }

  /** Play what is chosen; where that cannot be, say why. */
  play = async (): Promise<void> => {
    const { question, chosen } = this;
    if (!this.live || question?.kind === "words") return;
    if (!question) {
      if (chosen.length) refuse(t("climb.not_turn"));
      return;
    }
    if (chosen.length === 0) {
      refuse(t("climb.choose_first"));
      return;
    }
    if (question.kind === "card") {
      await this.send(`${question.verb} ${chosen[0]}`);
      return;
    }
    const read = this.read ?? (settings.confirmBig ? await this.#look() : null);
    if (read && read.readings.length === 0 && read.why) {
      refuse(read.why);
      return;
    }
    const meant = read?.readings[this.readAs];
    const text = read && read.readings.length > 1 && meant ? meant.text : this.chosen.join("");
    if (settings.confirmBig && isBomb(meant?.name) && this.#confirmed !== text) {
      this.#confirmed = text;
      toasts.show(t("climb.confirm_bomb"));
      sound("turn");
      return;
    }
    await this.send(text);
  };
}

function refuse(why: string): void {
  sound("refused");
  toasts.show(why, "bad");
}
