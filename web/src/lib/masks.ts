// 脸谱: opera masks drawn from a few parameters. A colour says the character (red loyal, black upright, white cunning,
// blue fierce …), a pattern the role (painted faces for warriors, plain ones for scholars, women and young heroes).
// Unknown generals and players get a mask of their own from their name.

type Pattern = "plain" | "whole" | "tiles" | "cross" | "butterfly" | "flower" | "powder" | "sixths";
type Eyes = "calm" | "phoenix" | "round" | "patch";
type Mark = "" | "flame" | "moon" | "sun" | "taiji" | "peach" | "wave" | "halberd" | "bell" | "gear" | "bow" | "gourd" | "bolt" | "lotus" | "tiger";
type Beard = "" | "three" | "full" | "curly" | "short";
type Head = "crown" | "helmet" | "scarf" | "plumes" | "flowers" | "moons" | "bun" | "official" | "feathers" | "band" | "cloth";

export interface Mask {
  base: string;
  second: string;
  pattern: Pattern;
  eyes: Eyes;
  mark: Mark;
  markColour: string;
  beard: Beard;
  beardColour: string;
  head: Head;
  headColour: string;
}

const INK = "#1d1a1a";
const GOLD = "#e0b04a";
const FLESH = "#f3d3b4";
const FAIR = "#fbe7d8";

const mask = (base: string, second: string, pattern: Pattern, eyes: Eyes, [mark, markColour]: [Mark, string], [beard, beardColour]: [Beard, string], [head, headColour]: [Head, string]): Mask => ({ base, second, pattern, eyes, mark, markColour, beard, beardColour, head, headColour });

export const GENERALS: Record<string, Mask> = {
  liubei: mask(FLESH, "#c8574a", "plain", "calm", ["sun", "#c22a36"], ["three", INK], ["crown", GOLD]),
  guanyu: mask("#c01f2e", INK, "whole", "phoenix", ["", ""], ["full", INK], ["scarf", "#1f7a4d"]),
  zhangfei: mask("#f4efe6", INK, "butterfly", "round", ["peach", "#c22a36"], ["curly", INK], ["helmet", "#3a3f46"]),
  zhugeliang: mask(FLESH, "#7d8fa6", "plain", "phoenix", ["taiji", INK], ["three", INK], ["scarf", "#3f6f8f"]),
  zhaoyun: mask(FAIR, "#e8998d", "plain", "calm", ["bolt", "#c22a36"], ["", ""], ["helmet", "#c9d3da"]),
  machao: mask(FAIR, "#e08a7a", "plain", "phoenix", ["", ""], ["", ""], ["plumes", "#4d7fb5"]),
  huangyueying: mask(FAIR, "#e58f76", "plain", "calm", ["gear", "#a8641f"], ["", ""], ["flowers", "#c9762b"]),
  caocao: mask("#f7f3ec", INK, "powder", "phoenix", ["sun", "#c22a36"], ["full", INK], ["official", "#22252b"]),
  simayi: mask("#efe9e2", "#6a4a86", "powder", "phoenix", ["moon", "#6a4a86"], ["full", "#8f949a"], ["official", "#4a3566"]),
  xiahoudun: mask("#2f56a8", "#f4efe6", "tiles", "patch", ["flame", "#e05545"], ["curly", INK], ["helmet", "#5b6673"]),
  zhangliao: mask("#6f4194", "#f4efe6", "tiles", "calm", ["halberd", GOLD], ["three", INK], ["helmet", "#b98b2f"]),
  xuchu: mask("#2b2a2c", GOLD, "flower", "round", ["tiger", GOLD], ["curly", "#4a3020"], ["bun", "#2b2a2c"]),
  guojia: mask(FAIR, "#9fb3c8", "plain", "phoenix", ["moon", "#4a6a9a"], ["", ""], ["cloth", "#53739d"]),
  zhenji: mask(FAIR, "#ea8f9c", "plain", "calm", ["wave", "#3f7fb8"], ["", ""], ["flowers", "#5fa8cf"]),
  sunquan: mask("#e9c79a", "#2f8a5f", "sixths", "calm", ["sun", "#c22a36"], ["full", "#7a3f8f"], ["crown", GOLD]),
  ganning: mask("#dd7a2a", INK, "tiles", "round", ["bell", GOLD], ["short", INK], ["feathers", "#c22a36"]),
  lvmeng: mask("#2f8f83", "#f4efe6", "cross", "calm", ["lotus", "#f4efe6"], ["short", INK], ["helmet", "#dfe4e2"]),
  huanggai: mask("#9a4a2f", "#f4efe6", "sixths", "round", ["flame", "#c22a36"], ["full", "#f1eee8"], ["helmet", "#8a6a3a"]),
  zhouyu: mask(FAIR, "#ee8d80", "plain", "phoenix", ["flame", "#d9482f"], ["", ""], ["plumes", "#c22a36"]),
  daqiao: mask(FAIR, "#ec8f93", "plain", "calm", ["peach", "#d8607a"], ["", ""], ["flowers", "#d8486a"]),
  luxun: mask(FAIR, "#e5a58a", "plain", "calm", ["lotus", "#3f8a56"], ["", ""], ["band", "#3f8a56"]),
  sunshangxiang: mask(FAIR, "#ee8476", "plain", "phoenix", ["bow", "#b8322f"], ["", ""], ["band", "#c22a36"]),
  huatuo: mask("#ecc8a0", "#b07a5a", "plain", "calm", ["gourd", "#4f7a35"], ["full", "#f4f2ee"], ["bun", "#e8e6e2"]),
  lvbu: mask("#e9c3a2", "#a8222a", "cross", "round", ["halberd", "#a8222a"], ["", ""], ["plumes", GOLD]),
  diaochan: mask(FAIR, "#e88fb4", "plain", "phoenix", ["moon", "#8a5ab0"], ["", ""], ["moons", "#8a5ab0"]),
};

