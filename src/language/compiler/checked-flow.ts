/**
 * A flow in which no error was found: what the back of the compiler may assume. Every name in it exists, every
 * expression in it has the type its place asks for, every body fits its verb's schema.
 */
import type { Phrases } from '../../../schemas/types/flow.ts';
import type { Span } from '../diagnostics/index.ts';
import type { CompiledFlow, Graph, Hours, Names, PromptPart, Table } from '../model/index.ts';

import type { OtherFlows } from './check/other-flows.ts';

/** One step, checked. */
export interface CheckedStep {
  name: string;
  /** The key of the verb table, for instance `say`; `play` stands for itself. */
  verb: string;
  /** Plain data that fits the verb's schema. Numbers where the schema also takes text are their source text. */
  body: unknown;
  /** `next:` of the step: a step, `hangup` or `repeat`. */
  next?: string;
  /** `on:` of the step: outcome → a step, `hangup` or `repeat`. Holds only outcomes that the verb has. */
  on: Record<string, string>;
  /** Where the step's name is written. */
  span: Span;
}

/** The flow's header and its steps, with every default filled in. */
export interface CheckedFlow extends Required<Names> {
  name: string;
  /** Not empty; the first is the one a call begins with. */
  languages: string[];
  voice?: string;
  /** Name → language → parts. A prompt that is the same in every language stands under each language of the flow. */
  prompts: Record<string, Record<string, PromptPart[]>>;
  hours: Record<string, Hours>;
  tables: Record<string, Table>;
  /** `always.keys` in the order of the file. */
  alwaysKeys: { key: string; goto: string }[];
  /** `always.phrases` in the order of the file. */
  alwaysPhrases: { phrases: Phrases; goto: string }[];
  limits: CompiledFlow['limits'];
  /** The flows that this one can run, and what it gives back to one that runs it. */
  others: OtherFlows;
  returns: Record<string, string>;
  on: { error?: string; end?: string };
  /** In the order of the file; the first is the entry. Not empty. */
  steps: CheckedStep[];
  graph: Graph;
}
