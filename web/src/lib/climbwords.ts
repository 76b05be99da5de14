// What the picture of a climbing table says in words: plays, answers, roles, places, counts.
import { shortRank } from "./cards";
import type { AnyClimbView } from "./climb";
import { countOf } from "./piles";
import { playerAt } from "./state";
import type { TableLike } from "./table.svelte";
import { signed, t, type Key } from "./text";
import type { Shown } from "./wire";
import { TEXT } from "./words";

const WORDS: Record<string, Key> = {
  call: "word.call", rob: "word.rob", no_call: "word.no_call", no_rob: "word.no_rob", no_double: "word.no_double", redouble: "word.double_redouble", no_redouble: "word.no_redouble", no_show: "word.no_show", double: "word.double", show: "word.show", pass: "climb.pass",
};

/** A word that may be answered, as its button says it: 不叫 and 不抢 are both "no". */
export function wordName(text: string, prompt: string | undefined): string {
  const special = `word.${text}_${prompt?.split(".").pop()}`;
  return special in TEXT ? t(special as Key) : said(text);
}

/** A word that was answered. */
export function said(text: string): string {
  if (text.startsWith("bid ")) return t("word.bid", { n: text.slice(4) });
  const key = WORDS[text];
  return key ? t(key) : text;
}

/** A play by its shape and height: 对子 8. */
export function kindName(table: TableLike, shown: Shown): string {
  const name = table.tell({ key: shown.title, args: {} });
  return /^[2-9TJQKA]/.test(shown.head) ? `${name} ${shortRank(shown.head[0]!)}` : name;
}

export const isOver = (view: AnyClimbView): boolean => view.phase === "Over";

/** Whether somebody plays with me; a spectator has no partner. */
export const isMate = (table: TableLike, view: AnyClimbView, seat: number): boolean =>
  table.me !== null && seat !== table.me && view.teams[seat] === view.teams[table.me];

/** Whether this table is played in teams. */
const inTeams = (view: AnyClimbView): boolean => new Set(view.teams).size < view.teams.length;

/** The side of a seat, from mine, where partners play together to the end; the landlord's hat says it elsewhere. */
export const sideOf = (table: TableLike, view: AnyClimbView, seat: number): "" | "us" | "them" =>
  view.landlord !== null || !inTeams(view) ? "" : view.teams[seat] === view.teams[table.bottom] ? "us" : "them";

/** A team from my side; its number for a spectator. */
export const teamName = (table: TableLike, view: AnyClimbView, team: number): string =>
  table.me === null ? t("climb.team", { n: team + 1 }) : team === view.teams[table.me] ? t("climb.us") : t("climb.them");

/** What somebody is here: landlord or farmer, points taken, partner, neighbour or (for a spectator) team, running score. */
export function role(table: TableLike, view: AnyClimbView, seat: number): string {
  const count = view.hands.length;
  const parts: string[] = [];
  if (view.landlord !== null) parts.push(seat === view.landlord ? t("climb.landlord") : t("climb.farmer"));
  if (view.captured.length) parts.push(t("climb.points", { n: view.captured[seat] ?? 0 }));
  const offset = (seat - table.bottom + count) % count;
  if (count > 2 && count <= 4 && view.landlord === null && !view.captured.length) {
    if (isMate(table, view, seat)) parts.push(t("climb.partner"));
    else if (table.me === null && inTeams(view)) parts.push(teamName(table, view, view.teams[seat] ?? 0));
    else if (table.me !== null && offset === 1) parts.push(t("climb.next"));
    else if (table.me !== null && offset === count - 1) parts.push(t("climb.before"));
  }
  const score = playerAt(table.state, seat)?.score ?? 0;
  if (table.state.handNumber > 1 && count <= 4) parts.push(signed(score));
  return parts.join(" · ");
}

/** The same of myself, beside the number of my cards; a phone has room for less. */
export function ownLine(table: TableLike, view: AnyClimbView, cards: number, phone: boolean, short: boolean): string {
  const me = table.bottom;
  const landlord = view.landlord === me;
  const first = role(table, view, me).split(" · ");
  let what = "";
  if (landlord) what = phone ? t("climb.landlord") : "";
  else if (view.landlord !== null || view.captured.length) what = phone && view.landlord !== null ? "" : (first[0] ?? "");
  else if (table.state.handNumber > 1 && !phone) what = first.at(-1) ?? "";
  const counted = cards > 0 && !((phone || short) && view.captured.length) && !(phone && landlord);
  return [what, counted ? t("hand.cards", { n: cards }) : ""].filter(Boolean).join(" · ");
}

/** The tag at a seat: that it is out, and its place where others play on; else who is landlord. */
export function placeTag(table: TableLike, view: AnyClimbView, seat: number): string {
  const place = view.finished.indexOf(seat);
  if (place < 0) return seat === view.landlord ? t("climb.landlord") : "";
  const named = view.places[place];
  if (named !== undefined) return table.tell({ key: named, args: {} });
  return view.finished.length > 1 || !isOver(view) ? t("climb.place", { n: place + 1 }) : t("climb.out");
}

/** How many cards somebody has left; where the rules hide it, what may be known. */
export function left(view: AnyClimbView, seat: number): string {
  const n = countOf(view.hands[seat]);
  return n !== null ? String(n) : view.countLimit !== null ? `${view.countLimit}+` : "?";
}

export function leftLabel(view: AnyClimbView, seat: number): string {
  const n = countOf(view.hands[seat]);
  return n !== null ? t("hand.left", { n }) : view.countLimit !== null ? t("hand.left_more", { n: view.countLimit }) : t("hand.left_unknown");
}
