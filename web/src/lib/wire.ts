// Written by tools/wire_types.py from src/paiju/server/wire and the games' views. Do not edit; run it again.
// Cards are text, enums their values.

export interface Struct {

}

export interface Option {
  name: string;
  type: string;
  default: unknown;
  help: Record<string, string>;
  choices: unknown[];
  low: number | null;
  high: number | null;
  optional: boolean;
}

export interface CatalogGame {
  id: string;
  title: Record<string, string>;
  summary: Record<string, string>;
  family: string;
  aliases: string[];
  seats: number[];
  recommended: number;
  turns: "clockwise" | "counter_clockwise";
  chips: boolean;
  presets: Record<string, Record<string, unknown>>;
  defaultPreset: string | null;
  usualPreset: string | null;
  options: Option[];
  bots: string[];
  rulesVersion: string;
}

export interface CatalogReply {
  games: CatalogGame[];
}

export interface MessageTable {
  game: string;
  messages: Record<string, Record<string, string>>;
}

export interface RuleRun {
  text: string;
  term: string;
}

export interface RuleExample {
  cards: string[];
  verdict: "beats" | "fails" | "illegal" | "legal" | "ties";
  on: string[];
  name: string;
  note: RuleRun[];
}

export interface RuleClause {
  text: RuleRun[];
  option: string;
  changed: boolean;
  examples: RuleExample[];
}

export interface RuleOption {
  name: string;
  help: string;
  value: string;
  clauses: RuleClause[];
}

export interface RuleCell {
  text: RuleRun[];
  note: RuleRun[];
  cards: string[];
}

export interface RuleTable {
  title: string;
  headings: string[];
  rows: RuleCell[][];
  folded: boolean;
}

export interface RuleSection {
  key: string;
  title: string;
  clauses: RuleClause[];
  tables: RuleTable[];
}

export interface RuleTerm {
  title: string;
  text: string;
}

export interface RulesReply {
  game: string;
  language: "en" | "zh";
  title: string;
  preset: string | null;
  changed: RuleOption[];
  surprises: RuleClause[];
  sections: RuleSection[];
  terms: Record<string, RuleTerm>;
}

export interface Health {
  status: "ok";
  version: string;
  kernel: boolean;
}

export interface Readiness {
  status: "draining" | "failing" | "ready" | "starting";
  tables: number;
  connections: number;
  database: boolean;
  writing: boolean;
  bus: boolean;
}

export interface Line {
  key: string;
  args: Record<string, unknown>;
}

export interface DailyGame {
  game: string;
  deals: number;
  players: number;
  state: "done" | "missed" | "new" | "open";
  tableId: string | null;
  score: number | null;
  place: number | null;
  percent: number | null;
  commits: string[];
}

export interface DailyDay {
  day: string;
  today: string;
  games: DailyGame[];
}

export interface NewDaily {
  pace?: number;
}

export interface DailyTable {
  id: string;
}

export interface DailyPlace {
  playerId: string;
  name: string;
  avatar: string;
  place: number;
  score: number;
  percent: number | null;
  tableId: string | null;
}

export interface DailyBoard {
  day: string;
  own: DailyGame;
  places: DailyPlace[];
  open: boolean;
}

export interface DailyAnswer {
  step: number;
  text: string;
  name: Line | null;
}

export interface DailyRow {
  hand: number;
  mine: DailyAnswer | null;
  theirs: DailyAnswer | null;
}

export interface DailyComparison {
  game: string;
  mine: DailyPlace;
  theirs: DailyPlace;
  rows: DailyRow[];
  differs: number | null;
}

export interface Payload {
  gameId?: string | null;
}

export interface Hello {
  token?: string | null;
  language?: "en" | "zh" | null;
}

export interface Join {
  playerName?: string | null;
  buyIn?: number | null;
  seat?: number | null;
  password?: string | null;
  seq?: number | null;
  gameId?: string | null;
}

export interface Watch {
  password?: string | null;
  seq?: number | null;
  gameId?: string | null;
}

export interface Action {
  text?: string | null;
  action?: string | null;
  amount?: number | null;
  to?: number | null;
  seq?: number | null;
  gameId?: string | null;
}

