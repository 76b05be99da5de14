/** Which language to speak: the player's own choice, else the browser's. */

import type { Language } from "./wire";

const KEY = "paiju.language";

/** The first language of the browser's list that we have; Chinese in any script or region is `zh`. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const primary = tag.toLowerCase().split("-")[0];
    if (primary === "zh" || primary === "en") return primary;
  }
  return "en";
}

/** The value of the page's `lang` attribute. */
export const tag = (language: Language): string => (language === "zh" ? "zh-CN" : "en");

export function load(): Language {
  const stored = localStorage.getItem(KEY);
  return stored === "zh" || stored === "en" ? stored : preferred(navigator.languages);
}

export function save(language: Language): void {
  localStorage.setItem(KEY, language);
}
