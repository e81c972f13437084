/** A call of an Architect flow between two moves: plain data. */
import type { Start } from '../../verification/compare/index.ts';
import type { Value } from './expressions/evaluate.ts';
import { END } from './model.ts';
import type { Target } from './model.ts';

export interface State {
  start: Start;
  /** Name of the flow that the call has gone on with, if it is not the one that it began with. */
  flow?: string;
  /** Node that the call is at; `END` when it is over. */
  at: Target;
  /** True while the call waits for something at that node. */
  isWaiting: boolean;
  isOver: boolean;
  language: string;
  values: Readonly<Record<string, Value>>;
  /** Counters of loops, which have a name of their own for each. */
  counters: Readonly<Record<string, number>>;
  /** Data of the conversation. */
  data: Readonly<Record<string, Value>>;
  /** Calls of tasks that the call returns to. */
  calls: readonly string[];
  /** Menu that the caller was in last. */
  menu?: string;
  /** Menu → the one that the caller came from. */
  before: Readonly<Record<string, string>>;
  attempts: number;
  isRecorded: boolean;
  /** What the caller has keyed in, while it is read back. */
  entry?: string;
  /** True while an extension rings that the caller dialled at a menu. */
  isDialling: boolean;
}

export function createState(start: Start, language: string): State {
  return {
    start,
    at: END,
    isWaiting: false,
    isOver: false,
    language,
    values: {},
    counters: {},
    data: {},
    calls: [],
    before: {},
    attempts: 0,
    isRecorded: false,
    isDialling: false,
  };
}
