// What a person chose for themselves: language, theme, deck, sound and comfort. Kept in this browser.

export type Lang = "zh" | "en";
export type Theme = "system" | "light" | "dark";

export const FELTS = ["jade", "blue", "wine", "sand", "ink"] as const;
export type Felt = (typeof FELTS)[number];

export interface Settings {
  lang: Lang;
  theme: Theme;
  deck: "2" | "4";
  felt: Felt;
  motion: "system" | "full" | "off";
  speed: number;
  sound: boolean;
  volume: number;
  keys: boolean;
  counter: boolean;
  confirmBig: boolean;
  autoPass: boolean;
  notify: boolean;
  /** Shake the phone when it is my turn. */
  vibrate: boolean;
  bigIndex: boolean;
  /** A letter beside every suit. */
  letters: boolean;
  bubbles: boolean;
  /** A word about the game when it is played for the first time. */
  tips: boolean;
  /** Plays and bids read out by the voice of the browser. */
  voice: boolean;
  /** After a deal against computers: show the move that mattered. */
  review: boolean;
  known: string[];
  level: string;
  /** Milliseconds a bot waits before it moves, at tables I open. */
  pace: number;
}

const KEY = "paiju.settings";

function firstLanguage(): Lang {
  const wanted = typeof navigator === "undefined" ? "zh" : (navigator.languages?.[0] ?? navigator.language ?? "zh");
  return wanted.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function initial(): Settings {
  const defaults: Settings = {
    lang: firstLanguage(),
    theme: "system",
    deck: "2",
    felt: "jade",
    motion: "system",
    speed: 1,
    sound: true,
    volume: 0.5,
    keys: true,
    counter: true,
    confirmBig: false,
    autoPass: false,
    notify: false,
    vibrate: true,
    bigIndex: false,
    letters: false,
    bubbles: true,
    tips: true,
    voice: false,
    review: true,
    known: [],
    level: "normal",
    pace: 800,
  };
  if (typeof localStorage === "undefined") return defaults;
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return defaults;
  }
}

export const settings: Settings = $state(initial());

export function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

const dark = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");
const still = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

export const reducedMotion = (): boolean => settings.motion === "off" || (settings.motion === "system" && (still?.matches ?? false));

/** Put the choices on the root element, where the style sheets look for them. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.lang === "zh" ? "zh-CN" : "en";
  root.dataset.theme = settings.theme === "system" ? (dark?.matches ? "dark" : "light") : settings.theme;
  root.dataset.felt = settings.felt;
  root.dataset.deck = settings.deck;
  root.dataset.motion = reducedMotion() ? "off" : "on";
  root.style.setProperty("--slow", String(1 / (settings.speed || 1)));
  root.dataset.letters = settings.letters ? "on" : "off";
}

dark?.addEventListener("change", show);
still?.addEventListener("change", show);
