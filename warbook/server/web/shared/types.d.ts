// What the server sends and takes: the same as messages.py. Types only, for tsc; no page loads this file.

export type Spot = [number, number, number];
export type Rows = [name: string, exact: string, value: number];

export interface Refusal { words: string; rule: string }
export interface Modifier { value: number; why: string; rule: string }
/** Outcomes run from harmless to lethal (in a fight: from bad for you to bad for him). `given`: on what condition.
 *  What depends on
 *  something that may not be known beforehand has `cases` instead, each with its own `given`. */
export interface Preview { outcomes: Rows[]; need: string; modifiers: Modifier[]; headline: string; given: string; cases: Preview[] }
/** Where an option leads its piece if nothing comes in between: `first` is decided already, `path` is what it adds;
 *  where it
 *  leaves a choice, both as far as they are certain, and the `ends` it may come to. `given`: on what condition. */
export interface Leads { path: Spot[]; facing: number | null; first: Spot[]; ends: Spot[]; given: string }
export interface Option {
  id: string; label: string; piece: string; spot: Spot | null; barred: Refusal | null; preview?: Preview;
  previewed?: boolean; leads?: Leads;
}
/** `usual`: the option that a form has filled in beforehand. */
export interface Choose { kind: "choose"; text: string; rule: string; piece: string; options: Option[]; usual?: string }
/** A path or, where start is null, one spot. Answer: {path: Spot[], facing: degrees|null}; degrees run
 *  counter-clockwise from east, y grows to the north (the top of the page). */
export interface Route { kind: "route"; text: string; rule: string; piece: string; start: Spot | null; allowance: number }
/** `judged`: its answers can be asked about together, before they are sent. */
export interface Form { kind: "form"; text: string; rule: string; parts: Record<string, Question>; judged?: boolean }
/** What is the matter with answers given together: with which part, named from the form down. */
export interface Concern { part: string[]; words: string; rule: string; barred: boolean }
export type Question = Choose | Route | Form;

export interface Piece {
  id: string; name: string; side: string; x: number; y: number; z: number; facing: number; radius: number;
  states: string[]; letter: string; words: string; on_table: boolean; arc: number; hull: Hull | null; group: string;
}
/** An oblong body in inches; `mounts` its guns, `armour` at front, left, rear and right, `aboard` how many it carries. */
export interface Mount { name: string; forward: number; left: number; points: number; arc: number }
export interface Hull {
  length: number; width: number; armour: [string, string, string, string] | null; mounts: Mount[]; aboard: number;
}

/** A spot in an event is {x, y, z}; fields that have their default value may be missing. */
export interface EventSpot { x: number; y: number; z?: number }
interface EventBase { words: string; rule?: string }
export interface Rolled extends EventBase {
  type: "Rolled"; faces: number[]; sides?: number; need?: number | null; most?: number | null; by?: string;
  modifiers?: Modifier[]; name: string; passed: boolean | null;
}
export interface Moved extends EventBase { type: "Moved"; piece: string; path: EventSpot[]; how?: string }
export interface Turned extends EventBase { type: "Turned"; piece: string; facing: number }
export interface Became extends EventBase { type: "Became"; piece: string; status: string; gained?: boolean }
export interface Aimed extends EventBase { type: "Aimed"; piece: string; target?: string; spot?: EventSpot | null }
export interface Template extends EventBase {
  type: "Template"; shape: "blast" | "teardrop" | "strip"; spot: EventSpot; length: number; width: number; facing?: number;
}
export interface Marker extends EventBase {
  type: "Marker"; marker: string; kind: string; spot?: EventSpot | null; radius?: number;
}
export interface Placed extends EventBase { type: "Placed"; piece: string; spot: EventSpot; facing?: number }
export interface Removed extends EventBase { type: "Removed"; piece: string }
export interface Phase extends EventBase { type: "Phase"; turn: number; side: string; phase: string }
export interface Note extends EventBase { type: "Note"; piece?: string }
export interface Ended extends EventBase { type: "Ended"; winner: string }
export type BattleEvent =
  | Rolled | Moved | Turned | Became | Aimed | Template | Marker | Placed | Removed | Phase | Note | Ended;

export type Point = [number, number];
export interface Area { name: string; polygon: Point[]; ground: "open" | "difficult" | "very-difficult" | "impassable"; shelter: number; level: number; words: string[] }
export interface Block { name: string; polygon: Point[]; height: number; base: number; roof: boolean; words: string[] }
export interface Floor { name: string; polygon: Point[]; level: number; words: string[] }
export interface Wall { name: string; line: Point[]; height: number; base: number; door: boolean; words: string[] }
export interface Ladder { at: Point; top: Point; height: number; name: string; bottom: number }
export interface InchTable {
  kind: "inches"; name: string; width: number; depth: number;
  areas: Area[]; blocks: Block[]; floors: Floor[]; walls: Wall[]; ladders: Ladder[];
}
/** A hex: its middle, its name, what lies there, and the directions (0 to 5, clockwise from north) in which its road
 *  goes on. Hexes stand with a side up; neighbours' middles are `spacing` apart. */
export interface Cell { x: number; y: number; name: string; ground: string; road: boolean; roads: number[] }
export interface HexTable { kind: "hexes"; name: string; width: number; depth: number; spacing: number; cells: Cell[] }
export type Table = InchTable | HexTable;

