// Card faces, suits, court emblems and icons as SVG text. All of it is our own drawing, defined once per page (Defs)
// and used by reference, so a card looks the same on every system and at every size.

import type { Lang } from "./settings.svelte";

/** Rank figures as monoline strokes in a 20 x 26 box (ten: 25 x 26). */
const RANKS: Record<string, string> = {
  A: "M1.9 24.2 10 1.9l8.1 22.3M4.9 16.6h10.2",
  "2": "M2.3 8.2C2.3 4.2 5.6 1.8 10 1.8c4.6 0 7.8 2.6 7.8 6.5 0 5.2-7.6 8.2-15.7 15.9h16.1",
  "3": "M2.8 1.8h14L9.4 10.2c5.1-.2 8.7 2.6 8.7 6.9 0 4.3-3.5 7.1-8.2 7.1-3.9 0-6.9-1.8-8-4.9",
  "4": "M13.7 24.2V1.8L1.8 17.7h16.6",
  "5": "M16.6 1.8h-12L3.4 11.5c1.6-1.2 3.8-1.9 6.2-1.9 4.9 0 8.4 2.9 8.4 7.3 0 4.4-3.5 7.3-8.2 7.3-3.6 0-6.5-1.6-7.8-4.3",
  "6": "M13.6 1.8 4.1 12.4M10 9.4a7.4 7.4 0 1 1 0 14.8a7.4 7.4 0 1 1 0-14.8z",
  "7": "M1.9 1.8h16.2L8.2 24.2",
  "8": "M10 1.8c3.4 0 5.8 2.1 5.8 5.1S13.4 12 10 12 4.2 9.9 4.2 6.9 6.6 1.8 10 1.8zM10 12c4.4 0 7.5 2.5 7.5 6.1s-3.1 6.1-7.5 6.1-7.5-2.5-7.5-6.1S5.6 12 10 12z",
  "9": "M6.4 24.2 15.9 13.6M10 16.6a7.4 7.4 0 1 1 0-14.8a7.4 7.4 0 1 1 0 14.8z",
  T: "M2 5.2 5.8 1.8v22.4M17 1.8c4 0 6 4.4 6 11.2s-2 11.2-6 11.2-6-4.4-6-11.2S13 1.8 17 1.8z",
  J: "M14.8 1.8v15.3c0 4.4-2.5 7.1-6.4 7.1-3.7 0-6.1-2.3-6.3-6.2",
  Q: "M10 1.8c4.9 0 8.2 4.3 8.2 10.7S14.9 23.2 10 23.2 1.8 18.9 1.8 12.5 5.1 1.8 10 1.8zM11.6 17.6l6.7 6.9",
  K: "M3.1 1.8v22.4M17.1 1.8 3.1 16.1M8.5 10.6l9.5 13.6",
  wang: "M2.6 3h14.8M4 13h12M1.8 23.4h16.4M10 3v20.4",
  da: "M1.9 9h16.2M10 1.8V8.2C10 15.2 6.6 20.8 2 24.2M10.2 10c1.2 5.8 4 11 7.9 14.2",
  xiao: "M10 1.8v22l-3.2-1.4M5.2 9.2c-.6 3.6-1.8 6.8-3.4 9.6M14.8 9.2c.9 3.2 2.1 6.3 3.5 9.2",
};

