// Which screen the address names. Tables and replays have addresses that can be sent to friends.

export type Route =
  | { screen: "lobby" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; hand: number; step: number | null; analysis: boolean }
  | { screen: "replays" }
  | { screen: "rules"; game: string | null }
  | { screen: "learn"; game: string | null; lesson: string | null }
  | { screen: "study"; search: string }
  | { screen: "puzzles"; id: string | null; position: string | null }
  | { screen: "daily"; game: string | null; day: string | null; other: string | null }
  | { screen: "player"; id: string }
  | { screen: "leaders"; game: string | null; week: string | null }
  | { screen: "me" };

export function read(path: string, search: string): Route {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === "table" && second) return { screen: "table", id: second };
  if (first === "replay" && second) {
    const query = new URLSearchParams(search);
    const step = query.get("step");
    return { screen: "replay", id: second, hand: Math.max(1, Number(third) || 1), step: step === null ? null : Math.max(0, Number(step) || 0), analysis: query.has("analysis") };
  }
  if (first === "replays") return { screen: "replays" };
  if (first === "rules") return { screen: "rules", game: second || null };
  if (first === "learn") return { screen: "learn", game: second || null, lesson: third || null };
  if (first === "study") return { screen: "study", search };
  if (first === "puzzles") return { screen: "puzzles", id: second || null, position: second ? null : new URLSearchParams(search).get("position") };
  if (first === "daily") {
    const asked = new URLSearchParams(search);
    return { screen: "daily", game: second || null, day: asked.get("day"), other: second ? asked.get("with") : null };
  }
  if (first === "players" && second) return { screen: "player", id: second };
  if (first === "leaders") return { screen: "leaders", game: second || null, week: new URLSearchParams(search).get("week") };
  if (first === "me") return { screen: "me" };
  return { screen: "lobby" };
}

class Router {
  route: Route = $state.raw(read(location.pathname, location.search));
  /** Whether the address follows the screens; in the demo, which is one file, it does not. */
  addresses = true;

  constructor() {
    window.addEventListener("popstate", () => {
      if (this.addresses) this.route = read(location.pathname, location.search);
    });
  }

  go(path: string, replace = false): void {
    if (!this.addresses) {
      const url = new URL(path, location.href);
      this.route = read(url.pathname, url.search);
      return;
    }
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = read(location.pathname, location.search);
    window.scrollTo(0, 0);
  }

  /** Follow links of our own without loading the page anew. */
  click = (event: MouseEvent): void => {
    const link = (event.target as HTMLElement).closest("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api") || link.dataset.out !== undefined) return;
    event.preventDefault();
    this.go(url.pathname + url.search);
  };
}

export const router = new Router();
