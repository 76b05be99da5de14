// Puzzles: what seats are called, and which answer chosen cards are.
import type { ClimbView } from "./wire";

export type SeatName = "landlord" | "farmer" | "first" | "middle" | "last" | "seat";

/** What a seat is called: by its place after the landlord, else by its number. */
export function seatName(view: Pick<ClimbView, "landlord">, seats: number, farmers: number, seat: number): SeatName {
  if (view.landlord === null) return "seat";
  if (seat === view.landlord) return "landlord";
  if (farmers === 1) return "farmer";
  const after = (seat - view.landlord + seats) % seats;
  return after === 1 ? "first" : after === seats - 1 ? "last" : "middle";
}

/** The legal answer that these chosen cards are: the same cards, or the same ranks where no card decides it. */
export function answerOf(cards: readonly string[], choices: readonly string[]): string {
  const text = (answer: string): string => [...(answer.split("=")[0]?.match(/[LR]|[2-9TJQKA][cdhs]/g) ?? [])].sort().join("");
  const wanted = [...cards].sort().join("");
  return choices.find((choice) => text(choice) === wanted) ?? cards.join("");
}
