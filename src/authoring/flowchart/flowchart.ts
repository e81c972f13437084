/** A flow as a chart: plain JSON with everything that a diagram of its steps shows, in the order of the file. */
import type { Road, WaitCause } from '../../language/model/index.ts';

/** A compiled flow as a chart. */
export interface Flowchart {
  /** Name of the flow. */
  flow: string;
  /** The step with which a call begins. */
  entry: string;
  /** Languages in order of preference. */
  languages: string[];
  /** The step that `on.error` names. */
  errorStep?: string;
  /** The step that `on.end` names. */
  endStep?: string;
  /** In the order of the file. */
  steps: FlowchartStep[];
  /** Keys and phrases that count at every question. */
  always: AlwaysWay[];
}

/** A step. */
export interface FlowchartStep {
  /** Name of the step, unique in the flow. */
  id: string;
  verb: string;
  /** 1-based line of its name in the file. */
  line: number;
  /** Path of the imported file that contains the step, relative to the flow's folder; absent: the flow's own file. */
  file?: string;
  /** The other flow that it runs or goes to. */
  flow?: string;
  /** Text of its first prompt by language, without markup; a prompt that is audio has none. */
  prompt?: Record<string, string>;
  /** The effect of the step, in one short line: `department = sales`, `+4930231251`; of one that asks, the keys that it takes: `4 digits, then #`. */
  detail?: string;
  /** The input that the step waits for before it can end. */
  waits: WaitCause;
  /** The path of a call on which it runs; an unreachable step counts as part of the main path. */
  road: Road;
  /** In the order of the verb's outcomes. */
  ways: FlowchartWay[];
}

/**
 * The kind of a way out. `choice`: an answer or a case that the verb's body routes; `outcome`: an outcome that `on`
 * routes; `failure`: an outcome that means that the step could not do its work; `next`: the step after this one.
 */
export type WayKind = 'choice' | 'outcome' | 'failure' | 'next';

/** A way out of a step. */
export interface FlowchartWay {
  /** The outcome or the key: `busy`, `1`. */
  code: string;
  kind: WayKind;
  to: FlowchartTarget;
  /** The condition of a case, whose code says little. */
  meaning?: string;
  /** True for a failure that the step does not route, so that the flow's `on.error` takes it. */
  isUnhandled: boolean;
}

/** The target of a way: a step, or a word of the language. `repeat` leads to the step itself. */
export type FlowchartTarget = { step: string } | { word: TargetWord };

/** A target that is no step. */
export type TargetWord = 'hangup' | 'return' | 'repeat' | 'back';

/** A key or phrase that counts at every step that waits for the caller. */
interface AlwaysWay {
  /** The key, or the first phrase in quotes. */
  key: string;
  to: FlowchartTarget;
}
