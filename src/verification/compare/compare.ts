/**
 * Compares two call flows path by path: both are told the same moves, and must have the same effects.
 *
 * COMPARE-1 Paths are tried in the order of their length, so the first difference is a shortest one.
 * COMPARE-2 After a difference, or where both sides reach something without a counterpart, a path goes no further. Where only one
 *    side reaches it, they differ: what the other one does was compared with nothing.
 * COMPARE-3 Nothing is left out silently: a comparison that a limit ended says so.
 */
import { areEqual, toCanonical } from './canonical.ts';
import { listMoves } from './compared-moves.ts';
import { ENDLESS_LOOP } from './side.ts';
import type { Effect, Move, Side, Start, Turn } from './side.ts';

/** Limits of a comparison. */
export interface CompareLimits {
  /** Maximum number of moves in a path. */
  depth: number;
  /** Maximum number of paths. */
  paths: number;
}

/** A path: the start and the moves, with what the first side's others noticed after each. */
export interface Path {
  start: Start;
  /** The effects of the start, then those of each move: one more than moves. */
  effects: readonly (readonly Effect[])[];
  moves: readonly Move[];
}

interface Difference {
  path: Path;
  /** Effects of the two sides after the last move. Equal if the sides wait for different things. */
  first: readonly Effect[];
  second: readonly Effect[];
  /** What the two sides wait for. */
  awaits: readonly [string, string];
  /** State of the second side at the difference, and before the last move; undefined before a start. */
  state: unknown;
  stateBefore: unknown;
}

export interface Comparison {
  /** Number of paths that were compared: every start and every further move is one. */
  compared: number;
  equal: number;
  /** Number of equal paths on which both sides reach something without a counterpart: they were compared up to there. */
  unsupported: number;
  /** True if a limit ended the comparison before all paths of the depth were tried. */
  isTruncated: boolean;
  /** The shortest first. */
  differences: readonly Difference[];
  /** Equal paths that end, or that no further one continues, with the final state of the second side. */
  complete: readonly { path: Path; state: unknown }[];
}

/** A node of the tree of paths. */
interface Node {
  before: Node | undefined;
  start: Start;
  move: Move | undefined;
  effects: readonly Effect[];
  first: Turn<unknown>;
  second: Turn<unknown>;
  depth: number;
}

/** Compares two sides. The first one is what is expected. */
export function compare(first: Side, second: Side, { depth, paths }: CompareLimits): Comparison {
  const comparison = { compared: 0, equal: 0, unsupported: 0, isTruncated: false };
  const differences: Difference[] = [];
  const complete: { path: Path; state: unknown }[] = [];
  const queue: Node[] = [];
  const add = (node: Node) => {
    comparison.compared += 1;
    const { effects, second: own } = node;
    const others = toCanonical(own.effects);
    const reached = cutAtUnsupported(effects, others);
    if (!areEqual(...reached.effects) || (!reached.isCut && !awaitTheSame(node))) {
      differences.push(toDifference(node, others));
      return;
    }
    comparison.equal += 1;
    if (reached.isCut) comparison.unsupported += 1;
    const isOver = reached.isCut || own.awaits.kind === 'nothing' || node.depth === depth;
    if (isOver) complete.push({ path: toPath(node), state: own.state });
    else queue.push(node);
  };
  for (const start of listStarts(first, second)) {
    const turns = skipTime([first, second], [first.begin(start), second.begin(start)]);
    add({ ...toEffects(turns), before: undefined, start, move: undefined, depth: 0 });
  }
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const move of listMoves(node.first.awaits, node.second.awaits)) {
      if (comparison.compared >= paths) {
        comparison.isTruncated = true;
        break;
      }
      const turns = skipTime(
        [first, second],
        [first.move(node.first.state, move), second.move(node.second.state, move)],
      );
      add({ ...toEffects(turns), before: node, start: node.start, move, depth: node.depth + 1 });
    }
  }
  return { ...comparison, differences, complete };
}

/** Lists the starts of both sides; those of equal time are one. */
function listStarts(first: Side, second: Side): Start[] {
  const all = [...second.starts(), ...first.starts()];
  return [
    ...new Map(
      all.map((start) => [JSON.stringify([start.at, start.direction, start.params]), start]),
    ).values(),
  ];
}

/** The states of both sides. */
type Turns = readonly [Turn<unknown>, Turn<unknown>];

/** Lets time pass on a side that waits for nothing but time, while the other one does not. */
function skipTime([first, second]: readonly [Side, Side], [one, other]: Turns): Turns {
  const isAlone = (turn: Turn<unknown>, than: Turn<unknown>) =>
    turn.awaits.kind === 'time' && than.awaits.kind !== 'time';
  if (isAlone(one, other)) return [passTime(first, one), other];
  return isAlone(other, one) ? [one, passTime(second, other)] : [one, other];
}

const MAX_PAUSES = 20;

function passTime(side: Side, turn: Turn<unknown>): Turn<unknown> {
  let now = turn;
  for (let pauses = 0; pauses < MAX_PAUSES && now.awaits.kind === 'time'; pauses += 1) {
    const next = side.move(now.state, { kind: 'passes' });
    now = { ...next, effects: [...now.effects, ...next.effects] };
  }
  return now;
}

function toEffects([first, second]: Turns): Pick<Node, 'effects' | 'first' | 'second'> {
  return { effects: toCanonical(first.effects), first, second };
}

/** Leaves out what follows the first thing that has no counterpart, if both sides reach one. */
function cutAtUnsupported(
  first: readonly Effect[],
  second: readonly Effect[],
): { effects: [readonly Effect[], readonly Effect[]]; isCut: boolean } {
  const ends = [first, second].map((effects) => effects.findIndex(({ kind }) => kind === 'unsupported'));
  const [one = -1, other = -1] = ends;
  if (one === -1 || other === -1) return { effects: [first, second], isCut: false };
  if (isEndless(first[one]))
    return { effects: [cutLike(second.slice(0, other), first), second.slice(0, other)], isCut: true };
  return { effects: [first.slice(0, one), cutLike(first.slice(0, one), second)], isCut: true };
}

/** True where the first side went round many times; the second one ends the loop the first time. */
function isEndless(effect: Effect | undefined): boolean {
  return effect?.kind === 'unsupported' && effect.what === ENDLESS_LOOP;
}

/** Returns as much of some effects as others have: a flow goes on behind a step to be written, in the same breath. */
function cutLike(others: readonly Effect[], effects: readonly Effect[]): Effect[] {
  const last = others.at(-1);
  return effects.slice(0, others.length).map((effect, at) => {
    const isLonger = at === others.length - 1 && effect.kind === 'heard' && last?.kind === 'heard';
    return isLonger && effect.text.startsWith(`${last.text} `) ? { ...effect, text: last.text } : effect;
  });
}

function awaitTheSame({ first, second }: Node): boolean {
  return first.awaits.kind === second.awaits.kind;
}

function toDifference(node: Node, second: readonly Effect[]): Difference {
  return {
    path: toPath(node),
    first: node.effects,
    second,
    awaits: [node.first.awaits.kind, node.second.awaits.kind],
    state: node.second.state,
    stateBefore: node.before?.second.state,
  };
}

function toPath(last: Node): Path {
  const nodes: Node[] = [];
  for (let node: Node | undefined = last; node !== undefined; node = node.before) nodes.unshift(node);
  return {
    start: last.start,
    effects: nodes.map(({ effects }) => effects),
    moves: nodes.flatMap(({ move }) => (move === undefined ? [] : [move])),
  };
}