const both = (half: string): string => `${half}<g transform="translate(100 0) scale(-1 1)">${half}</g>`;
const FACE = "M50 20C69 20 80 33 79 53 78 75 66 93 50 93 34 93 22 75 21 53 20 33 31 20 50 20Z";
const SOCKET = "M26 49C28 38 42 38 47 50 46 61 37 64 31 60 27 58 25 54 26 49Z";

function painted({ base, second, pattern, head }: Mask): string {
  const shade = `<path d="${FACE}" fill="${base}"/>`;
  const nose = (colour: string): string => `<path d="M44 68C46 63 47 58 47 53h6c0 5 1 10 3 15-3 3-9 3-12 0Z" fill="${colour}"/>`;
  const soft = head === "flowers" || head === "moons";
  switch (pattern) {
    case "plain":
      return `${shade}${both(`<path d="${SOCKET}" fill="${second}" opacity="${soft ? 0.5 : 0.38}"/><circle cx="32" cy="68" r="7" fill="${second}" opacity=".28"/>`)}${both(`<path d="M29 ${soft ? 42 : 43}C34 ${soft ? 37 : 38} 40 38 46 ${soft ? 41 : 42}" fill="none" stroke="${INK}" stroke-width="${soft ? 1.7 : 2.6}" stroke-linecap="round"/>`)}<path d="M48 66q2 2 4 0" fill="none" stroke="${INK}" stroke-opacity=".5" stroke-width="1.3" stroke-linecap="round"/>`;
    case "whole":
      return `${shade}${both(`<path d="M25 42C32 36 41 38 47 45 40 42 32 42 25 42Z" fill="${second}"/><path d="M34 72C37 69 40 68 43 69" fill="none" stroke="${second}" stroke-width="1.6"/><path d="M46 30C46 34 45 38 47 42" fill="none" stroke="${second}" stroke-width="1.8"/>`)}${nose("rgb(0 0 0 / .18)")}`;
    case "tiles":
      return `${shade}${both(`<path d="M23 44C27 34 43 34 48 50 47 64 35 66 29 61 25 57 23 50 23 44Z" fill="${second}"/><path d="M25 42C31 35 41 36 46 44" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/><path d="M30 78C34 70 40 68 44 70 42 76 38 82 34 84Z" fill="${second}" opacity=".9"/>`)}${nose(second)}`;
    case "cross":
      return `${shade}<path d="M46 20h8l2 34-1 18H45l-1-18Z" fill="${second}"/>${both(`<path d="M21 50C28 40 42 40 50 50 46 62 33 64 27 60 23 58 21 54 21 50Z" fill="${second}"/><path d="M25 42C31 35 40 36 45 42" fill="none" stroke="${INK}" stroke-width="3.4" stroke-linecap="round"/>`)}`;
    case "butterfly":
      return `${shade}${both(`<path d="M50 22C44 24 40 30 44 42 36 30 24 32 22 44 20 58 30 68 40 64 45 62 48 58 50 54Z" fill="${second}"/><path d="M26 70C32 68 40 70 44 76 40 84 34 84 30 80 27 77 26 73 26 70Z" fill="${second}"/><path d="M27 46C31 38 39 40 43 48" fill="none" stroke="${base}" stroke-width="2.6" stroke-linecap="round"/>`)}${nose("#e8a29a")}`;
    case "flower":
      return `${shade}${both(`<path d="${SOCKET}" fill="#f4efe6"/><path d="M27 41C31 33 41 34 46 42" fill="none" stroke="${second}" stroke-width="3.6" stroke-linecap="round"/><path d="M28 68c4-4 10-3 10 2s-6 6-8 2m2 10c2-4 8-5 11-2" fill="none" stroke="${second}" stroke-width="2.8" stroke-linecap="round"/><path d="M38 24c-4 4-4 8 0 10" fill="none" stroke="#c22a36" stroke-width="2.4" stroke-linecap="round"/>`)}${nose("#c22a36")}`;
    case "powder":
      return `${shade}${both(`<path d="M26 45C32 40 41 42 47 49 40 47 32 47 26 45Z" fill="${second}"/><path d="M27 59C33 64 40 63 45 60M34 70C36 74 36 78 34 82M25 52C24 56 25 60 27 63" fill="none" stroke="${second}" stroke-width="1.5" stroke-linecap="round"/><path d="M46 32C45 36 46 40 48 44" fill="none" stroke="${second}" stroke-width="1.6"/>`)}${nose("rgb(0 0 0 / .08)")}<path d="M45 67q5 4 10 0" fill="none" stroke="${second}" stroke-width="1.5"/>`;
    case "sixths":
      return `${shade}<path d="M50 20C69 20 79 31 79 47 70 38 58 38 53 48L50 54 47 48C42 38 30 38 21 47 21 31 31 20 50 20Z" fill="#f7f2e8"/>${both(`<path d="M24 46C31 40 41 41 46 49" fill="none" stroke="${second}" stroke-width="3.6" stroke-linecap="round"/><path d="M28 66C33 70 39 70 44 67" fill="none" stroke="${second}" stroke-width="1.8" stroke-linecap="round"/>`)}${nose("rgb(0 0 0 / .16)")}`;
  }
}

