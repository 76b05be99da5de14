// An emblem for each kind of Sanguosha card, drawn in a box of 48 × 48 with strokes of one width.
const EMBLEMS: Record<string, string> = {
  slash: "M10 38 36 8l4-2-2 4L12 40M8 32l8 8M10 38l-4 4",
  jink: "M12 34c0-14 8-22 20-22M32 12l-7-4M32 12l-5 7M18 40c2-10 8-16 18-17",
  peach: "M24 42C8 32 8 14 20 14c3 0 4 2 4 2s1-2 4-2c12 0 12 18-4 28ZM24 16c0-5 3-9 9-9 0 6-3 9-9 9",
  dismantlement: "M4 34h14M30 34h14M6 34c4-12 12-16 18-16M42 34c-3-9-8-13-13-15M22 22l-3 6M28 24l4 7M24 8v5M16 10l3 4M33 9l-3 5",
  snatch: "M8 34c4-14 14-20 26-16M34 18l-6-6M34 18l-7 5M14 40c8 2 18 0 22-6 4-8-2-14-6-12",
  duel: "M8 40 38 8M40 40 10 8M8 32l8 8M40 32l-8 8",
  savage_assault: "M8 20c0-8 8-12 16-12s16 4 16 12v8c0 4-4 6-6 2M14 26c-2 8 2 14 8 14M34 26c2 8-2 14-8 14M24 24v18M17 18h1M31 18h1",
  archery_attack: "M8 40 26 10M26 10l-7 3M26 10l1 8M18 42 34 14M34 14l-7 3M34 14l1 8M30 42l10-22M40 20l-6 4M40 20l2 7",
  god_salvation: "M24 24m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M24 19c-6-6-3-13 0-13s6 7 0 13M29 23c8-3 13 2 12 5s-9 3-12-5M27 28c6 6 2 13-1 13s-6-8 1-13M21 28c-6 6-13 4-13 1s6-8 13-1M19 23C10 22 8 15 10 13s10 2 9 10",
  amazing_grace: "M24 42V14M24 20c-6 0-9-4-9-9 6 0 9 4 9 9ZM24 20c6 0 9-4 9-9-6 0-9 4-9 9ZM24 31c-6 0-9-4-9-9 6 0 9 4 9 9ZM24 31c6 0 9-4 9-9-6 0-9 4-9 9Z",
  ex_nihilo: "M24 8a16 16 0 1 1-14 8M10 8v8h8M20 20h8v8h-8Z",
  collateral: "M8 36 28 14l4-2-2 4-20 22M6 30l8 8M32 30c4-4 10-2 10 3s-6 9-12 9",
  nullification: "M24 6 40 12v12c0 10-7 16-16 18C15 40 8 34 8 24V12ZM16 18l16 14M32 18 16 32",
  indulgence: "M10 40c2-14 6-20 14-20s12 6 14 20ZM24 20c-5 0-8-3-8-7s3-7 8-7 8 3 8 7-3 7-8 7M18 30h12",
  lightning: "M28 4 12 26h10l-4 18 18-24H26Z",
  crossbow: "M24 8v34M8 18c8-6 24-6 32 0M8 18l16 6 16-6M18 42h12",
  double_swords: "M12 42 20 8l4 34M36 42 28 8M8 36h16M26 36h14",
  qinggang_sword: "M24 4v30M20 10l4-6 4 6M14 34h20M24 34v10",
  ice_sword: "M24 4v30M14 34h20M24 34v10M16 12l16 10M32 12 16 22M12 17h24",
  blade: "M20 44V20C20 10 28 4 36 6c2 8-2 16-16 20M14 26h12",
  spear: "M24 44V16M24 4l5 10-5 6-5-6ZM16 22h16",
  axe: "M18 44V6M18 10c10-6 20 0 20 10S28 32 18 26",
  halberd: "M24 44V4M24 12c8-2 12 2 12 8s-4 10-12 8M20 8l4-6 4 6M24 16h-8v8h8",
  kylin_bow: "M14 6c18 6 18 30 0 36M14 6v36M8 24h32M40 24l-7-5M40 24l-7 5",
  eight_diagram: "M24 4 38 10l6 14-6 14-14 6-14-6-6-14 6-14ZM17 18h14M17 24h5M26 24h5M17 30h14",
  nioh_shield: "M24 5 40 11v13c0 10-7 16-16 19C15 40 8 34 8 24V11ZM24 12v24M14 22h20",
};
const HORSE = "M12 42c2-10 0-14 4-20 4-7 12-10 16-16 1 4 1 5 4 8 4 4 5 9 3 11s-6-1-9 1c-4 3-2 9 2 16M18 24c-4 0-7 2-9 6";

/** Mounts have one picture; every other kind its own. */
export const emblemOf = (kind: string): string => EMBLEMS[kind] ?? HORSE;
