// The numbers that docs/fair-deals.md publishes: the browser deals as the server does.
import { describe, expect, it } from "vitest";
import { commitment, dealSeed, hex, Rng, unhex } from "./rng";

const seed = (value: number): Uint8Array => unhex(value.toString(16).padStart(64, "0"));
/** Points A to K, within a point ♦ ♣ ♥ ♠. */
const pack = [..."A23456789TJQK"].flatMap((rank) => [..."dchs"].map((suit) => rank + suit));
const bytes = Uint8Array.from({ length: 32 }, (_, i) => i);

describe("the documented generator", () => {
  it.each([
    [seed(0), [397440543, 2276491733, 3473962364, 3431592235]],
    [seed(1), [3601028466, 1475526462, 1195770494, 1462429059]],
    [unhex("ff".repeat(32)), [1401329564, 3930402522, 3496271101, 1301002800]],
  ])("gives the published words", async (start, words) => {
    const rng = new Rng(start);
    const found: number[] = [];
    for (let i = 0; i < 4; i++) found.push(await rng.word());
    expect(found).toEqual(words);
  });

  it("shuffles the published decks", async () => {
    expect((await new Rng(seed(1)).shuffled(pack)).join("")).toBe("9cJs5h7sTd6s8d4d2dQs7c4c7hTs5sAcJhAh9dKd3s9h9sTc5d3h5cQh3dTh8h4h8sAsKs7d8c6d2cJc2h3cJd2sKhKcQc4sAdQd6c6h");
    expect((await new Rng(seed(1)).shuffled([...pack, "L", "R"])).join("")).toBe("Qs7dTc2d6s7s9hAsQhTs7c5dJc2c8sAc3sKd7hRLAd5cQd4s6d4d9cQc9s3h6c4hKh3dTdThKs8cJd2h2sJh4cAh3c5s9d8dJs8h6hKc5h");
  });

  it("commits and mixes as published", async () => {
    expect(await commitment(bytes)).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    const mixed = await dealSeed(bytes, [new Uint8Array(), Uint8Array.of(1, 2), new TextEncoder().encode("table")]);
    expect(BigInt("0x" + hex(mixed))).toBe(91330382652805943011467406768803676191841926583575464600717849696375905864212n);
  });

  it("refuses what is no seed", () => {
    expect(() => new Rng(Uint8Array.of(1))).toThrow();
    expect(() => unhex("xyz")).toThrow();
  });
});
