/**
 * Tells apart what cannot happen from what was only not tried. The exploration takes every way of a decision, every meaning of
 * an input, and every result of a party or a service, so a way that it did not take is impossible, with these exceptions: a
 * value could not be derived, an expression may fail for other values, or a command was not tried.
 *
 * CERTAINTY-1 A way that is not explained is doubtful. Whatever lies behind a doubtful way, in any flow of the call, is doubtful,
 *    and so is the finalizer that runs when a call ends there.
 * CERTAINTY-2 A step is impossible only if it does not lie behind a doubtful way.
 * CERTAINTY-3 What lies behind a command that this carrier never carries out may happen on another carrier.
 */
import { UNSUPPORTED } from '../../../call/index.ts';
import { findDeclaredUses, listActions, isTargetWord, RETURN, BACK } from '../../../language/model/index.ts';
import type { Action, Edge as Way, FlowPart, Graph, MachineState } from '../../../language/model/index.ts';
import { listParts } from '../beginnings.ts';
import { deedOf, listEdges } from '../explore.ts';
import type { Edge, Exploration } from '../explore.ts';
import { isUnanswerable } from '../inputs.ts';
import { listPassed, placeKey } from '../place.ts';
import { findReplies } from '../web-moves.ts';

type GraphStep = Graph['steps'][number];

/** An exploration, and the graphs of its flows by name. */
interface Explored {
  exploration: Exploration;
  graphs: Readonly<Record<string, Graph>>;
}

/** Reason why no call takes a way. */
interface Reason {
  /** End of a sentence; '' where the conditions of the flow speak for themselves. */
  text: string;
  /** True if it is a finding of its own. */
  isFound?: true;
}

/** Flows and steps that are not known to be impossible. */
interface Doubt {
  /** Flows with a doubtful way. */
  flows: Set<string>;
  /** Steps behind doubtful ways, as `flow step`. */
  places: Set<string>;
}

const BY_CONDITIONS: Reason = { text: '' };