export interface Say {
  gameId?: string | null;
  text: string;
}

export interface Return {
  post?: boolean;
  gameId?: string | null;
}

export interface Hold {
  on?: boolean;
  gameId?: string | null;
}

export interface Ready {
  ready?: boolean;
  gameId?: string | null;
}

export interface Entropy {
  gameId?: string | null;
  bytes: string;
}

export interface HintRequest {
  limit?: number;
  gameId?: string | null;
}

export interface CheckRequest {
  gameId?: string | null;
  text: string;
}

export interface Rebuy {
  gameId?: string | null;
  chips: number;
}

export interface Target {
  gameId?: string | null;
  playerId: string;
}

export interface BotSeat {
  level?: string;
  seat?: number | null;
}

export interface AddBot {
  level?: string;
  seat?: number | null;
  gameId?: string | null;
}

export interface HelloIn {
  type: "hello";
  payload?: Hello;
  id?: string | null;
}

export interface JoinIn {
  type: "join";
  payload: Join;
  id?: string | null;
}

export interface WatchIn {
  type: "watch";
  payload: Watch;
  id?: string | null;
}

export interface UnwatchIn {
  type: "unwatch";
  payload?: Payload;
  id?: string | null;
}

export interface LeaveIn {
  type: "leave";
  payload?: Payload;
  id?: string | null;
}

export interface ActionIn {
  type: "action";
  payload: Action;
  id?: string | null;
}

export interface ChatIn {
  type: "chat";
  payload: Say;
  id?: string | null;
}

export interface SitOutIn {
  type: "sit_out";
  payload?: Payload;
  id?: string | null;
}

export interface BackIn {
  type: "back";
  payload?: Return;
  id?: string | null;
}

export interface HoldIn {
  type: "hold";
  payload?: Hold;
  id?: string | null;
}

export interface ReadyIn {
  type: "ready";
  payload?: Ready;
  id?: string | null;
}

export interface StartIn {
  type: "start";
  payload?: Payload;
  id?: string | null;
}

export interface EntropyIn {
  type: "entropy";
  payload: Entropy;
  id?: string | null;
}

export interface HintIn {
  type: "hint";
  payload?: HintRequest;
  id?: string | null;
}

export interface CheckIn {
  type: "check";
  payload: CheckRequest;
  id?: string | null;
}

export interface RebuyIn {
  type: "rebuy";
  payload: Rebuy;
  id?: string | null;
}

export interface KickIn {
  type: "kick";
  payload: Target;
  id?: string | null;
}

export interface UnbarIn {
  type: "unbar";
  payload: Target;
  id?: string | null;
}

export interface MuteIn {
  type: "mute";
  payload: Target;
  id?: string | null;
}

export interface AddBotIn {
  type: "add_bot";
  payload?: AddBot;
  id?: string | null;
}

export interface PingIn {
  type: "ping";
  payload?: Payload;
  id?: string | null;
}

export interface Decision {
  prompt: Line;
  choices: string[];
  more: boolean;
  since: number;
  detail?: Detail;
}

export interface Result {
  handNumber: number;
  scores: number[];
  reason: string;
  winners: string[];
  matchOver: boolean;
}

export interface PlayedMove {
  seat: number;
  move: string;
}

export interface LessonInfo {
  id: string;
  title: Record<string, string>;
  guided: boolean;
  done: boolean;
}

export interface LessonBook {
  game: string;
  lessons: LessonInfo[];
}

export interface LessonBooks {
  books: LessonBook[];
}

export interface LessonAsk {
  lesson: string;
  moves: PlayedMove[];
  question: number;
  move: string | null;
}

export interface LessonCheck {
  lesson: string;
  text: string;
  moves: PlayedMove[];
}

export interface Frame {
  seat: number | null;
  move: string | null;
  stage: string;
  view: View | null;
  events: Line[];
}

export interface Practice {
  game: string;
  seat: number;
  seats: number;
  turns: "clockwise" | "counter_clockwise";
  options: Record<string, unknown>;
  frames: Frame[];
  moves: PlayedMove[];
  decision: Decision | null;
  result: Result | null;
}