/** Suits in a 24 x 24 box. */
const SUITS: Record<string, string> = {
  h: '<path d="M12 21.6C5.4 16.3 1.9 12.2 1.9 8c0-3.3 2.4-5.7 5.3-5.7 2 0 3.8 1.1 4.8 3.2 1-2.1 2.8-3.2 4.8-3.2 2.9 0 5.3 2.4 5.3 5.7 0 4.2-3.5 8.3-10.1 13.6z"/>',
  d: '<path d="M12 .9c2 4.2 4.9 7.9 8.4 11.1-3.5 3.2-6.4 6.9-8.4 11.1C10 18.9 7.1 15.2 3.6 12 7.1 8.8 10 5.1 12 .9z"/>',
  s: '<path d="M12 1.3C8.2 7 2.4 9.9 2.4 14.7c0 2.8 2 4.7 4.5 4.7 1.9 0 3.5-1 4.3-2.6-.1 2.5-1.1 4.5-3 6h7.6c-1.9-1.5-2.9-3.5-3-6 .8 1.6 2.4 2.6 4.3 2.6 2.5 0 4.5-1.9 4.5-4.7C21.6 9.9 15.8 7 12 1.3z"/>',
  c: '<path d="M12 1.5a4.9 4.9 0 0 1 3.7 8.1c.5-.2 1-.3 1.6-.3a4.9 4.9 0 1 1-4.5 6.9c.2 2.6 1.2 4.7 3.1 6.3H8.1c1.9-1.6 2.9-3.7 3.1-6.3a4.9 4.9 0 1 1-4.5-6.9c.6 0 1.1.1 1.6.3A4.9 4.9 0 0 1 12 1.5z"/>',
};

const rays = Array.from({ length: 12 }, (_, i) => i * 30)
  .map((angle) => `<path d="M10.9 5.6h2.2L12 ${angle % 60 === 0 ? 1 : 2.4}z" transform="rotate(${angle} 12 12)"/>`)
  .join("");
const SUN = `<circle cx="12" cy="12" r="4.9"/>${rays}`;
const MOON = '<path d="M15.8 2.3a10 10 0 1 0 5.9 13.6A8.2 8.2 0 0 1 15.8 2.3z"/>';

const PETALS: [number, number, number][] = [[-62, 26, 1], [62, 26, 1], [-31, 33, 0.5], [31, 33, 0.5], [0, 37, 1]];
const round = (x: number): string => String(Math.round(x * 100) / 100);

/** Upper halves of the court emblems, centre x = 0, y from -56 to -14; the lower half is the same turned round. */
const COURT: Record<string, string> = {
  K: '<path d="M-20-24v-21l10 10.5L0-51l10 16.5L20-45v21z"/><circle cx="-20" cy="-48.5" r="2.6"/><circle cx="0" cy="-54.5" r="2.6"/><circle cx="20" cy="-48.5" r="2.6"/><path d="M-20-20.5h40v3.2h-40z"/>',
  Q: PETALS.map(
    ([angle, n, opacity]) =>
      `<path d="M0-17C-7-${round(17 + n * 0.3)}-6-${round(17 + n * 0.68)} 0-${17 + n} 6-${round(17 + n * 0.68)} 7-${round(17 + n * 0.3)} 0-17z" transform="rotate(${angle} 0 -17)" opacity="${opacity}"/>`,
  ).join(""),
  J: '<path d="M0-56l6.5 17L0-27.5-6.5-39z"/><path d="M-17-47c-5 14.5 1.5 26 17 28 15.5-2 22-13.5 17-28-.6 10.5-6.4 17.6-17 19.2C-10.6-29.4-16.4-36.5-17-47z"/>',
};

const both = (...rows: number[]): [string, number][] => rows.flatMap((y): [string, number][] => [["l", y], ["r", y]]);
const mid = (...rows: number[]): [string, number][] => rows.map((y): [string, number] => ["c", y]);
const PIPS: Record<string, [string, number][]> = {
  "2": mid(0, 1),
  "3": mid(0, 0.5, 1),
  "4": both(0, 1),
  "5": [...both(0, 1), ...mid(0.5)],
  "6": both(0, 0.5, 1),
  "7": [...both(0, 0.5, 1), ...mid(0.25)],
  "8": [...both(0, 0.5, 1), ...mid(0.25, 0.75)],
  "9": [...both(0, 1 / 3, 2 / 3, 1), ...mid(0.5)],
  T: [...both(0, 1 / 3, 2 / 3, 1), ...mid(1 / 6, 5 / 6)],
};

