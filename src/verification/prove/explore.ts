/**
 * Explores every path of a flow: from the start of a call it makes every possible move, and then every move that is
 * possible after that, until it finds only known situations.
 *
 * Owns: the situations found and the edges between them. Does not own: the possible moves (moves.ts), their effect on
 * the call (the call core), the equality of situations (situation-key.ts).
 *
 * EXPLORE-1 Situations are found in the order of the fewest moves, so the first path to each is a shortest one.
 * EXPLORE-2 A hang-up of the caller and the failure of a command are tried once for each place; on the error path no
 *    more commands fail.
 * EXPLORE-3 A variable that the flow computes counts as open once it takes more than `MAX_VALUES` values; the
 *    exploration then restarts.
 * EXPLORE-4 Nothing is dropped silently: the situations that are left when the budget runs out are counted.
 */
import { runnable } from '../../call/index.ts';
import type { CallEvent, CommandKind, Note, RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { findKnownValues } from './known-values.ts';
import type { KnownValues } from './known-values.ts';
import type { Deed, Move } from './move.ts';
import { listHangUpMoves, listMoves } from './moves.ts';
import { openFlow, withoutSaving } from './open-flow.ts';
import { beginLeap, makeLeap, mayFail } from '../situations/index.ts';
import type { Leap, SentCommand, Situation, Start } from '../situations/index.ts';
import { createSituationKey, createPlaceKey } from './situation-key.ts';

/** A reachable situation. */
export interface Node {
  id: number;
  situation: Situation;
  /** Edge by which it was found first; absent for a start. */
  by?: Edge;
  /** Possible next moves; empty if the call is over or the budget ran out. */
  edges: Edge[];
  /** False if the budget ran out before it was explored. */
  isExplored: boolean;
}

/** A move from one situation to another. */
export interface Edge {
  /** Absent at the beginning of a call. */
  from?: Node;
  to: Node;
  move: Move | { deed: { kind: 'begins'; start: Start }; isCooperative: true };
  /** The command that failed though the platform could have carried it out. */
  failed?: CommandKind;
  /** Index of that command in `commands`. */
  failedAt?: number;
  notes: Note[];
  commands: SentCommand[];
  /** Duration, ms. */
  ms: number;
}

/** Limits of the exploration. */
export interface Budget {
  states: number;
  ms: number;
  /** Returns the time in ms, from an arbitrary origin. */
  clock: () => number;
  onProgress?: (states: number, waiting: number) => void;
}

/** Result of an exploration. */
export interface Exploration {
  flow: CompiledFlow;
  nodes: Node[];
  /** Starts of the call. */
  roots: Edge[];
  /** Number of situations that were found but not explored. */
  left: number;
  /** Limit that stopped the exploration. */
  stoppedBy?: 'states' | 'time';
  /** Computed variables that took too many values to be distinguished (EXPLORE-3). */
  widened: string[];
}

/** Maximum number of values of one variable that are distinguished. */
const MAX_VALUES = 8;
/** Number of situations between two progress reports. */
const PROGRESS_EVERY = 500;

/** Explores a flow. */
export function explore(
  flow: CompiledFlow,
  { starts, env, budget }: { starts: readonly Start[]; env: Record<string, string>; budget: Budget },
): Exploration {
  const widened = new Set<string>();
  const startedAt = budget.clock();
  for (;;) {
    const explorer = new Explorer(flow, { env, widened, budget, startedAt });
    const found = explorer.run(starts);
    if (explorer.tooMany === undefined) return found;
    widened.add(explorer.tooMany);
  }
}

/** An outcome of a move: everything succeeds, or one command fails. */
interface Way {
  leap: Leap;
  failed?: CommandKind;
  failedAt?: number;
}

class Explorer {
  /** A variable that takes too many values, as `flow.variable`. */
  tooMany: string | undefined;
  readonly #flow: CompiledFlow;
  readonly #runnable: RunnableFlow;
  readonly #env: Record<string, string>;
  /** The flow in which responses are not saved, once it is needed. */
  #unsaved: RunnableFlow | undefined;
  readonly #widened: ReadonlySet<string>;
  readonly #budget: Budget;
  readonly #startedAt: number;
  readonly #known = new Map<string, KnownValues>();
  readonly #values = new Map<string, Set<unknown>>();
  readonly #byKey = new Map<string, Node>();
  readonly #tried = new Set<string>();
  readonly #nodes: Node[] = [];

  constructor(
    flow: CompiledFlow,
    about: { env: Record<string, string>; widened: ReadonlySet<string>; budget: Budget; startedAt: number },
  ) {
    this.#flow = flow;
    this.#runnable = runnable(openFlow(flow), about.env);
    this.#env = about.env;
    this.#widened = about.widened;
    this.#budget = about.budget;
    this.#startedAt = about.startedAt;
  }

  run(starts: readonly Start[]): Exploration {
    const roots = starts.flatMap((start) => this.#beginCall(start));
    let next = 0;
    let stoppedBy = this.#checkBudget();
    for (let node = this.#nodes[next]; node && !stoppedBy && !this.tooMany; node = this.#nodes[next]) {
      this.#exploreNode(node);
      next += 1;
      if (next % PROGRESS_EVERY === 0) this.#budget.onProgress?.(next, this.#nodes.length - next);
      stoppedBy = this.#checkBudget();
    }
    const left = this.#nodes.length - next;
    return {
      flow: this.#flow,
      nodes: this.#nodes,
      roots,
      left,
      ...(left > 0 && stoppedBy !== undefined && { stoppedBy }),
      widened: [...this.#widened],
    };
  }

  #checkBudget(): Exploration['stoppedBy'] {
    const { states, ms, clock } = this.#budget;
    if (this.#nodes.length >= states) return 'states';
    return clock() - this.#startedAt >= ms ? 'time' : undefined;
  }

  #beginCall(start: Start): Edge[] {
    const first = (refuse?: number) => beginLeap(this.#runnable, start, refuse);
    const move = { deed: { kind: 'begins', start }, isCooperative: true } as const;
    return this.#tryWays(first).map((way) => this.#addEdge(way, { move, ms: 0 }));
  }

  #exploreNode(node: Node): void {
    const flows = {
      whole: this.#flow,
      part: (name: string) => this.#readPart(name),
      known: (name: string) => this.#readKnownValues(name),
    };
    const moves = listMoves(node.situation, flows);
    const hangUps = this.#isNew('hangs up', node.situation) ? listHangUpMoves(node.situation) : [];
    for (const move of [...moves, ...hangUps]) this.#makeMove(move, node);
    node.isExplored = true;
  }

  #makeMove(move: Move, from: Node): void {
    const { event } = move;
    const flow = move.isAssumed === true ? this.#readUnsaved() : this.#runnable;
    const ways = this.#tryWays((refuse) => makeLeap(flow, move.from, toLeapEvent(event, refuse)));
    for (const way of ways)
      from.edges.push(this.#addEdge(way, { move, from, ms: event.at - from.situation.at }));
  }

  #tryWays(make: (refuse?: number) => Leap): Way[] {
    const successful = make();
    const failing = successful.commands.flatMap(({ command, step, flow, refusal }, index) => {
      const isOpen = refusal === undefined && mayFail(command.kind);
      if (!isOpen || successful.situation.record.context.road === 'error') return [];
      if (!this.#isNew(`${flow}.${step}.${command.kind}`, successful.situation)) return [];
      return [{ leap: make(index), failed: command.kind, failedAt: index }];
    });
    return [{ leap: successful }, ...failing];
  }

  #isNew(what: string, situation: Situation): boolean {
    const key = `${what} ${createPlaceKey(situation, (name) => this.#readKnownValues(name))}`;
    const isNew = !this.#tried.has(key);
    this.#tried.add(key);
    return isNew;
  }

  #addEdge({ leap, ...failure }: Way, rest: Pick<Edge, 'move' | 'from' | 'ms'>): Edge {
    const { situation, notes, commands } = leap;
    const key = createSituationKey(situation, (name) => this.#readKnownValues(name));
    const known = this.#byKey.get(key);
    const to = known ?? { id: this.#nodes.length, situation, edges: [], isExplored: false };
    const edge: Edge = { ...rest, ...failure, to, notes, commands };
    if (known === undefined) {
      this.#byKey.set(key, Object.assign(to, { by: edge }));
      this.#nodes.push(to);
      this.#countValues(situation);
    }
    return edge;
  }

  #countValues({ record: { context } }: Situation): void {
    const { flow, vars } = context;
    for (const name of this.#readKnownValues(flow).vars) {
      const variable = `${flow}.${name}`;
      const values = this.#values.get(variable) ?? new Set();
      this.#values.set(variable, values.add(vars[name]));
      if (values.size > MAX_VALUES) this.tooMany = variable;
    }
  }

  #readUnsaved(): RunnableFlow {
    this.#unsaved ??= runnable(withoutSaving(openFlow(this.#flow)), this.#env);
    return this.#unsaved;
  }

  #readPart(name: string): FlowPart {
    return this.#runnable.part(name).flow;
  }

  #readKnownValues(flow: string): KnownValues {
    const known =
      this.#known.get(flow) ??
      findKnownValues(this.#readPart(flow), this.#flow, this.#listOpenVariables(flow));
    this.#known.set(flow, known);
    return known;
  }

  #listOpenVariables(flow: string): ReadonlySet<string> {
    const own = [...this.#widened].filter((name) => name.startsWith(`${flow}.`));
    return new Set(own.map((name) => name.slice(flow.length + 1)));
  }
}

function toLeapEvent(event: CallEvent, refuse: number | undefined) {
  return { event, ...(refuse !== undefined && { refuse }) };
}

/** Lists the edges of the shortest path to a situation. */
export function findPath(node: Node): Edge[] {
  const path: Edge[] = [];
  for (let edge = node.by; edge !== undefined; edge = edge.from?.by) path.unshift(edge);
  return path;
}

/** Lists the shortest path to an edge, the edge included. */
export function findPathOver(edge: Edge): Edge[] {
  return edge.from === undefined ? [edge] : [...findPath(edge.from), edge];
}

/** Lists all edges that were found, the beginnings first. */
export function listEdges({ roots, nodes }: Pick<Exploration, 'roots' | 'nodes'>): Edge[] {
  return [...roots, ...nodes.flatMap(({ edges }) => edges)];
}

/** Writes the number of situations that were explored. */
export function countSituations({ nodes }: Pick<Exploration, 'nodes'>): string {
  return formatCount(nodes.length, 'situation');
}

/** Returns the deed of an edge. */
export function deedOf({ move }: Edge): Deed | { kind: 'begins'; start: Start } {
  return move.deed;
}