/** Verbs whose ways depend on conditions, rows and hours, of which all that are possible are taken. */
const DECIDING = new Set(['switch', 'hours', 'lookup']);
/** Verbs that fail only if an expression fails. */
const SILENT = new Set([
  'switch',
  'hours',
  'lookup',
  'set',
  'language',
  'outcome',
  'return',
  'hangup',
  'goto',
]);
/** Matches expressions that can fail for some values of the right types. */
const PARTIAL =
  /[[/%]|\b(?:int|uint|double|bool|timestamp|duration|split|substring|charAt|replace|matches|format|get[A-Z]\w*)\s*\(/;

export class Certainty {
  readonly #evidence: Explored;
  /** The entered steps, as `flow step`, and their outcomes, as `flow step outcome`. */
  readonly #happened: ReadonlySet<string>;
  readonly #parts: ReadonlyMap<string, FlowPart>;
  /** Steps that a limit of the call ends, as `flow step`, with the reason. */
  readonly #limited = new Map<string, Reason>();
  /** Steps that were entered while nothing had failed. */
  readonly #onMainRoad = new Set<string>();
  /** Steps with a doubtful way, as `flow step`. */
  readonly #undecided = new Set<string>();
  /** Steps whose command this carrier does not know, as `flow step`. */
  readonly #unsupported = new Set<string>();
  readonly #doubtful: Doubt = { flows: new Set(), places: new Set() };
  /** The part of the doubt that begins at commands which another carrier carries out. */
  readonly #elsewhere: Doubt = { flows: new Set(), places: new Set() };

  constructor(evidence: Explored) {
    this.#evidence = evidence;
    this.#happened = collectHappenings(evidence.exploration);
    this.#parts = new Map(listParts(evidence.exploration.flow).map((part) => [part.name, part]));
    this.#readNodes();
    this.#spreadDoubt();
  }

  /** True if some call enters a step, or leaves it with an outcome. */
  happens(flow: string, step: string, outcome?: string): boolean {
    const place = placeKey(flow, step);
    return this.#happened.has(outcome === undefined ? place : `${place} ${outcome}`);
  }

  /** True if no way of a step is doubtful. */
  isComplete(place: string): boolean {
    return !this.#undecided.has(place);
  }

  /** True if a step does not lie behind a doubtful way, so that everything that can happen there was explored. */
  isExact(flow: string, step: string): boolean {
    return !this.#doubtful.places.has(placeKey(flow, step));
  }

  /** True if calls of another carrier may come to a step, or leave it by other ways. */
  mayHappenElsewhere(flow: string, step: string): boolean {
    const place = placeKey(flow, step);
    return this.#unsupported.has(place) || this.#elsewhere.places.has(place);
  }

  /** Explains why a way of an entered step was not taken; undefined if it is doubtful. */
  explain(flow: string, step: string, way: Way): Reason | undefined {
    const found = this.#evidence.graphs[flow]?.steps.find(({ name }) => name === step);
    return found === undefined ? undefined : this.#explainWay(flow, found, way);
  }

  #readNodes(): void {
    for (const { situation, edges } of this.#evidence.exploration.nodes) {
      const { flow, step, road } = situation.record.context;
      const place = placeKey(flow, step);
      if (road === 'main') this.#onMainRoad.add(place);
      if (edges.some(isCut)) this.#limited.set(place, nameLimit(situation.line.partner));
    }
    for (const { commands } of listEdges(this.#evidence.exploration))
      for (const { refusal, flow, step } of commands)
        if (refusal?.code === UNSUPPORTED) this.#unsupported.add(placeKey(flow, step));
  }

  #spreadDoubt(): void {
    this.#doubtErrorSteps();
    for (;;) {
      const before = this.#measureDoubt();
      for (const [flow, graph] of Object.entries(this.#evidence.graphs))
        for (const step of graph.steps) if (this.happens(flow, step.name)) this.#doubtWaysOf(flow, step);
      if (this.#measureDoubt() === before) return;
    }
  }

  #measureDoubt(): number {
    const sets = [this.#doubtful, this.#elsewhere].flatMap(({ flows, places }) => [flows, places]);
    return sets.reduce((sum, { size }) => sum + size, 0);
  }

  /** A call that repeats steps may reach `limits.steps`, which the exploration does not enforce. */
  #doubtErrorSteps(): void {
    const { nodes } = this.#evidence.exploration;
    if (!nodes.some((node) => node.edges.some(({ to }) => to.id <= node.id))) return;
    for (const [flow, { errorStep }] of Object.entries(this.#evidence.graphs))
      if (errorStep !== undefined && !this.happens(flow, errorStep))
        this.#reach(flow, errorStep, this.#doubtful);
  }

  #doubtWaysOf(flow: string, step: GraphStep): void {
    const place = placeKey(flow, step.name);
    const isElsewhere = this.#unsupported.has(place) || this.#elsewhere.flows.has(step.flow ?? '');
    for (const way of step.edges) {
      if (this.happens(flow, step.name, way.outcome)) continue;
      if (this.#explainWay(flow, step, way) !== undefined) continue;
      this.#undecided.add(place);
      for (const doubt of isElsewhere ? [this.#doubtful, this.#elsewhere] : [this.#doubtful]) {
        doubt.flows.add(flow);
        this.#reach(flow, way.to, doubt);
      }
    }
  }

  /** Marks a step and everything behind it, in all flows, as doubtful. */
  #reach(flow: string, target: string, doubt: Doubt): void {
    const graph = this.#evidence.graphs[flow];
    if (target === RETURN) doubt.flows.add(flow);
    const targets = target === BACK ? (graph?.steps.map(({ name }) => name) ?? []) : [target];
    for (const name of targets) {
      const step = graph?.steps.find((one) => one.name === name);
      const place = placeKey(flow, name);
      if (graph === undefined || step === undefined || isTargetWord(name) || doubt.places.has(place))
        continue;
      doubt.places.add(place);
      for (const { to } of [...step.edges, ...graph.always]) this.#reach(flow, to, doubt);
      if (graph.endStep !== undefined) this.#reach(flow, graph.endStep, doubt);
      const { flow: other } = step;
      if (other !== undefined) this.#reach(other, this.#evidence.graphs[other]?.entry ?? '', doubt);
    }
  }

  #explainWay(flow: string, step: GraphStep, way: Way): Reason | undefined {
    const place = placeKey(flow, step.name);
    if (way.failure) return this.#explainFailure(flow, step);
    if (DECIDING.has(step.verb)) return BY_CONDITIONS;
    if (step.verb === 'run') return this.#doubtful.flows.has(step.flow ?? '') ? undefined : BY_CONDITIONS;
    const isInput = (step.verb === 'http' && way.outcome === 'ok') || step.verb === 'collect';
    return isInput ? this.#explainInput(flow, step, way.outcome) : this.#limited.get(place);
  }

  /** Explains why a step did not fail, if it cannot. */
  #explainFailure(flow: string, { name, verb, flow: other = '' }: GraphStep): Reason | undefined {
    const isDoubtful =
      verb === 'run'
        ? this.#doubtful.flows.has(other) || this.#isPartial(flow, name)
        : SILENT.has(verb)
          ? this.#isPartial(flow, name)
          : !this.#onMainRoad.has(placeKey(flow, name));
    return isDoubtful ? undefined : BY_CONDITIONS;
  }

  /** True if a step has an expression that may fail for values from outside. */
  #isPartial(flow: string, step: string): boolean {
    const sources = listExpressions(this.#findState(flow, step));
    return sources.some((source) => PARTIAL.test(source) && findDeclaredUses(source).length > 0);
  }

  #explainInput(flow: string, { name, verb }: GraphStep, outcome: string): Reason | undefined {
    const part = this.#parts.get(flow);
    const state = this.#findState(flow, name);
    if (part === undefined || state === undefined) return undefined;
    const actions = listActions(state);
    if (verb === 'http') return this.#isImpossible(actions, part) ? { text: '', isFound: true } : undefined;
    if (outcome !== 'filled' || actions.some(({ type }) => type === 'hear')) return undefined;
    const isHopeless = actions.some(
      (action) => action.type === 'take' && isUnanswerable(action.params, part, part.languages[0] ?? ''),
    );
    return isHopeless ? { text: `: no digits fit the pattern of step "${name}"` } : undefined;
  }

  #isImpossible(actions: readonly Action[], part: FlowPart): boolean {
    const { flow } = this.#evidence.exploration;
    return actions.some(
      (action) =>
        action.type === 'take_answer' && findReplies(action.params.save, part, flow).impossible !== undefined,
    );
  }

  #findState(flow: string, step: string): MachineState | undefined {
    return this.#parts.get(flow)?.machine.states?.[step];
  }
}

/** Lists the expressions in a state. */
function listExpressions(state: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(state, (key, value: unknown) => {
    if ((key === 'expr' || key === 'expression') && typeof value === 'string') found.push(value);
    if (key === 'conditions' && Array.isArray(value))
      found.push(...value.filter((one) => typeof one === 'string'));
    return value;
  });
  return found;
}

/** True if a limit ends a step before it could end by itself. */
function isCut(edge: Edge): boolean {
  const deed = deedOf(edge);
  return deed.kind === 'limit' && deed.isCut;
}

function nameLimit(partner: string | undefined): Reason {
  return {
    text:
      partner === undefined
        ? ': "limits.duration" ends the call before'
        : ': "limits.bridge" ends the conversation before',
  };
}

/** Returns the entered steps, as `flow step`, and their outcomes, as `flow step outcome`. */
function collectHappenings(exploration: Exploration): Set<string> {
  const happened = new Set<string>();
  for (const edge of listEdges(exploration)) {
    const running = edge.from?.situation.record.context.flow ?? exploration.flow.name;
    for (const { kind, flow: its, step, outcome = '' } of listPassed(edge.notes, running)) {
      if (kind === 'entered') happened.add(placeKey(its, step));
      if (kind === 'outcome') happened.add(`${placeKey(its, step)} ${outcome}`);
    }
  }
  return happened;
}