export const ICONS: Record<string, string> = {
  back: '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
  next: '<path d="M9.5 5.5 16 12l-6.5 6.5"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  x: '<path d="m6.5 6.5 11 11m0-11-11 11"/>',
  chat: '<path d="M4.5 6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H11l-4.5 4v-4a2 2 0 0 1-2-2z"/>',
  log: '<path d="M8.5 6.5h11M8.5 12h11M8.5 17.5h11"/><path d="M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" stroke-width="2.6"/>',
  gear: '<path d="M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9"/><circle cx="15" cy="7.5" r="2.2"/><circle cx="9" cy="16.5" r="2.2"/>',
  sound: '<path d="M4.5 9.8v4.4h3L12 18V6L7.5 9.8z"/><path d="M15.5 9c1.7 1.7 1.7 4.3 0 6M18 6.5c3 3 3 8 0 11"/>',
  moon: '<path d="M14.5 4.2a8 8 0 1 0 5.3 10.4A6.6 6.6 0 0 1 14.5 4.2z"/>',
  book: '<path d="M12 6.8C10 5.3 7.3 4.8 4.5 5v13c2.8-.2 5.5.3 7.5 1.8 2-1.5 4.7-2 7.5-1.8V5c-2.8-.2-5.5.3-7.5 1.8zM12 6.8v13"/>',
  lock: '<rect x="5.5" y="10.5" width="13" height="9" rx="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>',
  eye: '<path d="M2.8 12c2-4 5.3-6 9.2-6s7.2 2 9.2 6c-2 4-5.3 6-9.2 6s-7.2-2-9.2-6z"/><circle cx="12" cy="12" r="2.7"/>',
  link: '<path d="M10 14a3.8 3.8 0 0 0 5.4 0l3.3-3.3a3.8 3.8 0 0 0-5.4-5.4l-1 1M14 10a3.8 3.8 0 0 0-5.4 0l-3.3 3.3a3.8 3.8 0 0 0 5.4 5.4l1-1"/>',
  get: '<path d="M12 4.5v10m0 0-4-4m4 4 4-4M5 19.5h14"/>',
  chart: '<path d="M4 19V5M4 19h16M8 15l4-5 3 3 5-7"/>',
  fork: '<path d="M7 5v14M7 14c0-4 10-2 10-7"/><circle cx="17" cy="5" r="2"/>',
  bulb: '<path d="M9.2 16.5c-.2-1.6-3.2-3-3.2-6.5a6 6 0 0 1 12 0c0 3.5-3 4.9-3.2 6.5zM10 20h4"/>',
  sort: '<path d="M5 7h9M5 12h6M5 17h3M18 6v12m0 0-2.5-2.5M18 18l2.5-2.5"/>',
  bot: '<rect x="5" y="8" width="14" height="10.5" rx="3"/><path d="M12 8V4.5M9.5 12.8v1.4M14.5 12.8v1.4"/>',
  fair: '<path d="M12 3.5 5 6v5.5c0 4.3 2.8 7.3 7 9 4.2-1.7 7-4.7 7-9V6z"/><path d="m9 11.8 2.2 2.2 4-4.3"/>',
  play: '<path d="M8 5.5v13l10.5-6.5z" fill="currentColor"/>',
  pause: '<path d="M8.5 5.5v13M15.5 5.5v13" stroke-width="3"/>',
  first: '<path d="M17.5 6v12L9 12z" fill="currentColor"/><path d="M6.5 6v12"/>',
  last: '<path d="M6.5 6v12l8.5-6z" fill="currentColor"/><path d="M17.5 6v12"/>',
  "step-": '<path d="M15.5 6v12L7 12z" fill="currentColor"/>',
  "step+": '<path d="M8.5 6v12l8.5-6z" fill="currentColor"/>',
  user: '<circle cx="12" cy="8.5" r="3.8"/><path d="M4.8 19.5c1-3.7 3.8-5.5 7.2-5.5s6.2 1.8 7.2 5.5"/>',
  home: '<path d="M4.5 11 12 4.5l7.5 6.5v8h-5v-5h-5v5h-5z"/>',
  find: '<circle cx="10.5" cy="10.5" r="5.8"/><path d="m15 15 4.5 4.5"/>',
  hat: '<path d="M4 16.5h16M6.5 16.5 8 8.5h8l1.5 8M8 8.5c1-2.5 7-2.5 8 0" fill="currentColor" fill-opacity=".2"/>',
  more: '<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3"/>',
  qr: '<path d="M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h2.5v2.5M19.5 13.5v6h-6"/>',
  sword: '<path d="M19.5 4.5 9.5 14.5M19.5 4.5h-4l-8 8M19.5 4.5v4l-8 8M6 13l5 5M8 16l-3.5 3.5"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.8 7.3 7 9 4.2-1.7 7-4.7 7-9V6z"/>',
  horse: '<path d="M6 19.5c0-5 1-7.5 3-9L8 5l4 2.5c4 .5 6 3 6.5 6l-2 1.5-3-1.5c-1 2-.5 3.5 1 6"/>',
  full: '<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15"/>',
};

