// In which order my cards lie: by rank, suit or number, or tidied into combinations by the server, which can be undone.
import { api } from "./api";
import type { SortMode } from "./cards";
import type { LiveTable } from "./table.svelte";
import { t } from "./text";
import { toasts } from "./toast.svelte";

const MODES: readonly SortMode[] = ["rank", "suit", "count"];

export class Order {
  mode = $state<SortMode>("rank");
  /** The combinations, while the hand is tidied. */
  groups = $state.raw<string[][] | null>(null);
  /** Stacked or fanned as the player wished; null: as it fits. */
  stack = $state<boolean | null>(null);
  readonly name = $derived(t(this.groups ? "hand.sort_tidy" : `hand.sort_${this.mode}`));

  next(): void {
    if (this.groups) this.groups = null;
    else this.mode = MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]!;
  }

  /** Into combinations with one tap, and back with the next. */
  async tidy(live: LiveTable): Promise<void> {
    if (this.groups) {
      this.groups = null;
      return;
    }
    try {
      this.groups = (await api.tidy(live.id)).groups;
    } catch {
      toasts.show(t("hand.no_tidy"));
    }
  }
}