export interface SideCard { id: string; name: string; player: string }
export interface Scene {
  battle: string; side: string | null; book: string; title: string; scenario: string; phases: string[]; table: Table;
  sides: SideCard[]; rulings: Record<string, unknown>; commitment: string; open_table: boolean; measured: boolean;
  briefing: Briefing; glossary: Glossary;
}
/** What a person must know, as the book declares it. */
export interface Figure { name: string; value: string; words: string }
export interface Arm { name: string; words: string; state: string; useless: boolean; rule: string }
export interface Trait { name: string; words: string; rule: string }
export interface Chart { name: string; rows: [string, string][]; rule: string }
export interface Card {
  id: string; name: string; kind: string; profile: Figure[]; arms: Arm[]; charts: Chart[]; abilities: Trait[];
  states: Trait[]; done: string[]; may: string[];
}
export interface Goal { side: string; words: string; rule: string }
export interface Briefing { title: string; words: string; goals: Goal[]; lasts: string }
export interface Tally { side: string; words: string; value: number; limit: number }
export interface Standing { turn: number; turns: number; sides: Tally[] }
export interface Term { words: string; rule: string; icon: string; short: string }
export interface Glossary {
  states: Record<string, Term>; phases: Record<string, Term>; codes: Record<string, Term>; markers: Record<string, Term>;
  help: string[];
}
export interface Group { id: string; name: string; side: string; members: string[]; states: string[]; words: string }
/** `table` only where it is no longer as it was before. */
export interface Frame {
  events: number; pieces: Piece[]; gone: string[]; groups: Group[]; standing: Standing; table: Table | null;
}
export interface Replay { scene: Scene; events: BattleEvent[]; frames: Frame[]; over: boolean; winner: string | null }

export interface Danger { piece: string; how: string; chance: string; value: number; words: string; given: string }
/**
 * `adds`: the seat has not added its share to the dice yet; `given`: the commitments of those who have, until the
 * seed is settled.
 */
export interface WelcomeMessage { type: "welcome"; scene: Scene; adds: boolean; given: Record<string, string> }
export interface RoomMessage { type: "room"; missing: string[] }
export interface State {
  type: "state"; at: number; keep: number; events: BattleEvent[]; pieces: Piece[]; groups: Group[];
  standing: Standing; table: Table | null; question: Question | null;
  waiting: string[]; undo: "" | "sealed" | "free" | "consent"; asking: string; over: boolean; winner: string | null;
}
export interface Done { type: "done"; ref: number; at: number; words: string }
export interface NotDone { type: "refused"; ref: number; words: string; rule: string }
export interface Foretold { type: "odds"; ref: number; preview: Preview | null }
export interface Reachable { type: "reach"; ref: number; spots: number[][]; landmarks: { words: string; spot: Spot }[] }
export interface WayThere {
  type: "way"; ref: number; path: Spot[]; cost: number | null; words: string; sees: string[]; seen_by: string[];
  dangers: Danger[];
}
export interface Advice { type: "advice"; ref: number; value: unknown }
export interface CardShown { type: "card"; ref: number; card: Card }
export interface Judged { type: "judged"; ref: number; concerns: Concern[] }
export interface Present { type: "present"; sides: string[]; watching: number }
export type Reply = Done | NotDone | Foretold | Reachable | WayThere | Advice | Judged | CardShown;
export type FromServer = WelcomeMessage | RoomMessage | State | Present | Reply;

export interface Choice { id: string; name: string; words: string; kind: string; meets: string[]; announced: string }
export interface Switch { name: string; says: string; default: unknown; between_people: unknown; choices: unknown[] }
export interface Shelf {
  id: string; title: string; source: string; licence: string; sides: string[]; phases: string[]; scenarios: Choice[];
  forces: Choice[]; builds: boolean; bots: string[]; switches: Switch[];
}
export interface RuleText { id: string; section: string; says: string }
export interface Written { name: string; text: string }
export interface NewBattle {
  book: string; scenario?: string | Written; forces?: (string | Written)[]; players?: Record<string, string>;
  rulings?: Record<string, unknown>; seed?: string;
}
export interface Made { battle: string; title: string; seats: Record<string, string>; watch: string; commitment: string }
export interface Fault { words: string; rule: string }

/**
 * A force while it is being built. An act of a sheet, with words where it is a setting without choices, makes another
 * draft.
 */
export interface Remark { words: string; rule: string; line: number | null; part: number | null }
export interface Offer {
  act: string; name: string; words: string; details: string[]; cost: string; group: string; barred: Refusal | null;
}
export interface Setting { act: string; name: string; value: string; choices: Offer[]; longest: number }
export interface Part { name: string; cost: string; off: string }
export interface Line {
  name: string; words: string; details: string[]; cost: string; parts: Part[]; settings: Setting[]; off: string; offers: Offer[];
}
export interface Total { name: string; unit: string; spent: number; limit: number }
export interface Sheet {
  file: Written; title: string; save_as: string; settings: Setting[]; totals: Total[]; faults: Remark[]; notes: Remark[];
  lines: Line[]; offers: Offer[]; starts: Offer[];
}

/** One roll of the luck ledger: how often it was made, of how many, what was to be expected, and the exact
 *  chance to do worse plus half the chance to do the same, as a percentile from 0 to 100. */
export interface LedgerLine { name: string; made: number; of: number; expected: number; percentile: number }
export interface LedgerSide { side: string; name: string; lost: string; lines: LedgerLine[]; total: LedgerLine }