/** The definitions every card, suit and icon on the page refers to. */
export function defs(): string {
  const symbols = [
    ...Object.entries(RANKS).map(
      ([name, d]) =>
        `<symbol id="r-${name}" viewBox="0 0 ${name === "T" ? 25 : 20} 26" preserveAspectRatio="xMinYMid meet"><path d="${d}" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></symbol>`,
    ),
    ...Object.entries({ ...SUITS, R: SUN, L: MOON }).map(
      ([name, art]) => `<symbol id="s-${name}" viewBox="0 0 24 24"><g fill="currentColor">${art}</g></symbol>`,
    ),
    ...Object.entries(COURT).map(([name, art]) => `<g id="q-${name}" fill="currentColor">${art}</g>`),
    '<pattern id="lattice" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M7 0 14 7 7 14 0 7zM7 4 10 7 7 10 4 7z" fill="none" stroke="currentColor" stroke-width=".9"/></pattern>',
    ...Object.entries(ICONS).map(
      ([name, art]) =>
        `<symbol id="i-${name}" viewBox="0 0 24 24"><g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${art}</g></symbol>`,
    ),
  ];
  return `<defs>${symbols.join("")}</defs>`;
}

function use(id: string, x: number, y: number, w: number, h = w, extra = ""): string {
  return `<use href="#${id}" x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${extra}/>`;
}

function court(rank: string, suit: string): string {
  const half = `<use href="#q-${rank}"/>`;
  return (
    `<g transform="translate(65 70)">${half}<use href="#q-${rank}" transform="rotate(180)"/>` +
    '<circle r="13.5" class="ivory"/><circle r="13.5" fill="none" stroke="currentColor" stroke-width="1.6"/>' +
    `${use(`s-${suit}`, -8.5, -8.5, 17)}</g>`
  );
}

export type FaceKind = "full" | "mini" | "stack";

const BACK =
  '<rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)" opacity=".55"/><rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="currentColor" stroke-width="1.5"/>';

/** Which joker it is, in the corner that neighbours leave free: the sun or the moon, and words instead of 大王 and 小王. */
function jokerInEnglish(code: string, kind: FaceKind): [string, string] {
  const size = code === "R" ? "BIG" : "SMALL";
  const corner = (x: number, y: number, icon: number, font: number): string =>
    use(`s-${code}`, x, y, icon) +
    [size, "JOKER"].map((word, row) => `<text class="jw" x="${x}" y="${y + icon + font * (row + 1) + 1}" font-size="${font}">${word}</text>`).join("");
  if (kind === "full") return [corner(6, 7, 24, 9.5), use(`s-${code}`, 34, 52, 54)];
  if (kind === "mini") return [corner(6, 6, 36, 14), use(`s-${code}`, 50, 87, 42, 42, ' opacity=".9"')];
  return [corner(5, 4, 20, 11.5), use(`s-${code}`, 24, 66, 54)];
}