function eyes({ eyes: kind, pattern }: Mask): string {
  const line = pattern === "flower" || pattern === "butterfly" ? "#fff" : INK;
  const left =
    kind === "phoenix"
      ? `<path d="M28 53C33 48 41 49 46 54 40 56 33 56 28 53Z" fill="#fff"/><path d="M26 52C32 46 41 48 47 54" fill="none" stroke="${line === "#fff" ? "#fff" : INK}" stroke-width="2" stroke-linecap="round"/><circle cx="38.5" cy="52.8" r="2.7" fill="${INK}"/>`
      : kind === "round" || kind === "patch"
        ? `<circle cx="37.5" cy="53" r="6.2" fill="#fff" stroke="${INK}" stroke-width="1.4"/><circle cx="38.5" cy="53" r="3" fill="${INK}"/>`
        : `<path d="M29 54C33 48 42 48 46 54 41 58 34 58 29 54Z" fill="#fff" stroke="${INK}" stroke-width="1.3"/><circle cx="38" cy="53.4" r="3.1" fill="${INK}"/>`;
  if (kind !== "patch") return both(left);
  return `${left}<path d="M22 34 80 60" stroke="${INK}" stroke-width="2.4"/><path d="M53 48C60 44 70 47 72 54 70 62 58 63 54 58Z" fill="${INK}"/>`;
}

function mouth({ beard, pattern, head }: Mask): string {
  if (beard === "curly") return `<path d="M40 77C45 73 55 73 60 77 56 83 44 83 40 77Z" fill="#a3202b" stroke="${INK}" stroke-width="1.2"/><path d="M43 77h14" stroke="#fff" stroke-width="1.6"/>`;
  const small = head === "flowers" || head === "moons" || (head === "band" && pattern === "plain");
  return `<path d="M${small ? 45 : 43} 76C46 74 48 74.500 50 75.500 52 74.500 54 74 ${small ? 55 : 57} 76 54 80 46 80 ${small ? 45 : 43} 76Z" fill="#b8232f"/>`;
}