export interface LessonReply {
  lesson: string;
  title: Record<string, string>;
  practice: Practice;
  task: Record<string, string>;
  question: number;
  questions: number;
  done: boolean;
  verdict: "better" | "close" | "right" | "same" | "wrong" | null;
  say: Record<string, string> | null;
  why: Line | null;
  line: PlayedMove[];
}

export interface Choice {
  text: string;
  name?: Line;
  why?: Line;
  best?: boolean;
}

export interface Place {
  what: "aside" | "board" | "burn" | "button" | "first" | "generals" | "hand" | "kitty" | "marked" | "pile" | "role" | "second_board" | "slots" | "wild";
  seat: number | null;
  at: number[];
  cards: string[];
}

export interface Shuffle {
  number: number;
  method: "clumps" | "riffle" | "shuffle";
  deck: string[];
  places: Place[];
}

export interface Fairness {
  commit: string;
  handNumber: number;
  entropy: string[];
  serverSeed: string | null;
  seed: string | null;
  next: string | null;
  shuffles: Shuffle[];
}

export interface PlayerState {
  id: string;
  name: string;
  seat: number;
  avatar: string;
  bot: string | null;
  connected: boolean;
  auto: boolean;
  sittingOut: boolean;
  leaving: boolean;
  ready: boolean;
  score: number;
  bank: number;
  tier: string;
  stack: number | null;
}

export interface TableInfo {
  name: string;
  preset: string | null;
  options: Record<string, unknown>;
  seats: number;
  ownerId: string;
  private: boolean;
  locked: boolean;
  spectators: boolean;
  spectatorDelay: number;
  chat: boolean;
  chips: boolean;
  minBuyIn: number;
  maxBuyIn: number;
  turns: "clockwise" | "counter_clockwise";
  autostart: boolean;
  timeout: number | null;
  daily: string | null;
  watching: string[];
}

export interface You {
  id: string;
  seat: number;
}

export interface GameState {
  gameId: string;
  game: string;
  full: true;
  seq: number;
  time: number;
  stage: string;
  handNumber: number;
  deadline: number | null;
  deadlines: Record<string, number>;
  players: PlayerState[];
  you: You | null;
  view: View | null;
  events: Line[];
  decision: Decision | null;
  result: Result | null;
  fairness: Fairness;
  table: TableInfo;
}

export interface GameChange {
  gameId: string;
  seq: number;
  base: number;
  stage?: string;
  handNumber?: number;
  deadline?: number | null;
  deadlines?: Record<string, number>;
  players?: PlayerState[] | Record<string, Record<string, unknown>>;
  you?: You | null;
  view?: Record<string, unknown> | null;
  events?: Line[];
  decision?: Decision | null;
  result?: Result | null;
  fairness?: Fairness;
  table?: TableInfo;
}

export interface PlayerAction {
  gameId: string;
  seq: number;
  playerId: string;
  seat: number;
  action: string | null;
  by: "auto" | "bot" | "clock" | "player";
}

export interface ChatSaid {
  gameId: string;
  playerId: string;
  name: string;
  text: string;
  time: number;
  seq: number;
}

export interface ErrorBody {
  code: "ambiguous" | "amount_too_large" | "amount_too_small" | "bad_answer" | "bad_bid" | "bad_declare" | "bad_notation" | "bad_request" | "bad_return_card" | "bad_target" | "bad_tribute_card" | "cannot_beat" | "cannot_raise" | "forbidden" | "illegal_combo" | "must_beat" | "must_lead" | "not_found" | "not_in_hand" | "not_seated" | "not_your_turn" | "rate_limited" | "required_card_missing" | "skill_unavailable" | "stale_seq" | "table_full" | "too_large" | "unauthorized" | "unavailable" | "unknown_action" | "use_check" | "wrong_phase";
  message: string;
  why: Line;
  seq: number | null;
  re: string | null;
}

export interface Winner {
  gameId: string;
  seq: number;
  handNumber: number;
  winners: string[];
}

export interface Welcome {
  protocol: number;
  server: string;
  time: number;
  playerId: string | null;
  name: string | null;
  games: string[];
  heartbeat: number;
  re?: string;
}

export interface Ack {
  id: string;
  gameId: string;
  seq: number;
}

export interface Pong {
  time: number;
  re?: string;
}

