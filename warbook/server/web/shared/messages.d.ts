// What the server sends and takes. Types only, for tsc; no page loads this file.
// Written by `WARBOOK_TYPES=write python -m pytest tests/server/test_page_types.py`.

import { Asked, BattleEvent, Preview, Table } from "./types.js";

export interface Advice {
  type: "advice";
  ref: number;
  value: unknown;
  why: string;
}
export interface Arm {
  name: string;
  words: string;
  state: string;
  useless: boolean;
  rule: string;
  traits: Trait[];
}
export interface Borne {
  type: "bears";
  ref: number;
  shapes: [number, number][][];
  seen: boolean;
}
export interface Briefing {
  title: string;
  words: string;
  goals: Goal[];
  lasts: string;
  rule: string;
}
export interface Card {
  id: string;
  name: string;
  kind: string;
  profile: Figure[];
  arms: Arm[];
  charts: Chart[];
  abilities: Trait[];
  states: Trait[];
  done: string[];
  may: string[];
  cost: string;
}
export interface CardShown {
  type: "card";
  ref: number;
  card: Card;
}
export interface Chart {
  name: string;
  rows: [string, string][];
  rule: string;
}
export interface Choice {
  id: string;
  name: string;
  words: string;
  kind: string;
  meets: string[];
  announced: string;
  sides: string[];
  own: string[];
}
export interface Company {
  type: "company";
  names: Record<string, string>;
  stand_ins: string[];
  quiet: string[];
  invited: string[];
  chat: boolean;
  watch: string;
  away: number;
  silent: number;
}
export interface Concern {
  part: string[];
  words: string;
  rule: string;
  barred: boolean;
}
export interface Danger {
  piece: string;
  how: string;
  chance: string;
  value: number;
  words: string;
  given: string;
}
export interface Desk {
  book: string;
  title: string;
  questions: DeskQuestion[];
  glossary: Glossary;
}
export interface DeskAnswer {
  first: DeskSetUp;
  second: DeskSetUp | null;
  differences: Likely[];
  varied: DeskVaried | null;
}
export interface DeskAsked {
  book: string;
  question: string;
  given?: string[];
  against?: string[] | null;
  vary?: string[];
}
export interface DeskName {
  name: string;
  of: string;
  has: Record<string, string[]>;
}
export interface DeskParameter {
  id: string;
  means: string;
  bounds: [number, number] | null;
  words: string[];
  default: number | string | null;
  start: number | string;
}
export interface DeskQuestion {
  id: string;
  says: string;
  parameters: DeskParameter[];
  roles: DeskRole[];
}
export interface DeskRole {
  id: string;
  means: string;
  several: boolean;
  brings: string[];
  names: DeskName[];
  start: string;
}
export interface DeskSetUp {
  values: Record<string, number | string>;
  outcomes: Likely[];
  also: Likely[];
  means: Likely[];
}
export interface DeskVaried {
  ranges: Record<string, string[]>;
  chances: string[];
  usual: string;
  rows: number[][];
}
export interface Done {
  type: "done";
  ref: number;
  at: number;
  words: string;
}
export interface Endangered {
  type: "dangers";
  ref: number;
  chances: string[];
  values: number[];
  worst: string[];
}
export interface Fault {
  words: string;
  rule: string;
}
export interface Figure {
  name: string;
  value: string;
  words: string;
}
export interface Foretold {
  type: "odds";
  ref: number;
  preview: Preview | null;
}
export interface Found {
  kind: string;
  id: string;
  title: string;
  section: string;
  says: string;
  address: string;
}
export interface Glossary {
  states: Record<string, Term>;
  phases: Record<string, Term>;
  codes: Record<string, Term>;
  markers: Record<string, Term>;
  terms: Record<string, Term>;
  help: string[];
}
export interface Goal {
  side: string;
  words: string;
  rule: string;
}
export interface Group {
  id: string;
  name: string;
  side: string;
  members: string[];
  states: string[];
  words: string;
}
export interface House {
  invite_only: boolean;
  word: boolean;
  admitted: boolean;
  name: string;
}
export interface Hull {
  length: number;
  width: number;
  armour: [string, string, string, string] | null;
  mounts: Mount[];
  aboard: number;
}
export interface Invited {
  title: string;
  book: string;
  scenario: string;
  plays: string;
  names: string[];
  taken: boolean;
  seat: boolean;
}
export interface Judged {
  type: "judged";
  ref: number;
  concerns: Concern[];
}
export interface Landmark {
  words: string;
  spot: [number, number, number];
}
export interface LedgerLine {
  name: string;
  made: number;
  of: number;
  expected: number;
  percentile: number;
}
export interface LedgerSide {
  side: string;
  name: string;
  lost: string;
  lines: LedgerLine[];
  total: LedgerLine;
  stories: Story[];
}
export interface Lesson {
  number: number;
  of: number;
  title: string;
  says: string;
  points: string[];
  spot: [number, number] | null;
  word: string;
}
export interface Likely {
  name: string;
  value: number;
  exact: string;
}
export interface Line {
  name: string;
  words: string;
  details: string[];
  cost: string;
  parts: Part[];
  settings: Setting[];
  off: string;
  offers: Offer[];
}
export interface Made {
  battle: string;
  title: string;
  seats: Record<string, string>;
  invites: Record<string, string>;
  watch: string;
  commitment: string;
  scenario: string | null;
  forces: (string | null)[];
}
export interface Mount {
  at: [number, number];
  up: number;
  centre: number;
  width: number;
  name: string;
}
export interface Named {
  name: string;
  device: string;
}
export interface NewBattle {
  book: string;
  scenario?: string | Written | null;
  forces?: (string | Written | null)[];
  players?: Record<string, string>;
  names?: Record<string, string>;
  rulings?: Record<string, unknown>;
  seed?: string | null;
  varied?: boolean;
  lesson?: boolean;
  real_dice?: boolean;
}
export interface NotDone {
  type: "refused";
  ref: number;
  words: string;
  rule: string;
}
export interface Offer {
  act: string;
  name: string;
  words: string;
  details: string[];
  cost: string;
  group: string;
  barred: Refusal | null;
}
export interface OwnBattle {
  battle: string;
  side: string;
  title: string;
  scenario: string;
  over: boolean;
  touched: number;
}
export interface Part {
  name: string;
  cost: string;
  off: string;
}
export interface Piece {
  id: string;
  name: string;
  side: string;
  x: number;
  y: number;
  z: number;
  facing: number;
  radius: number;
  states: string[];
  letter: string;
  words: string;
  on_table: boolean;
  arc: number;
  hull: Hull | null;
  group: string;
  aboard: string;
}
export interface Present {
  type: "present";
  sides: string[];
  watching: number;
}
export interface Reachable {
  type: "reach";
  ref: number;
  spots: number[][];
  landmarks: Landmark[];
}
export interface Refusal {
  words: string;
  rule: string;
}
export interface Remark {
  words: string;
  rule: string;
  line: number | null;
  part: number | null;
}
export interface ReplayEnd {
  part: "end";
  over: boolean;
  winner: string | null;
  fault: string;
}
export interface ReplayFrame {
  part: "frame";
  events: BattleEvent[];
  pieces: Piece[];
  gone: string[];
  groups: Group[];
  standing: Standing;
  table: Table | null;
}
export interface ReplayOpening {
  part: "opening";
  scene: Scene;
  frames: number;
  names: Record<string, string>;
}
export interface Roamed {
  type: "whereabouts";
  ref: number;
  rows: number[][];
  words: string[];
}
export interface Room {
  type: "room";
  missing: string[];
  choosing: Record<string, string[]>;
}
export interface RuleText {
  id: string;
  section: string;
  title: string;
  says: string;
}
export interface Saying {
  number: number;
  side: string;
  name: string;
  words: string;
  when: number;
}
export interface Scene {
  battle: string;
  side: string | null;
  book: string;
  title: string;
  scenario: string;
  phases: string[];
  table: Table;
  sides: SideCard[];
  rulings: Record<string, unknown>;
  commitment: string;
  open_table: boolean;
  by_hand: boolean;
  measured: boolean;
  roams: boolean;
  edition: string;
  briefing: Briefing;
  glossary: Glossary;
}
export interface Seen {
  type: "sights";
  ref: number;
  rows: number[][];
}
export interface Setting {
  act: string;
  name: string;
  value: string;
  choices: Offer[];
  longest: number;
}
export interface Sheet {
  file: Written;
  title: string;
  save_as: string;
  settings: Setting[];
  totals: Total[];
  faults: Remark[];
  notes: Remark[];
  lines: Line[];
  offers: Offer[];
  starts: Offer[];
}
export interface Shelf {
  id: string;
  title: string;
  source: string;
  licence: string;
  sides: string[];
  phases: string[];
  scenarios: Choice[];
  forces: Choice[];
  builds: boolean;
  lesson: string;
  bots: string[];
  switches: Switch[];
}
export interface SideCard {
  id: string;
  name: string;
  player: string;
}
export interface Standing {
  turn: number;
  turns: number;
  sides: Tally[];
}
export interface State {
  type: "state";
  at: number;
  keep: number;
  events: BattleEvent[];
  pieces: Piece[];
  gone: string[];
  groups: Group[];
  standing: Standing;
  turns: TurnTold[];
  table: Table | null;
  question: Asked | null;
  waiting: string[];
  undo: "" | "sealed" | "free" | "consent";
  asking: string;
  asks: "undo" | "draw";
  asked: string[];
  undone: string[];
  over: boolean;
  winner: string | null;
  lesson: Lesson | null;
}
export interface Story {
  piece: string;
  name: string;
  lines: LedgerLine[];
}
export interface Suggested {
  type: "suggested";
  ref: number;
  value: unknown;
}
export interface Switch {
  id: string;
  name: string;
  changes: string;
  why: string;
  common: boolean;
  called: string[];
  default: unknown;
  between_people: unknown;
  choices: unknown[];
}
export interface Talk {
  type: "talk";
  lines: Saying[];
  whole: boolean;
}
export interface Tally {
  side: string;
  words: string;
  value: number;
  limit: number;
}
export interface Term {
  words: string;
  rule: string;
  icon: string;
  short: string;
  forms: string[];
  everyday: boolean;
}
export interface Total {
  name: string;
  unit: string;
  spent: number;
  limit: number;
}
export interface Trait {
  name: string;
  words: string;
  rule: string;
}
export interface TurnTold {
  turn: number;
  after: number;
  lines: string[];
}
export interface WayThere {
  type: "way";
  ref: number;
  path: [number, number, number][];
  cost: number | null;
  words: string;
  sees: string[];
  seen_by: string[];
  dangers: Danger[];
  legs: [number, number][];
  facings: number[];
}
export interface Welcome {
  type: "welcome";
  scene: Scene;
  adds: boolean;
  given: Record<string, string>;
  company: Company;
  talk: Talk;
}
export interface Written {
  name: string;
  text: string;
}
export type FromServer =
  | Advice
  | Borne
  | CardShown
  | Company
  | Done
  | Endangered
  | Foretold
  | Judged
  | NotDone
  | Present
  | Reachable
  | Roamed
  | Room
  | Seen
  | State
  | Suggested
  | Talk
  | WayThere
  | Welcome;