function beard({ beard: kind, beardColour }: Mask): string {
  const strand = (d: string): string => `<path d="${d}" fill="${beardColour}"/>`;
  const lines = '<path d="M44 84 43 100M50 84V102M56 84 57 100" stroke="rgb(255 255 255/.22)" stroke-width=".8"/>';
  switch (kind) {
    case "three":
      return `${both(strand("M31 70C29 80 29 90 27 100 32 96 36 86 36 76Z"))}${strand("M46 82C46 90 48 98 50 104 52 98 54 90 54 82 52 84 48 84 46 82Z")}${both(`<path d="M43 73C39 72 36 74 35 77" fill="none" stroke="${beardColour}" stroke-width="2"/>`)}`;
    case "full":
      return `${strand("M24 64C30 74 38 74 42 73 46 71 54 71 58 73 62 74 70 74 76 64 77 84 70 100 62 106H38C30 100 23 84 24 64Z")}<path d="M43 76.500C46 74.500 54 74.500 57 76.500 54 80 46 80 43 76.500Z" fill="#b8232f"/>${lines}`;
    case "curly":
      return `${both(strand("M22 62C20 74 26 90 36 98 40 94 38 90 41 86 36 86 34 80 32 82 32 76 27 74 28 68Z"))}${strand("M38 84C42 90 58 90 62 84 62 94 56 102 50 104 44 102 38 94 38 84Z")}`;
    case "short":
      return `${both(strand("M49 72C44 70 38 72 35 76 40 76 46 77 49 74Z"))}${strand("M45 84C48 86 52 86 55 84 54 92 52 96 50 98 48 96 46 92 45 84Z")}`;
    default:
      return "";
  }
}

