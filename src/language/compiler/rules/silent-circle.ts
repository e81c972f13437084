/** Follows calls that come back to a menu without having heard anything, whatever the values are. */
import type { GraphStep, Value } from '../../model/index.ts';
import { decide, listConditions, type Known } from '../check/known-values.ts';
import { listWrites } from '../check/step-values.ts';
import { findSourcesFor } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import { findEdge, findStep } from './unasked-ways.ts';
import { findHeldAt, holdBehind, type Held } from './variable-ranges.ts';

/** The steps between a choice and the menu to which it leads back. */
interface Circle {
  steps: readonly string[];
  /** The variables that are set on the way. */
  written: ReadonlySet<string>;
}

/** Verbs of steps that neither say nor ask anything. */
const SILENT = new Set(['set', 'switch']);

/** Maximum number of arrivals that are followed. */
const MAX_ARRIVALS = 60;

/** Returns the silent way from a choice back to its menu; undefined when it can lead anywhere else. */
export function findSilentCircle(draft: FlowDraft, menu: string, outcome: string): Circle | undefined {
  const edge = findEdge(draft, menu, outcome);
  const step = findStep(draft, menu);
  if (edge === undefined || step === undefined || edge.to === menu) return undefined;
  const written = new Set<string>();
  const steps = new Set<string>();
  const constants = readConstants(draft, menu);
  const waiting = [...leave(step, { held: findHeldAt(draft, menu), constants }, { draft, written, outcome })];
  // Arrivals that are added while the loop runs are followed too.
  for (const { to, ...state } of waiting) {
    if (to === menu) continue;
    const next = findStep(draft, to);
    if (next === undefined || !SILENT.has(next.verb) || waiting.length > MAX_ARRIVALS) return undefined;
    steps.add(to);
    waiting.push(...leave(next, state, { draft, written }));
  }
  return { steps: [...steps], written };
}

/** What is known of the values: the numbers, and the other values that are certain. */
interface State {
  held: Held;
  constants: ReadonlyMap<string, Known>;
}

interface Leaving {
  draft: FlowDraft;
  /** Takes the variables that are set. */
  written: Set<string>;
  /** The only outcome that counts. */
  outcome?: string;
}

function leave(
  step: GraphStep,
  state: State,
  { draft, written, outcome }: Leaving,
): (State & { to: string })[] {
  const excluded = findExcluded(step.name, state, draft);
  return step.edges.flatMap((edge) => {
    if (edge.kind === 'error' || edge.outcome !== (outcome ?? edge.outcome) || excluded.has(edge.outcome))
      return [];
    const held = holdBehind(step, edge, { draft, held: state.held });
    if (held === undefined) return [];
    const constants = new Map(state.constants);
    for (const { variable, literal } of listWrites(draft, step.name, edge)) {
      written.add(variable);
      if (literal === undefined) constants.delete(`vars.${variable}`);
      else constants.set(`vars.${variable}`, { value: literal });
    }
    return [{ to: edge.to, held, constants }];
  });
}

/** Returns the outcomes of a switch that the certain values exclude. */
function findExcluded(step: string, { constants }: State, draft: FlowDraft): Set<string> {
  const excluded = new Set<string>();
  let isTaken = false;
  for (const [index, condition] of (listConditions(draft).get(step) ?? []).entries()) {
    const decision = decide(condition, constants, draft.expressions());
    if (isTaken || decision === false) excluded.add(`case_${index + 1}`);
    isTaken ||= decision === true;
  }
  return isTaken ? excluded.add('otherwise') : excluded;
}

/** Returns the values of texts and flags that are the same in every call that comes to a step. */
function readConstants(draft: FlowDraft, step: string): Map<string, Known> {
  const constants = new Map<string, Known>();
  for (const [variable, { type, initial }] of Object.entries(draft.vars)) {
    if ((type !== 'string' && type !== 'bool') || draft.brokenVars.has(variable)) continue;
    const values = new Set<Value | undefined>(
      findSourcesFor(draft, variable, step).map((one) => (one.step === undefined ? initial : one.literal)),
    );
    const [value, ...others] = values;
    if (value !== undefined && others.length === 0) constants.set(`vars.${variable}`, { value });
  }
  return constants;
}