function joker(code: string, kind: FaceKind, lang: Lang): [string, string] {
  if (lang === "en") return jokerInEnglish(code, kind);
  const top = code === "R" ? "r-da" : "r-xiao";
  if (kind === "full")
    return [use(top, 8, 9, 20, 26) + use("r-wang", 8, 40, 20, 26), `${use(`s-${code}`, 34, 46, 54)}<text x="61" y="126" class="jk">JOKER</text>`];
  if (kind === "mini") return [use(top, 9, 9, 28, 36) + use("r-wang", 9, 53, 28, 36), use(`s-${code}`, 46, 84, 46)];
  return [use(top, 5, 12, 21, 27) + use("r-wang", 28, 12, 21, 27), use(`s-${code}`, 24, 62, 58)];
}

function plain(rank: string, suit: string, kind: FaceKind): [string, string] {
  const ten = rank === "T";
  const pip = `s-${suit}`;
  if (kind === "full") {
    const index = use(`r-${rank}`, 7.5, 9, ten ? 29 : 24, 31) + use(pip, 8.5, 45, 22);
    if (rank in COURT) return [index, `<rect x="39" y="9" width="52" height="122" rx="5" class="tint"/>${court(rank, suit)}`];
    if (rank === "A")
      return [index, `<circle cx="61" cy="76" r="31" fill="none" stroke="currentColor" stroke-width="1" opacity=".45"/>${use(pip, 38, 53, 46)}`];
    const columns: Record<string, number> = { l: 53, c: 67.5, r: 82 };
    const size = rank === "9" || ten ? 16.5 : 18.5;
    const pips = (PIPS[rank] ?? []).map(([column, t]) => {
      const x = columns[column] ?? 0;
      const y = 24 + t * 92;
      return use(pip, x - size / 2, y - size / 2, size, size, t > 0.5 ? ` transform="rotate(180 ${x} ${round(y)})"` : "");
    });
    return [index, pips.join("")];
  }
  if (kind === "mini") {
    const index = use(`r-${rank}`, 8, 9, ten ? 42 : 34, 43) + use(pip, 10, 60, 30);
    return [index, rank in COURT ? `<g transform="translate(68 138) scale(.92)"><use href="#q-${rank}"/></g>` : use(pip, 50, 87, 42, 42, ' opacity=".9"')];
  }
  // Rank and suit within the left half: on a phone a neighbour covers the rest.
  const index = use(`r-${rank}`, ten ? 3.5 : 5, 9, ten ? 28.5 : 24, 33) + use(pip, ten ? 32 : 29.5, 14.5, 21);
  return [index, rank in COURT ? `<g transform="translate(50 142) scale(1.2)"><use href="#q-${rank}"/></g>` : use(pip, 26, 66, 50)];
}

/** A letter for the suit, for who does not tell colours or shapes apart at this size; shown where the setting is on. */
function letter(suit: string, kind: FaceKind): string {
  const [x, y, size] = kind === "full" ? [19.5, 86, 20] : kind === "mini" ? [25, 114, 25] : [62, 35, 24];
  return `<text class="sl" x="${x}" y="${y}" font-size="${size}">${suit.toUpperCase()}</text>`;
}

const drawn = new Map<string, string>();

/** The inside of a 100 x 140 card: `full` from 72 px wide, `mini` below, `stack` where only the top strip shows. */
export function face(code: string, kind: FaceKind, lang: Lang): string {
  const key = `${kind}${code}${code.length === 1 ? lang : ""}`;
  let art = drawn.get(key);
  if (art === undefined) {
    if (!/^(?:[LR]|[2-9TJQKA][cdhs])$/.test(code)) art = BACK;
    else {
      const [index, rest] = code.length === 1 ? joker(code, kind, lang) : plain(code[0]!, code[1]!, kind);
      art = `${index}${code.length === 2 ? letter(code[1]!, kind) : ""}<g class="art">${rest}</g>`;
    }
    drawn.set(key, art);
  }
  return art;
}