function headwear({ head, headColour }: Mask): string {
  const cap = `<path d="M19 42C18 22 32 9 50 9 68 9 82 22 81 42 74 27 62 24 50 24 38 24 26 27 19 42Z" fill="${headColour}"/>`;
  const trim = `<path d="M20 40C27 27 38 24 50 24 62 24 73 27 80 40" fill="none" stroke="${GOLD}" stroke-width="2.6"/>`;
  const hair = (colour = INK): string => `<path d="M17 60C13 30 28 8 50 8 72 8 87 30 83 60 80 46 76 36 66 30 56 34 44 34 34 30 24 36 20 46 17 60Z" fill="${colour}"/>`;
  switch (head) {
    case "crown":
      return `<path d="M20 40C20 24 32 14 50 14 68 14 80 24 80 40 72 27 28 27 20 40Z" fill="#8a1f24"/><path d="M14 9h72l-3 8H17Z" fill="${INK}"/><path d="M14 9h72" stroke="${headColour}" stroke-width="2.4"/>${both('<path d="M19 17v18M25 17v13M31 17v9" stroke="#f3e3b0" stroke-width="1.6" stroke-dasharray="1.6 1.8"/>')}${trim}`;
    case "helmet":
      return `<path d="M50 0C46 4 47 8 48 11h4c1-3 2-7-2-11Z" fill="#c22a36"/>${cap}${both(`<path d="M19 40C15 48 15 58 18 64 21 58 22 50 21 44Z" fill="${headColour}"/>`)}${trim}<circle cx="50" cy="17" r="3.6" fill="${GOLD}"/><circle cx="50" cy="17" r="1.600" fill="#c22a36"/>`;
    case "scarf":
      return `${cap}<path d="M28 14C34 2 66 2 72 14 60 9 40 9 28 14Z" fill="${headColour}"/>${both(`<path d="M20 40C13 46 12 62 15 76 19 66 22 54 22 46Z" fill="${headColour}"/>`)}<path d="M20 40C27 27 38 24 50 24 62 24 73 27 80 40" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2"/><path d="M40 10v14M50 8v16M60 10v14" stroke="#fff" stroke-opacity=".25" stroke-width="1.400"/>`;
    case "plumes":
      return `${both(`<path d="M41 12C30 2 14 -2 2 10 0 13 2 16 4 13 16 4 28 8 38 17Z" fill="${headColour === GOLD ? "#a8222a" : headColour}"/><path d="M36 10C26 3 14 4 6 10" stroke="#fff" stroke-opacity=".5" stroke-width="1" stroke-dasharray="2 2" fill="none"/>`)}${cap}${trim}<path d="M50 10l5 8-5 7-5-7Z" fill="${GOLD}"/><circle cx="50" cy="17" r="2" fill="#c22a36"/>`;
    case "flowers": {
      const flower = (x: number, y: number, r: number): string => `${[0, 72, 144, 216, 288].map((turn) => `<ellipse cx="${x}" cy="${y - r * 0.8}" rx="${r * 0.55}" ry="${r * 0.8}" fill="${headColour}" transform="rotate(${turn} ${x} ${y})"/>`).join("")}<circle cx="${x}" cy="${y}" r="${r * 0.4}" fill="${GOLD}"/>`;
      return `${hair()}<ellipse cx="50" cy="8" rx="13" ry="8" fill="${INK}"/>${flower(27, 19, 8)}${flower(72, 17, 6)}${both(`<path d="M18 44v12M18 59v6" stroke="${headColour}" stroke-width="2" stroke-linecap="round"/>`)}`;
    }
    case "moons":
      return `${hair()}${both(`<circle cx="34" cy="8" r="8.500" fill="${INK}"/><path d="M18 46v9M18 58v9" stroke="${GOLD}" stroke-width="1.8" stroke-linecap="round"/>`)}<path d="M36 18a15 13 0 0 0 28 0 16 9 0 0 1-28 0Z" fill="${GOLD}"/><circle cx="50" cy="18" r="3" fill="${headColour}"/>`;
    case "bun":
      return `<circle cx="50" cy="8" r="9" fill="${headColour}"/><path d="M20 42C19 22 34 12 50 12 66 12 81 22 80 42 74 27 62 22 50 22 38 22 26 27 20 42Z" fill="${headColour}"/><path d="M36 11h28" stroke="${GOLD}" stroke-width="2.6" stroke-linecap="round"/>`;
    case "official":
      return `${both(`<path d="M22 24C12 20 4 22 0 28 8 32 16 32 24 30Z" fill="${headColour}"/>`)}${cap}<path d="M32 12C36 0 64 0 68 12Z" fill="${headColour}"/>${trim}<rect x="46" y="15" width="8" height="6" rx="1.500" fill="#9fd0c0"/>`;
    case "feathers":
      return `${both(`<path d="M42 14C38 4 30 -1 24 0 26 8 32 14 38 18Z" fill="${headColour}"/><path d="M36 16C30 9 20 7 15 10 20 16 28 20 34 20Z" fill="${GOLD}"/>`)}<path d="M50 15C46 8 46 2 50-2 54 2 54 8 50 15Z" fill="#3f8a56"/><path d="M20 42C20 26 33 17 50 17 67 17 80 26 80 42 72 30 28 30 20 42Z" fill="${INK}"/><path d="M20 40C28 29 72 29 80 40" fill="none" stroke="${headColour}" stroke-width="4.500"/>`;
    case "band":
      return `${hair()}<path d="M22 34C32 27 68 27 78 34L77 39C66 32 34 32 23 39Z" fill="${headColour}"/><circle cx="50" cy="31" r="3.400" fill="${GOLD}"/><path d="M46 9C44 2 56 2 54 9Z" fill="${headColour}"/>${both(`<path d="M21 38C16 46 16 58 12 66 19 62 22 50 24 42Z" fill="${headColour}"/>`)}`;
    case "cloth":
      return `<path d="M22 38C20 22 24 6 34 4H66C76 6 80 22 78 38 72 28 62 25 50 25 38 25 28 28 22 38Z" fill="${headColour}"/><path d="M24 18H76" stroke="#fff" stroke-opacity=".35" stroke-width="1.6"/><path d="M22 37C29 27 38 25 50 25 62 25 71 27 78 37" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="2"/>${both(`<path d="M21 38C18 46 18 54 20 60 23 54 24 48 24 42Z" fill="${INK}"/>`)}`;
  }
}

