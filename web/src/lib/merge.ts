// The one merge rule of a change (docs/api.md). server/delta.py holds the same rule; merge.vectors.json tests both.

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every field of the change replaces the one of that name; an object in the place of a list names its changed items by position. */
function fields<T extends object>(state: T, change: object): T {
  const merged: Fields = { ...state };
  for (const [name, value] of Object.entries(change)) {
    const before = merged[name];
    merged[name] = Array.isArray(before) && isObject(value) ? items(before, value) : value;
  }
  return merged as T;
}

function items(before: readonly unknown[], change: Fields): unknown[] {
  const merged = [...before];
  for (const [at, value] of Object.entries(change)) {
    const item = merged[Number(at)];
    merged[Number(at)] = isObject(item) && isObject(value) ? fields(item, value) : value;
  }
  return merged;
}

/** A view after a change: merged where both are of the same type, else replaced. */
export function mergeView<V extends { type: string }>(view: V | null, change: object | null): V | null {
  if (view === null || change === null || !("type" in change) || view.type !== change.type) return change as V | null;
  return fields(view, change);
}

interface Whole {
  handNumber: number;
  view: { type: string } | null;
  events: readonly unknown[];
}

/** A state after a change. Events are appended; a new deal begins with none. Neither argument is edited. */
export function merge<S extends Whole>(state: S, change: object): S {
  const { view, events, ...rest } = change as Partial<Whole>;
  const merged = fields(state, rest);
  if (view !== undefined) merged.view = mergeView(state.view, view);
  const earlier = merged.handNumber === state.handNumber ? state.events : [];
  merged.events = events ? [...earlier, ...events] : earlier;
  return merged;
}
