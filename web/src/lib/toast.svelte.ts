// One short message at a time, above the own row; also announced to screen readers.
export interface Toast {
  text: string;
  kind: "info" | "bad" | "warn";
  id: number;
}

class Toasts {
  now: Toast | null = $state.raw(null);
  #count = 0;
  #timer = 0;

  show(text: string, kind: Toast["kind"] = "info", ms = 4000): void {
    window.clearTimeout(this.#timer);
    this.now = { text, kind, id: ++this.#count };
    this.#timer = window.setTimeout(() => (this.now = null), ms);
  }

  clear(): void {
    this.now = null;
  }
}

export const toasts = new Toasts();