export interface Hints {
  gameId: string;
  seq: number;
  choices: Choice[];
  re?: string;
}

export interface Checked {
  re: string | null;
  gameId: string;
  seq: number;
  text: string;
  readings: Choice[];
  code: "ambiguous" | "amount_too_large" | "amount_too_small" | "bad_answer" | "bad_bid" | "bad_declare" | "bad_notation" | "bad_request" | "bad_return_card" | "bad_target" | "bad_tribute_card" | "cannot_beat" | "cannot_raise" | "forbidden" | "illegal_combo" | "must_beat" | "must_lead" | "not_found" | "not_in_hand" | "not_seated" | "not_your_turn" | "rate_limited" | "required_card_missing" | "skill_unavailable" | "stale_seq" | "table_full" | "too_large" | "unauthorized" | "unavailable" | "unknown_action" | "use_check" | "wrong_phase" | null;
  why: Line | null;
}

export interface Notice {
  event: string;
  gameId?: string;
  seat?: number;
  playerId?: string;
}

export interface GameStateOut {
  type: "game_state";
  payload: GameState | GameChange;
}

export interface PlayerActionOut {
  type: "player_action";
  payload: PlayerAction;
}

export interface ChatOut {
  type: "chat";
  payload: ChatSaid;
}

export interface ErrorOut {
  type: "error";
  payload: ErrorBody;
}

export interface WinnerOut {
  type: "winner";
  payload: Winner;
}

export interface WelcomeOut {
  type: "welcome";
  payload: Welcome;
}

export interface AckOut {
  type: "ack";
  payload: Ack;
}

export interface PongOut {
  type: "pong";
  payload: Pong;
}

export interface HintOut {
  type: "hint";
  payload: Hints;
}

export interface CheckedOut {
  type: "checked";
  payload: Checked;
}

export interface NoticeOut {
  type: "notice";
  payload: Notice;
}

export interface GameDetail {
  id: string;
  game: string;
  name: string;
  preset: string | null;
  status: "active" | "finished" | "waiting";
  seats: number;
  taken: number;
  bots: number;
  players: string[];
  locked: boolean;
  private: boolean;
  watching: number;
  handNumber: number;
  ownerId: string;
  createdAt: string;
  minBuyIn: number;
  maxBuyIn: number;
  smallBlind: number | null;
  bigBlind: number | null;
  stake: number | null;
  link: string;
  state: GameState;
}

export interface PastPlayer {
  id: string;
  name: string;
  seat: number;
  score: number;
  holeCards: string[] | null;
  finalHandRank: string | null;
}

export interface PastHand {
  handNumber: number;
  playedAt: string;
  players: PastPlayer[];
  winners: string[];
  scores: number[];
  reason: string;
  moves: number;
  potAmount: number | null;
  communityCards: string[] | null;
  secondBoard: string[] | null;
  record: string;
  revealed: boolean;
}

export interface History {
  hands: PastHand[];
  total: number;
  page: number;
  pages: number;
}

export interface PastDeal {
  gameId: string;
  game: string;
  handNumber: number;
  playedAt: string;
  players: string[];
  seat: number;
  score: number;
}

export interface PastDeals {
  deals: PastDeal[];
  total: number;
  page: number;
  pages: number;
}

export interface ReplayStep {
  seat: number | null;
  action: string | null;
  elapsed: number;
  view: Record<string, unknown>;
  events: Line[];
}

export interface Earlier {
  handNumber: number;
  steps: ReplayStep[];
}

export interface Replay {
  gameId: string;
  game: string;
  handNumber: number;
  playedAt: string;
  names: string[];
  options: Record<string, unknown>;
  turns: "clockwise" | "counter_clockwise";
  viewer: number | null;
  seat: number | null;
  scores: number[];
  winners: number[];
  reason: string;
  fairness: Fairness | null;
  steps: ReplayStep[];
}

export interface Branch {
  step: number;
  seat?: number | null;
  level?: string;
  pace?: number;
}

export interface AnalysisPoint {
  step: number;
  chances: number[];
}

export interface AnalysisFlag {
  step: number;
  seat: number;
  played: string;
  playedName: Line | null;
  better: string;
  betterName: Line | null;
  loss: number;
  grade: "blunder" | "inaccuracy" | "mistake";
  why: Line;
}

