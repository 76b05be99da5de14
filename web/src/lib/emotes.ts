// Emotes: small faces drawn here, sent as plain text in brackets, so that any client can read them.
import { t, type Key } from "./text";

const FACES: Record<string, string> = {
  like: '<path d="M8 14.500 11 6c1.600 0 2.400 1.200 2 3l-.6 2.500H17c1.500 0 2 1.200 1.700 2.300l-1.300 4c-.3 1-1 1.500-2 1.500H8ZM4.500 11H8v8.300H4.500Z" fill="#e0a63a" stroke="#7a5410" stroke-width="1"/>',
  laugh: '<circle cx="12" cy="12" r="9.500"/><path d="M6.500 9.500l3 1-3 1M17.500 9.500l-3 1 3 1" class="l"/><path d="M7 14h10c-.5 4-9.500 4-10 0Z" fill="#7a1f1f"/>',
  cry: '<circle cx="12" cy="12" r="9.500"/><path d="M7 9.500h3.500M13.500 9.500H17M9 17.500c2-2 4-2 6 0" class="l"/><path d="M8 11v5M16 11v5" stroke="#3f8fd1" stroke-width="2.200" stroke-linecap="round"/>',
  angry: '<circle cx="12" cy="12" r="9.500" class="hot"/><path d="M6.500 8l4 2.200M17.500 8l-4 2.200M8.500 17c2-2 5-2 7 0" class="l"/><circle cx="9" cy="12" r="1.100" fill="#222"/><circle cx="15" cy="12" r="1.100" fill="#222"/>',
  sweat: '<circle cx="12" cy="12" r="9.500"/><circle cx="9" cy="10.500" r="1.200" fill="#222"/><circle cx="15" cy="10.500" r="1.200" fill="#222"/><path d="M8.500 16c1-1 1.500 1 2.500 0s1.500 1 2.500 0 1.500 1 2 0" class="l"/><path d="M18.500 3.500c2 3 2 4.500 0 4.500s-2-1.500 0-4.500Z" fill="#3f8fd1"/>',
  think: '<circle cx="12" cy="12" r="9.500"/><circle cx="9" cy="10" r="1.200" fill="#222"/><circle cx="15" cy="10" r="1.200" fill="#222"/><path d="M12.500 6.500l4-.8M9.500 16h4.500" class="l"/><path d="M6 21c0-3 3-3.500 5-3.500" stroke="#b98b2f" stroke-width="2.600" fill="none" stroke-linecap="round"/>',
};

export const EMOTES = Object.keys(FACES);

/** The emote that a line of chat is, if it is one. */
export const emoteIn = (text: string): string | null => {
  const name = /^\[([a-z]+)\]$/.exec(text)?.[1];
  return name !== undefined && name in FACES ? name : null;
};

export const drawEmote = (name: string): string => FACES[name] ?? "";

/** A line of chat in words. */
export const wordOf = (text: string): string => {
  const name = emoteIn(text);
  return name ? t(`emote.${name}` as Key) : text;
};
