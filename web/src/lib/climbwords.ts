// What the picture of a climbing table says in words: plays, answers, roles, places, counts.
import { shortRank } from "./cards";
import { countOf, type ClimbTable, type PileView } from "./climb";
import { playerAt } from "./state";
import type { TableLike } from "./table.svelte";
import { signed, t, type Key } from "./text";
import { TEXT } from "./words";

const WORDS: Record<string, Key> = {
  call: "word.call", rob: "word.rob", no_call: "word.no_call", no_rob: "word.no_rob", no_double: "word.no_double", no_show: "word.no_show", double: "word.double", show: "word.show", pass: "climb.pass",
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
export function kindName(table: TableLike, title: string, head: string): string {
  const name = table.tell({ key: title, args: {} });
  return /^[2-9TJQKA]/.test(head) ? `${name} ${shortRank(head[0]!)}` : name;
}

export const seatsOf = (table: TableLike, view: ClimbTable): number => view.hands.length || table.seats;

export const isOver = (table: TableLike, view: ClimbTable): boolean => view.phase === "Over" || table.state.stage === "hand_end" || table.state.stage === "finished";

/** Whether somebody plays with me; who looks on has no partner. */
export const isMate = (table: TableLike, view: ClimbTable, seat: number): boolean => {
  const count = seatsOf(table, view);
  return table.me !== null && table.state.game === "guandan" && (seat - table.bottom + count) % count === 2;
};

/** What a team is called: by whom I play with, and to who looks on by its number. */
export const teamName = (table: TableLike, team: number): string =>
  table.me === null ? t("climb.team", { n: team + 1 }) : team === table.me % 2 ? t("climb.us") : t("climb.them");

/** What somebody is here: landlord or farmer, points taken, partner, neighbour or (to who looks on) team, running score. */
export function role(table: TableLike, view: ClimbTable, seat: number): string {
  const count = seatsOf(table, view);
  const parts: string[] = [];
  if (view.landlord !== null) parts.push(seat === view.landlord ? t("climb.landlord") : t("climb.farmer"));
  if (view.captured.length) parts.push(t("climb.points", { n: view.captured[seat] ?? 0 }));
  const step = (seat - table.bottom + count) % count;
  if (count > 2 && count <= 4 && view.landlord === null && !view.captured.length) {
    if (isMate(table, view, seat)) parts.push(t("climb.partner"));
    else if (table.me === null && table.state.game === "guandan") parts.push(teamName(table, seat % 2));
    else if (table.me !== null && step === 1) parts.push(t("climb.next"));
    else if (table.me !== null && step === count - 1) parts.push(t("climb.before"));
  }
  const score = playerAt(table.state, seat)?.score ?? 0;
  if (table.state.handNumber > 1 && count <= 4) parts.push(signed(score));
  return parts.join(" · ");
}

/** The same of myself, beside the number of my cards; a phone has room for less. */
export function ownLine(table: TableLike, view: ClimbTable, cards: number, phone: boolean, short: boolean): string {
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

/** The tag at a seat: who is out, and in which place; else who is landlord. */
export function placeTag(table: TableLike, view: ClimbTable, seat: number): string {
  const count = seatsOf(table, view);
  const place = view.finished.indexOf(seat);
  if (place >= 0 && (count > 2 || isOver(table, view))) return count === 4 ? t(`climb.place_${place + 1}` as Key) : t("climb.out", { n: place + 1 });
  return seat === view.landlord ? t("climb.landlord") : "";
}

/** How many cards somebody has left; where the rules hide it, what may be known. */
export function left(table: TableLike, pile: PileView | undefined): string {
  const n = countOf(pile);
  return n === null || n === undefined ? (table.state.game === "guandan" ? "10+" : "?") : String(n);
}

export function leftLabel(table: TableLike, pile: PileView | undefined): string {
  const n = countOf(pile);
  return n === null || n === undefined ? (table.state.game === "guandan" ? t("hand.left_more", { n: 10 }) : t("hand.left_unknown")) : t("hand.left", { n });
}

const BOMBS = /^climb\.kind\.(?:four|five|six|seven|eight|bomb|rocket|four_jokers)$/;

/** Whether a shape is one of the big ones, in this game: a straight flush is a bomb in Guandan only. */
export const isBomb = (table: TableLike, title: string): boolean => BOMBS.test(title) || (title === "climb.kind.straight_flush" && table.state.game === "guandan");
