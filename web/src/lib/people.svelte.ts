// What I keep about other players: notes, tags, friends, who is muted. The server keeps it and shows it to nobody else.
import { api, Refused } from "./api";
import { session } from "./session.svelte";
import { t } from "./text";
import { toasts } from "./toast.svelte";
import type { Contact, EditContact, NewReport, PlayerState } from "./wire";

/** Who a card is about, as far as the place where it was opened knows. */
export interface Person {
  id: string;
  name: string;
  avatar?: string | undefined;
  tier?: string | undefined;
}

export const TAGS = ["jade", "red", "blue", "amber", "violet"] as const satisfies readonly Contact["tag"][];
/** A colour is never the only sign: each tag has a letter. */
export const tagLetter = (tag: Contact["tag"]): string => (tag ? "ABCDE"[TAGS.indexOf(tag)]! : "");

const EVERY = 45_000;

class People {
  list: Contact[] = $state.raw([]);
  /** The card that is open. */
  card: Person | null = $state.raw(null);
  #users = 0;
  #timer = 0;

  of(id: string | undefined): Contact | undefined {
    return this.list.find((one) => one.id === id);
  }
  muted(id: string): boolean {
    return this.of(id)?.muted ?? false;
  }
  get friends(): Contact[] {
    return this.list.filter((one) => one.friend).sort((a, b) => Number(b.games.length > 0) - Number(a.games.length > 0) || Number(b.online) - Number(a.online));
  }

  /** Stay up to date while somebody looks; call the result to stop. */
  use(): () => void {
    if (this.#users++ === 0) this.#timer = window.setInterval(() => void this.refresh(), EVERY);
    void this.refresh();
    return () => {
      if (--this.#users === 0) window.clearInterval(this.#timer);
    };
  }

  async refresh(): Promise<void> {
    if (!session.me) return;
    try {
      this.list = (await api.people()).people;
    } catch {
      // It stays as it was.
    }
  }

  /** Only people have a card: not oneself, not a bot. */
  about(player: PlayerState | undefined): Person | null {
    return player && !player.bot && session.me && player.id !== session.me.id && /^\d+$/.test(player.id) ? { id: player.id, name: player.name, avatar: player.avatar, tier: player.tier } : null;
  }

  async edit(id: string, change: EditContact): Promise<boolean> {
    try {
      const now = await api.editPerson(id, change);
      const kept = now.note || now.tag || now.friend || now.muted;
      this.list = [...this.list.filter((one) => one.id !== id), ...(kept ? [now] : [])];
      return true;
    } catch (why) {
      toasts.show(why instanceof Refused ? why.message : String(why), "bad");
      return false;
    }
  }

  async report(id: string, report: NewReport): Promise<boolean> {
    try {
      await api.report(id, report);
      toasts.show(t("people.reported"));
      return true;
    } catch (why) {
      toasts.show(why instanceof Refused ? why.message : String(why), "bad");
      return false;
    }
  }
}

export const people = new People();
