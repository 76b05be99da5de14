// How much room a climbing table has, and what follows from it. One answer for the whole picture, so that its parts agree.

export interface Room {
  width: number;
  height: number;
  /** Height of the felt itself, 0 before it is measured. */
  felt: number;
}

export interface Shape {
  /** A phone held upright. */
  phone: boolean;
  /** A low window: a phone on its side, or zoomed in. */
  short: boolean;
  /** No room for long words beside the answers. */
  narrow: boolean;
  crowded: boolean;
  tiny: boolean;
  /** Too many for an oval: everybody has a cell, in the order of play, and mine is the last. */
  cells: boolean;
  /** Four at a low table: the play at the top goes beside its seat, so that it never meets my own. */
  squeezed: boolean;
  /** Hands lie open: no need to count cards, and the room is theirs. */
  laid: boolean;
  /** So do three or four on a low desktop: hands, plays and mine lie side by side, each with its share of the width. */
  shared: boolean;
  /** Width of a played card, and the most that a play of somebody else, and one of mine, may take up. */
  card: number;
  most: number;
  mostOwn: number;
  mine: number;
}

export function shapeOf({ width, height, felt }: Room, count: number, open: boolean): Shape {
  const short = height <= 480;
  const phone = width <= 720 && !short;
  const tiny = phone && count >= 5;
  const crowded = count >= 6 || tiny;
  const cells = tiny || (short && count > 4);
  const squeezed = count === 4 && !short && felt > 0 && felt < (phone ? 330 : 310);
  const laid = open;
  const shared = laid && !phone && !short && felt > 0 && felt < (count === 4 ? 310 : count === 3 ? 230 : 0);
  const card = cells ? 28 : tiny ? 34 : laid && phone ? 38 : shared ? 48 : crowded ? 44 : short ? (count === 4 ? 36 : 40) : phone ? (height < 700 ? (squeezed ? 38 : 40) : 48) : height < 760 ? 56 : 66;
  /** Of four on a desktop: beside a seat at the side, and still clear of as much in the middle. */
  const beside = Math.max(180, Math.min(330, Math.round((width - (width < 1180 ? 64 : 376)) / 3 - 107)));
  const most = cells
    ? 78
    : tiny
      ? 96
      : laid && phone
        ? width * 0.3
        : shared
          ? 130
        : crowded
          ? 150
          : short && count === 4
            ? Math.max(60, width * 0.27 - 110)
            : squeezed
              ? phone
                ? width * 0.32
                : 220
              : phone
                ? Math.min(190, width * 0.46)
                : count === 4
                  ? beside
                  : 330;
  const mostOwn = shared ? 190 : cells || squeezed || short ? most : Math.min(420, width * 0.8);
  return { phone, short, narrow: width < 1180, crowded, tiny, cells, squeezed, laid, shared, card, most, mostOwn, mine: Math.round(card * (squeezed && phone ? 0.8 : 0.86)) };
}