const MARKS: Record<Exclude<Mark, "">, string> = {
  flame: '<path d="M50 25C54 29 56 33 53 38 52 36 51 35 51 33 49 35 50 37 49 39 45 36 45 30 50 25Z" fill="C"/>',
  moon: '<path d="M53 26A7 7 0 1 0 53 39 8 8 0 0 1 53 26Z" fill="C"/>',
  sun: '<circle cx="50" cy="33" r="4.4" fill="C"/>',
  taiji: '<circle cx="50" cy="32.500" r="5.500" fill="#fff" stroke="C" stroke-width="1"/><path d="M50 27a5.500 5.500 0 0 1 0 11 2.750 2.750 0 0 0 0-5.500 2.750 2.750 0 0 1 0-5.500Z" fill="C"/>',
  peach: '<path d="M50 39C42 34 44 27 50 29.500 56 27 58 34 50 39Z" fill="C"/>',
  wave: '<path d="M43 31q3.500-4 7 0t7 0M43 36q3.500-4 7 0t7 0" fill="none" stroke="C" stroke-width="2" stroke-linecap="round"/>',
  halberd: '<path d="M50 23v18M50 27c4-1 6 1 6 4s-2 5-6 4M50 23l-2 4h4Z" fill="none" stroke="C" stroke-width="2.200" stroke-linecap="round"/>',
  bell: '<path d="M45 37C46 34 45 28 50 28S54 34 55 37Z" fill="C"/><circle cx="50" cy="38.500" r="1.700" fill="C"/>',
  gear: '<circle cx="50" cy="33" r="4.200" fill="none" stroke="C" stroke-width="3" stroke-dasharray="2.200 2.200"/><circle cx="50" cy="33" r="2.700" fill="none" stroke="C" stroke-width="1.400"/>',
  bow: '<path d="M46 27C54 29 54 38 46 40M46 27v13" fill="none" stroke="C" stroke-width="2" stroke-linecap="round"/><path d="M45 33.500h11" stroke="C" stroke-width="1.600"/>',
  gourd: '<circle cx="50" cy="30" r="2.600" fill="C"/><circle cx="50" cy="36" r="4" fill="C"/>',
  bolt: '<path d="M52 25 46 34h4l-2 7 7-10h-4Z" fill="C"/>',
  lotus: '<path d="M50 26C53 30 53 35 50 39 47 35 47 30 50 26ZM44 31C47 32 49 35 50 39 46 38 44 35 44 31ZM56 31C53 32 51 35 50 39 54 38 56 35 56 31Z" fill="C"/>',
  tiger: '<path d="M44 26h12M45 31h10M43 37h14M50 26v11" stroke="C" stroke-width="2.200" stroke-linecap="round"/>',
};

const PAINTS = ["#c01f2e", "#2f56a8", "#2f8f83", "#6f4194", "#dd7a2a", "#3f7350", "#f4efe6", "#d8607a", "#b98b2f", "#3a3f46"];
const PATTERNS: Pattern[] = ["tiles", "butterfly", "cross", "whole", "sixths", "flower", "powder", "plain"];
const HEADS: Head[] = ["helmet", "scarf", "plumes", "bun", "official", "feathers", "band", "cloth", "crown", "flowers"];

/** A mask of its own for any name. */
export function madeUp(name: string): Mask {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  const pick = <T>(from: readonly T[]): T => {
    hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
    return from[(hash >>> 8) % from.length]!;
  };
  const pattern = pick(PATTERNS);
  const base = pattern === "plain" ? pick([FLESH, FAIR, "#e9c79a"]) : pick(PAINTS);
  const pale = base === "#f4efe6";
  const second = pattern === "plain" ? "#e58f76" : pattern === "flower" ? GOLD : pale || pattern === "powder" || pattern === "whole" ? INK : pick(["#f4efe6", INK]);
  const beard = pattern === "plain" ? "" : pick(["", "three", "short", "curly", "full"] as const);
  return mask(base, second, pattern, pick(["calm", "phoenix", "round"] as const), [pick(["flame", "moon", "sun", "taiji", "bolt", "lotus", "peach", ""] as const), pale || pattern === "plain" ? "#c22a36" : GOLD], [beard, beard ? pick([INK, "#8f949a", "#6b3a22"]) : ""], [pick(HEADS), pick(PAINTS.slice(0, 6))]);
}

const drawn = new Map<string, string>();

/** The inside of a 100 × 100 picture: the mask of a general, or of whoever bears this name. */
export function drawMask(name: string): string {
  let art = drawn.get(name);
  if (art === undefined) {
    const one = GENERALS[name] ?? madeUp(name);
    const mark = one.mark ? MARKS[one.mark].replaceAll('"C"', `"${one.markColour}"`) : "";
    art = `${painted(one)}${mark}${eyes(one)}${one.beard === "full" ? "" : mouth(one)}${beard(one)}${headwear(one)}`;
    drawn.set(name, art);
  }
  return art;
}
