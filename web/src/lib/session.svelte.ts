// Who I am and which games there are: asked once, shared by all screens.
import { api, Refused } from "./api";
import type { CatalogGame, Me } from "./wire";
import type { Messages } from "./tell";

const NAME_KEY = "paiju.name";

class Session {
  me: Me | null = $state.raw(null);
  games: CatalogGame[] = $state.raw([]);
  offline = $state(false);
  messages: Record<string, Messages> = $state.raw({});
  #joining: Promise<Me> | null = null;
  #started: Promise<void> | null = null;
  #asked = new Map<string, Promise<Messages>>();

  /** Ask who I am and what can be played; later calls wait for the same answer. */
  start(): Promise<void> {
    this.#started = this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    try {
      const [catalog, me] = await Promise.all([api.catalog(), this.keptName() ? api.me().catch(() => null) : null]);
      this.games = catalog.games;
      this.me = me;
      this.offline = false;
    } catch {
      this.offline = true;
    }
  }

  /** Me, as a guest of the kept name if I am nobody yet. */
  async known(name?: string): Promise<Me> {
    await this.#started;
    if (this.me) return this.me;
    this.#joining ??= api
      .session(name?.trim() || this.keptName() || guestName())
      .then((session) => {
        this.me = session.player;
        keep(session.player.name);
        return session.player;
      })
      .finally(() => (this.#joining = null));
    return this.#joining;
  }

  async refresh(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (why) {
      if (why instanceof Refused && why.status === 401) this.me = null;
    }
  }

  async rename(name: string): Promise<void> {
    await this.known(name);
    if (this.me && this.me.name !== name) this.me = await api.editMe({ name });
    keep(name);
  }

  keptName(): string {
    try {
      return localStorage.getItem(NAME_KEY) ?? "";
    } catch {
      return "";
    }
  }

  game(id: string): CatalogGame | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** The sentences of a game, fetched once. */
  wordsOf(game: string): Promise<Messages> {
    let asked = this.#asked.get(game);
    if (!asked) {
      asked = api.messages(game).then((table) => {
        this.messages = { ...this.messages, [game]: table.messages as Messages };
        return table.messages as Messages;
      });
      asked.catch(() => this.#asked.delete(game));
      this.#asked.set(game, asked);
    }
    return asked;
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    // Not kept in private windows.
  }
}

const WORDS = ["竹叶青", "小满", "阿橘", "青禾", "南山", "一勺糖", "半夏", "云起", "知秋", "白露"];
const ENGLISH = ["Aspen", "Juniper", "Clover", "Willow", "Sorrel", "Maple", "Tansy", "Fern", "Hazel", "Rowan"];

/** A pleasant name for one who has given none. */
export function guestName(): string {
  const zh = document.documentElement.lang.startsWith("zh");
  const list = zh ? WORDS : ENGLISH;
  return `${list[Math.floor(Math.random() * list.length)]}${zh ? "" : " "}${10 + Math.floor(Math.random() * 90)}`;
}

export const session = new Session();
