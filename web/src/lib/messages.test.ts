import { describe, expect, it } from "vitest";

import { preferred } from "./language";
import { say, seats } from "./messages";

describe("language", () => {
  it.each([
    [["zh-CN", "en"], "zh"],
    [["zh-Hant-TW"], "zh"],
    [["en-GB", "zh"], "en"],
    [["fr", "zh-HK"], "zh"],
    [["fr-FR"], "en"],
    [[], "en"],
  ] as const)("%j is spoken to in %s", (languages, language) => {
    expect(preferred(languages)).toBe(language);
  });
});

describe("messages", () => {
  it("fills in values", () => {
    expect(say("en", "seats.range", { low: 2, high: 10 })).toBe("2–10 players");
  });

  it.each([
    ["zh", [3], "3 人"],
    ["zh", [2, 3, 4], "2–4 人"],
    ["en", [4], "4 players"],
    ["en", [2, 3, 4, 5], "2–5 players"],
  ] as const)("%s seats %j", (language, sizes, text) => {
    expect(seats(language, sizes)).toBe(text);
  });
});
