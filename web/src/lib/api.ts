// The server's routes as functions. Refusals come back as Refused, with the server's own words.
import type { Analysis, Branch, CatalogReply, ChatLog, Checked, Contact, ContactList, DailyBoard, DailyComparison, DailyDay, DailyTable, Decisions, Earlier, EditContact, EditMe, Equity, GameDetail, GameList, HandName, Hints, History, Leaders, LessonAsk, LessonBooks, LessonCheck, LessonReply, Line, Me, MessageTable, NewGame, NewReport, PastDeals, PlayedOn, Problem, Profile, Puzzle, PuzzleAsk, PuzzleBooks, PuzzleList, PuzzlePlayer, PuzzleReply, RatingGraph, Replay, ReportTaken, RulesReply, Session, StudyAsk, StudyChange, StudyPosition, StudyReply, Tidied } from "./wire";
import { settings } from "./settings.svelte";
import { transport } from "./transport";

export class Refused extends Error {
  constructor(
    readonly code: Problem["code"],
    message: string,
    readonly status: number,
    readonly why: Line | null,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": settings.lang === "zh" ? "zh-CN" : "en" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let reply: Response;
  try {
    reply = await transport.request(path, { method, headers, body: body === undefined ? null : JSON.stringify(body), credentials: "same-origin" });
  } catch {
    throw new Refused("unavailable", settings.lang === "zh" ? "连不上服务器，请稍后再试。" : "The server cannot be reached. Try again in a moment.", 0, null);
  }
  if (!reply.ok) {
    const problem = (await reply.json().catch(() => null)) as Problem | null;
    throw new Refused(problem?.code ?? "unavailable", problem?.message ?? `${reply.status}`, reply.status, problem?.why ?? null);
  }
  if (reply.status === 204) return undefined as T;
  const type = reply.headers.get("content-type") ?? "";
  return (type.includes("json") ? await reply.json() : await reply.text()) as T;
}

const q = (value: string | number): string => encodeURIComponent(String(value));

const on = (day: string | null): string => (day === null ? "" : `?day=${q(day)}`);

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  session: (name: string) => call<Session>("POST", "/api/session", { name }),
  editMe: (edit: EditMe) => call<Me>("PUT", "/api/me", edit),
  catalog: () => call<CatalogReply>("GET", "/api/catalog"),
  messages: (game: string) => call<MessageTable>("GET", `/api/messages/${q(game)}`),
  rules: (game: string, query: string) => call<RulesReply>("GET", `/api/catalog/${q(game)}/rules?${query}`),
  games: (filter: Record<string, string> = {}) => call<GameList>("GET", `/api/games?${new URLSearchParams(filter).toString()}`),
  game: (id: string) => call<GameDetail>("GET", `/api/games/${q(id)}`),
  /** A table of mine. A player without chips gets free ones to sit down with. */
  create: (game: NewGame) =>
    call<GameDetail>("POST", "/api/games", game).catch(async (why: unknown) => {
      if (!(why instanceof Refused) || why.code !== "amount_too_large") throw why;
      await api.refill();
      return call<GameDetail>("POST", "/api/games", game);
    }),
  /** My own random bytes for the next deal. */
  entropy: (id: string) => call<unknown>("POST", `/api/games/${q(id)}/entropy`, { bytes: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("") }),
  start: (id: string) => call<unknown>("POST", `/api/games/${q(id)}/start`),
  history: (id: string, page = 1) => call<History>("GET", `/api/games/${q(id)}/history?page=${page}`),
  myDeals: (page = 1) => call<PastDeals>("GET", `/api/me/deals?page=${page}`),
  earlier: (id: string) => call<Earlier>("GET", `/api/games/${q(id)}/earlier`),
  replay: (id: string, hand: number, open: boolean) => call<Replay>("GET", `/api/games/${q(id)}/replay/${hand}?open=${open}`),
  branch: (id: string, hand: number, from: Branch) => call<PlayedOn>("POST", `/api/games/${q(id)}/replay/${hand}/branch`, from),
  analysis: (id: string, hand: number) => call<Analysis>("GET", `/api/games/${q(id)}/replay/${hand}/analysis`),
  chat: (id: string) => call<ChatLog>("GET", `/api/games/${q(id)}/chat`),
  tidy: (id: string) => call<Tidied>("GET", `/api/games/${q(id)}/tidy`),
  handName: (id: string) => call<HandName>("GET", `/api/games/${q(id)}/hand_name`),
  people: () => call<ContactList>("GET", "/api/people"),
  editPerson: (id: string, change: EditContact) => call<Contact>("PUT", `/api/people/${q(id)}`, change),
  report: (id: string, report: NewReport) => call<ReportTaken>("POST", `/api/people/${q(id)}/reports`, report),
  /** Shares of the pot while hands are open; with so many cards of the board. */
  equity: (id: string, cards?: number) => call<Equity>("GET", `/api/games/${q(id)}/equity${cards === undefined ? "" : `?cards=${cards}`}`),
  puzzleBooks: () => call<PuzzleBooks>("GET", "/api/puzzles/books"),
  puzzles: (filter: Record<string, string>) => call<PuzzleList>("GET", `/api/puzzles?${new URLSearchParams(filter).toString()}`),
  dailyPuzzle: () => call<Puzzle>("GET", "/api/puzzles/daily"),
  puzzlePlayer: () => call<PuzzlePlayer>("GET", "/api/puzzles/me"),
  puzzle: (id: string) => call<Puzzle>("GET", `/api/puzzles/${q(id)}`),
  /** A move in a puzzle, or in any position, and the perfect defender's answer. */
  attempt: (ask: Partial<PuzzleAsk>) => call<PuzzleReply>("POST", "/api/puzzles/attempt", ask),
  profile: (player: string) => call<Profile>("GET", `/api/players/${q(player)}`),
  ratingGraph: (player: string, game: string) => call<RatingGraph>("GET", `/api/players/${q(player)}/ratings/${q(game)}`),
  decisions: () => call<Decisions>("GET", "/api/me/decisions"),
  leaders: (game: string, week: string | null) => call<Leaders>("GET", `/api/leaders/${q(game)}${week === null ? "" : `?week=${q(week)}`}`),
  daily: (day: string | null) => call<DailyDay>("GET", `/api/daily${on(day)}`),
  /** The table of today's daily deal: a new one, or the one where I was. */
  beginDaily: (game: string, pace: number) => call<DailyTable>("POST", `/api/daily/${q(game)}`, { pace }),
  dailyBoard: (game: string, day: string | null) => call<DailyBoard>("GET", `/api/daily/${q(game)}${on(day)}`),
  compareDaily: (game: string, day: string, other: string) => call<DailyComparison>("GET", `/api/daily/${q(game)}/compare?day=${q(day)}&with=${q(other)}`),
  study: (ask: Partial<StudyAsk>) => call<StudyReply>("POST", "/api/study", ask),
  studyCheck: (ask: Partial<StudyAsk>, text: string) => call<Checked>("POST", "/api/study/check", { ask, text }),
  studyEdit: (change: Partial<StudyChange> & { position: string }) => call<StudyPosition>("POST", "/api/study/edit", change),
  lessons: () => call<LessonBooks>("GET", "/api/lessons"),
  /** How a lesson begins, or an answer in it. */
  lesson: (ask: Partial<LessonAsk> & { lesson: string }) => call<LessonReply>("POST", "/api/lessons/answer", ask),
  lessonCheck: (ask: Partial<LessonCheck> & { lesson: string }) => call<Checked>("POST", "/api/lessons/check", ask),
  lessonHint: (ask: Partial<LessonAsk> & { lesson: string }) => call<Hints>("POST", "/api/lessons/hint", ask),
  /** Free chips, back to the starting sum. */
  refill: () => call<Me>("POST", "/api/me/refill"),
};