export interface Analysis {
  measure: "none" | "pot" | "win";
  points: AnalysisPoint[];
  flags: AnalysisFlag[];
  note: Line;
  complete: boolean;
}

export interface PlayedOn {
  id: string;
  game: string;
  name: string;
  preset: string | null;
  status: "active" | "finished" | "waiting";
  seats: number;
  taken: number;
  bots: number;
  players: string[];
  locked: boolean;
  private: boolean;
  watching: number;
  handNumber: number;
  ownerId: string;
  createdAt: string;
  minBuyIn: number;
  maxBuyIn: number;
  smallBlind: number | null;
  bigBlind: number | null;
  stake: number | null;
  link: string;
  state: GameState;
  redealt: number[];
  note: Line;
}

export interface NewSession {
  name: string;
  avatar?: string | null;
}

export interface NewAccount {
  login: string;
  password: string;
}

export interface Login {
  login: string;
  password: string;
}

export interface Standing {
  game: string;
  points: number;
  tier: string;
  handsPlayed: number;
  handsWon: number;
  totalWinnings: number;
}

export interface Me {
  id: string;
  name: string;
  avatar: string;
  avatars: string[];
  chips: number;
  account: boolean;
  createdAt: string;
  standings: Standing[];
  games: string[];
  hidden: boolean;
}

