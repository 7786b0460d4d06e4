// What the server writes as plain JSON: questions, events, tables. The messages they travel in are in messages.d.ts.
// Types only, for tsc; no page loads this file.

import { Advice, Borne, CardShown, Done, Endangered, Foretold, Judged, NotDone, Reachable, Refusal, Roamed, Seen, Suggested, WayThere } from "./messages.js";
export * from "./messages.js";

export type Spot = [number, number, number];
export type Rows = [name: string, exact: string, value: number];

export interface Modifier { value: number; why: string; rule: string }
/** A roll that follows where the one before it came off. */
export interface Follow { what: string; need: string; rule: string }
/** Outcomes run from harmless to lethal (in a fight: from bad for you to bad for him). `given`: on what condition.
 *  What depends on something that may not be known beforehand has `cases` instead, each with its own `given`. `then`
 *  are the rolls that follow the first; `besides` is what else hangs on the throw, whatever the outcome. */
export interface Preview {
  outcomes: Rows[]; need: string; modifiers: Modifier[]; headline: string; given: string; cases: Preview[];
  then: Follow[]; besides: Rows[]; /** Nothing can come of it. */ vain?: boolean;
}
/** Where an option leads its piece if nothing comes in between: `first` is decided already, `path` is what it adds;
 *  where it leaves a choice, both as far as they are certain, and the `ends` it may come to. `given`: on what
 *  condition. `words`: what it comes to besides, such as a speed or a fight. */
export interface Leads {
  path: Spot[]; facing: number | null; first: Spot[]; ends: Spot[]; given: string; words: string;
}
export interface Option {
  id: string; label: string; piece: string; spot: Spot | null; barred: Refusal | null; preview?: Preview;
  previewed?: boolean; leads?: Leads; goes?: boolean; aside?: string; hindered?: { spot: Spot | null; piece: string };
}
/** Of an option that `goes` somewhere "reach" and "way" tell: a way is asked for next.
 *  `usual`: the option that a form has filled in beforehand. */
export interface Choose { kind: "choose"; text: string; rule: string; piece: string; options: Option[]; usual?: string;
  /** It is about a weapon: on what ground it bears can be asked. */ bears?: boolean }
/** A path or, where start is null, one spot. Answer: {path: Spot[], facing: degrees|null}; degrees run
 *  counter-clockwise from east, y grows to the north (the top of the page). */
export interface Walk {
  kind: "route"; text: string; rule: string; piece: string; start: Spot | null; allowance: number; driven?: false;
  suggests?: boolean; faces?: boolean;
}
/** A way of straight legs with turns on the spot before them, from `start` on, facing `heading`. Answer: {legs: Leg[]}.
 *  The rows of its reach have a fourth number, the facing at that end; of its legs a "way" tells. `pivots`: at the
 *  end it can come to face any way that has room, not only those of the rows. */
export interface Drive {
  kind: "route"; text: string; rule: string; piece: string; start: Spot; allowance: number; driven: true; heading: number;
  pivots?: boolean; suggests?: boolean;
}
/** A turn in degrees, to the left if positive, and then so many inches ahead, or back if negative. */
export type Leg = [turn: number, inches: number];
/** `suggests`: "suggest" tells the usual way. */
export type Route = Walk | Drive;
/** `judged`: its answers can be asked about together, before they are sent. `suggests`: given some of them, "suggest"
 *  fills in others. `blind`: a distance is to be guessed; nothing is measured while it is open. */
export interface Form {
  kind: "form"; text: string; rule: string; parts: Record<string, Question>; judged?: boolean; suggests?: boolean;
  blind?: boolean; /** Whole answers to begin with, by name. */ presets?: Record<string, Record<string, unknown>>;
}
/** What real dice show: so many faces from 1 to `sides`. `labels` stand on the faces of a die without numbers. Answer:
 *  the faces. Never a part of a form. */
export interface Faces {
  kind: "dice"; text: string; rule: string; piece: string; count: number; sides: number; labels: string[];
}
export type Question = Choose | Route | Form;
export type Asked = Question | Faces;

/** A spot in an event is {x, y, z}; fields that have their default value may be missing. */
export interface EventSpot { x: number; y: number; z?: number }
interface EventBase { words: string; rule?: string }
export interface Rolled extends EventBase {
  type: "Rolled"; faces: number[]; sides?: number; need?: number | null; most?: number | null; by?: string;
  modifiers?: Modifier[]; name: string; passed: boolean | null; counts?: number[];
}
export interface Moved extends EventBase {
  type: "Moved"; piece: string; path: EventSpot[]; how?: string; facings?: number[];
}
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
/** What was sealed is turned up by all together: of each piece what it is about to do, in short and in full. */
export interface Revealed extends EventBase { type: "Revealed"; shown: [piece: string, short: string, words: string][] }
export interface Note extends EventBase { type: "Note"; piece?: string }
export interface Ended extends EventBase { type: "Ended"; winner: string }
export type BattleEvent =
  | Rolled | Moved | Turned | Became | Aimed | Template | Marker | Placed | Removed | Phase | Note | Revealed | Ended;

export type Point = [number, number];
export interface Area {
  name: string; polygon: Point[]; ground: "open" | "difficult" | "very-difficult" | "impassable"; shelter: number;
  level: number; words: string[];
}
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

export type Reply = Done | NotDone | Foretold | Reachable | Borne | WayThere | Advice | Judged | Suggested | CardShown
  | Endangered | Roamed | Seen;

