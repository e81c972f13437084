/** The shapes of a layout: plain JSON. */
import type { FlowchartTarget } from '../index.ts';

/** A point, px from the upper left corner. */
export type Point = [x: number, y: number];

/** The layout of a chart. Lengths are in px. */
export interface Layout {
  width: number;
  height: number;
  /** In the order of the file. */
  cards: Card[];
  lines: Line[];
  badges: Badge[];
  /** Steps that are left out because they are folded, in the order of the file. */
  folded: string[];
}

/** The card of a step. */
export interface Card {
  step: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its cell: 0 is the row of the entry, and the first column. */
  row: number;
  column: number;
  /** From left to right. */
  ports: Port[];
}

/** The place on the lower edge of a card at which ways out begin. */
export interface Port {
  /** Outcomes or keys of its ways. */
  codes: string[];
  x: number;
  y: number;
  /** Width that its label may take. */
  width: number;
  to: FlowchartTarget;
  /** True when all of its ways are failures. */
  isFailure: boolean;
}

/** A line from a port to a card. */
export interface Line {
  from: string;
  /** Index of the port on the card that it leaves. */
  port: number;
  to: string;
  /** Corners from the port to the card; neighbours differ in one coordinate only. */
  points: Point[];
  /** True when it leads to a step that was open when the reading came to it: drawn dashed, upwards. */
  isBack: boolean;
}

/** A word below a port in place of a line: the end of the call, or a step that many lead to. */
export interface Badge {
  from: string;
  /** Index of the port on the card. */
  port: number;
  to: FlowchartTarget;
  /** Its upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}