export interface Session {
  token: string;
  player: Me;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface DeleteMe {
  password: string | null;
}

export interface OpenSession {
  id: string;
  createdAt: string;
  seenAt: string;
  expiresAt: string;
  current: boolean;
}

export interface SessionList {
  sessions: OpenSession[];
}

export interface EndedSessions {
  ended: number;
}

export interface EditMe {
  name?: string | null;
  avatar?: string | null;
  hidden?: boolean | null;
}

export interface Contact {
  id: string;
  name: string;
  avatar: string;
  note: string;
  tag: "" | "amber" | "blue" | "jade" | "red" | "violet";
  friend: boolean;
  muted: boolean;
  mutual: boolean;
  online: boolean;
  games: string[];
}

export interface ContactList {
  people: Contact[];
}

export interface EditContact {
  note?: string | null;
  tag?: "" | "amber" | "blue" | "jade" | "red" | "violet" | null;
  friend?: boolean | null;
  muted?: boolean | null;
}

export interface NewReport {
  reason: "chat" | "cheating" | "name" | "other" | "stalling";
  text?: string;
  gameId?: string | null;
}

export interface ReportTaken {
  id: number;
}

export interface Report {
  id: number;
  at: string;
  authorId: string;
  author: string;
  aboutId: string;
  about: string;
  reason: "chat" | "cheating" | "name" | "other" | "stalling";
  text: string;
  gameId: string | null;
  said: string[];
  status: "done" | "open";
}

export interface ReportList {
  reports: Report[];
  total: number;
}

export interface SettleReport {
  status: "done" | "open";
}

export interface FoundPlayer {
  id: string;
  name: string;
  login: string | null;
  chips: number;
  createdAt: string;
  seenAt: string;
  deleted: boolean;
  ban: number | null;
}

export interface FoundPlayers {
  players: FoundPlayer[];
}

export interface NewBan {
  subject: string;
  reason?: string;
  hours?: number | null;
}

export interface BanTaken {
  id: number;
}

export interface Ban {
  id: number;
  playerId: string | null;
  name: string | null;
  network: string | null;
  reason: string;
  actor: string;
  at: string;
  until: string | null;
}

export interface BanList {
  bans: Ban[];
  total: number;
}

export interface OpenTable {
  id: string;
  game: string;
  name: string;
  ownerId: string;
  players: string[];
  spectators: number;
  private: boolean;
  updatedAt: string;
}

export interface TableList {
  tables: OpenTable[];
  total: number;
}

export interface AuditLine {
  id: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

export interface AuditLog {
  lines: AuditLine[];
  total: number;
}

export interface GameRating {
  game: string;
  rating: number;
  deviation: number;
  deals: number;
}

export interface PlayerFeat {
  game: string;
  name: string;
  title: Record<string, string>;
  text: Record<string, string>;
  times: number;
  at: string | null;
  gameId: string | null;
  handNumber: number | null;
}

export interface PlayerStanding {
  game: string;
  handsPlayed: number;
  handsWon: number;
}

export interface Profile {
  id: string;
  name: string;
  avatar: string;
  createdAt: string;
  hidden: boolean;
  ratings: GameRating[];
  standings: PlayerStanding[];
  feats: PlayerFeat[];
}

export interface RatingPoint {
  at: string;
  rating: number;
  gameId: string;
  handNumber: number;
}

export interface RatingGraph {
  game: string;
  points: RatingPoint[];
}

export interface MoveText {
  text: string;
  name: Line | null;
}

export interface StandingOut {
  game: string;
  gameId: string;
  handNumber: number;
  step: number;
  playedAt: string;
  gain: number;
  played: MoveText;
  better: MoveText | null;
}

export interface Decisions {
  best: StandingOut[];
  worst: StandingOut[];
}

export interface Leader {
  playerId: string;
  name: string;
  avatar: string;
  place: number;
  value: number;
  deals: number;
}

export interface Leaders {
  game: string;
  week: string | null;
  thisWeek: string;
  by: "gain" | "rating";
  needed: number;
  places: Leader[];
}

export interface PuzzleBook {
  game: string;
  count: number;
  grades: Record<string, number>;
  themes: Record<string, number>;
}

export interface PuzzleBooks {
  books: PuzzleBook[];
  themes: Record<string, Record<string, string>>;
}

export interface Puzzle {
  id: string;
  game: string;
  position: string;
  grade: number;
  rating: number;
  themes: string[];
  points: number | null;
  solved: boolean | null;
}

export interface PuzzleList {
  puzzles: Puzzle[];
  total: number;
}

export interface PuzzleAsk {
  puzzle: string | null;
  position: string | null;
  moves: string[];
  move: string | null;
  hint: boolean;
}

export interface PuzzlePlayer {
  rating: number;
  deviation: number;
  solved: number;
  tried: number;
  streak: number;
  best: number;
}

export interface PuzzleReply {
  position: string;
  game: string;
  side: number[];
  moves: PlayedMove[];
  standing: "lost" | "unknown" | "won";
  over: boolean | null;
  gone: boolean;
  refutation: PlayedMove[];
  better: string | null;
  hint: string | null;
  view: View | null;
  choices: string[];
  more: boolean;
  player: PuzzlePlayer | null;
}

export interface StudyAsk {
  text: string | null;
  table: string | null;
  hand: number;
  step: number;
  moves: PlayedMove[];
  move: string | null;
  seat: number | null;
  weigh: boolean;
}

export interface StudyCheck {
  ask: StudyAsk;
  text: string;
}

export interface StudyAnswer {
  text: string;
  name: Line | null;
  wins: boolean | null;
  chance: number | null;
  chips: number | null;
  why: Line | null;
}

export interface StudyEdit {
  hands: string[][];
  spare: string[];
  turn: number;
  topSeat: number | null;
  top: string | null;
}

export interface StudyReply {
  position: string | null;
  names: string[];
  step: number;
  last: number;
  practice: Practice;
  edit: StudyEdit | null;
  answers: StudyAnswer[] | null;
}

export interface StudyChange {
  position: string;
  card: string | null;
  source: number | null;
  target: number | null;
  turn: number | null;
  topSeat: number | null;
  top: string | null;
}

export interface StudyPosition {
  position: string;
}

export interface Problem {
  code: "ambiguous" | "amount_too_large" | "amount_too_small" | "bad_answer" | "bad_bid" | "bad_declare" | "bad_notation" | "bad_request" | "bad_return_card" | "bad_target" | "bad_tribute_card" | "cannot_beat" | "cannot_raise" | "forbidden" | "illegal_combo" | "must_beat" | "must_lead" | "not_found" | "not_in_hand" | "not_seated" | "not_your_turn" | "rate_limited" | "required_card_missing" | "skill_unavailable" | "stale_seq" | "table_full" | "too_large" | "unauthorized" | "unavailable" | "unknown_action" | "use_check" | "wrong_phase";
  message: string;
  status: number;
  why: Line;
  seq: number | null;
}

export interface NewGame {
  game: string;
  preset?: string | null;
  options?: Record<string, unknown>;
  seats?: number | null;
  name?: string;
  private?: boolean;
  password?: string | null;
  spectators?: boolean;
  spectatorDelay?: number;
  chat?: boolean;
  seating?: "choose" | "lot";
  autostart?: boolean;
  pause?: number;
  pace?: number;
  timeBank?: number;
  timeout?: number | null;
  autoplay?: "normal" | "safest" | null;
  deals?: number | null;
  bots?: BotSeat[];
  join?: boolean;
  buyIn?: number | null;
  position?: string | null;
}

export interface GameSummary {
  id: string;
  game: string;
  name: string;
  preset: string | null;
  status: "active" | "finished" | "waiting";
  seats: number;
  taken: number;
  bots: number;
  players: string[];
  locked: boolean;
  private: boolean;
  watching: number;
  handNumber: number;
  ownerId: string;
  createdAt: string;
  minBuyIn: number;
  maxBuyIn: number;
  smallBlind: number | null;
  bigBlind: number | null;
  stake: number | null;
}

export interface JoinRequest {
  playerName?: string | null;
  buyIn?: number | null;
  seat?: number | null;
  password?: string | null;
}

export interface ActionRequest {
  text?: string | null;
  action?: string | null;
  amount?: number | null;
  to?: number | null;
  seq?: number | null;
}

export interface BetRequest {
  amount?: number | null;
  to?: number | null;
  seq?: number | null;
}

export interface BackRequest {
  post?: boolean;
}

export interface Accepted {
  seq: number;
  action: string | null;
  state: GameState;
}

export interface PotReply {
  pot: number;
  pots: string[];
}

export interface GameList {
  games: GameSummary[];
  total: number;
}

export interface ChatLog {
  lines: ChatSaid[];
}

export interface Tidied {
  groups: string[][];
  names: (Line | null)[];
}

export interface HandName {
  name: Line | null;
}

export interface Equity {
  shares: number[] | null;
  exact: boolean;
}

export interface PotView {
  amount: number;
  eligible: number[];
  winners: number[];
  shares: [number, number][];
  handType: string | null;
  best: Line | null;
  number: number;
  run: number;
}

export interface SeatView {
  seat: number;
  chips: number;
  bet: number;
  totalBet: number;
  status: "active" | "folded" | "all_in" | "busted" | "sitting_out" | "away" | "disconnected" | null;
  hasCards: boolean;
  holeCards: string[] | null;
  lastAction: string | null;
  won: number;
  hand: Line | null;
  secondHand: Line | null;
  place: number;
}

export interface HoldemView {
  type: "HoldemView";
  gameType: string;
  shortDeck: boolean;
  dealerButton: number;
  smallBlindSeat: number | null;
  bigBlindSeat: number;
  straddleSeat: number | null;
  bombPot: boolean;
  smallBlind: number;
  bigBlind: number;
  ante: number;
  pot: number;
  pots: PotView[];
  communityCards: string[];
  secondBoard: string[];
  asking: boolean;
  currentPlayer: number | null;
  currentBet: number;
  toCall: number;
  minRaiseTo: number;
  maxRaiseTo: number;
  minBet: number;
  maxBet: number;
  seats: SeatView[];
  made: Line | null;
  viewer: number | null;
}

export interface Pile {
  name: string;
  cards: string[] | number | null;
}

export interface Shown {
  seat: number;
  cards: string[];
  type: string;
  title: string;
  head: string;
  bomb: number;
  wins: boolean;
}

export interface ClimbView {
  type: "ClimbView";
  hands: Pile[];
  centre: Pile[];
  waitingOn: number[];
  phase: string;
  teams: number[];
  leading: boolean;
  trick: Shown[];
  passed: number[];
  required: string | null;
  landlord: number | null;
  first: number | null;
  marked: string | null;
  answers: [number, string][];
  base: number;
  bid: number;
  multiplier: number;
  factors: Line[];
  doubles: number[];
  openHands: number[];
  spare: number[];
  bombs: number[];
  captured: number[];
  pot: number;
  finished: number[];
  places: string[];
  counter: [string, number][];
  countLimit: number | null;
  viewer: number | null;
}

export interface LaiziView {
  type: "LaiziView";
  hands: Pile[];
  centre: Pile[];
  waitingOn: number[];
  phase: string;
  teams: number[];
  leading: boolean;
  trick: Shown[];
  passed: number[];
  required: string | null;
  landlord: number | null;
  first: number | null;
  marked: string | null;
  answers: [number, string][];
  base: number;
  bid: number;
  multiplier: number;
  factors: Line[];
  doubles: number[];
  openHands: number[];
  spare: number[];
  bombs: number[];
  captured: number[];
  pot: number;
  finished: number[];
  places: string[];
  counter: [string, number][];
  countLimit: number | null;
  wildRank: string | null;
  wilds: string[];
  viewer: number | null;
}

export interface TributeView {
  payer: number;
  receiver: number;
  card: string;
  returned: string | null;
}

export interface GuandanView {
  type: "GuandanView";
  hands: Pile[];
  centre: Pile[];
  waitingOn: number[];
  phase: string;
  teams: number[];
  leading: boolean;
  trick: Shown[];
  passed: number[];
  required: string | null;
  landlord: number | null;
  first: number | null;
  marked: string | null;
  answers: [number, string][];
  base: number;
  bid: number;
  multiplier: number;
  factors: Line[];
  doubles: number[];
  openHands: number[];
  spare: number[];
  bombs: number[];
  captured: number[];
  pot: number;
  finished: number[];
  places: string[];
  counter: [string, number][];
  countLimit: number | null;
  level: number;
  wild: string;
  levels: number[];
  declarer: number | null;
  aFails: number[];
  dealNo: number;
  tributes: TributeView[];
  announced: (number | null)[];
  mayAsk: boolean;
  gain: number | null;
  matchWinner: number | null;
  matchOver: boolean;
  viewer: number | null;
}

export interface Equipped {
  slot: string;
  card: string;
}

export interface Laid {
  name: string;
  card: string;
}

export interface PlayerView {
  seat: number;
  number: number;
  role: "lord" | "loyalist" | "rebel" | "renegade" | null;
  general: string | null;
  kingdom: string;
  male: boolean;
  hp: number;
  maxHp: number;
  alive: boolean;
  faceUp: boolean;
  chained: boolean;
  rest: number;
  equip: Equipped[];
  judge: Laid[];
  piles: Pile[];
  abolished: string[];
  skills: string[];
  reach: number;
  distance: number | null;
}

export interface SanguoshaView {
  type: "SanguoshaView";
  hands: Pile[];
  waitingOn: number[];
  players: PlayerView[];
  lord: number;
  current: number;
  round: number;
  drawPile: number;
  discardPile: number;
  lastDiscarded: string[];
  processing: string[];
  lookingAt: string[];
  generals: string[];
  roleCounts: (["lord" | "loyalist" | "rebel" | "renegade", number])[];
  winner: string | null;
  viewer: number | null;
}

export interface OfferDetail {
  verb: string;
  what: string;
  slots?: number | null;
  cards?: string[];
  labels?: string[];
  low?: number;
  high?: number;
  targets?: number[][] | null;
  targetsByCard?: number[][][] | null;
  inOrder?: boolean;
}

export interface GeneralDetail {
  kingdom: string;
  hp: number;
  skills: string[];
}

export interface SanguoshaDetail {
  offers: OfferDetail[];
  generals: Record<string, GeneralDetail>;
  arrange: string[] | null;
}

export type View = HoldemView | ClimbView | LaiziView | GuandanView | SanguoshaView;

export type Detail = SanguoshaDetail;

export type ServerMessage = GameStateOut | PlayerActionOut | ChatOut | ErrorOut | WinnerOut | WelcomeOut | AckOut | PongOut | HintOut | CheckedOut | NoticeOut;

export type ClientMessage = HelloIn | JoinIn | WatchIn | UnwatchIn | LeaveIn | ActionIn | ChatIn | SitOutIn | BackIn | HoldIn | ReadyIn | StartIn | EntropyIn | HintIn | CheckIn | RebuyIn | KickIn | UnbarIn | MuteIn | AddBotIn | PingIn;
