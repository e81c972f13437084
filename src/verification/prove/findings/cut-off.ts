import { HANGUP, type Graph } from '../../../language/model/index.ts';
import { deedOf } from '../explore.ts';
import type { Edge, Node } from '../explore.ts';
import { listPassed, placeKey } from '../place.ts';
import type { Passed } from '../place.ts';
import { requireUnheardEnd } from './shown.ts';
import type { Finder } from './suspicion.ts';
import {
  isHeard,
  isOrdinary,
  isWithSomebody,
  findSuccessors,
  findTree,
  findWay,
  followTree,
} from './walk.ts';

/**
 * Finds failures after which the flow ends the call before the caller hears a prompt, although the caller would have heard
 * something without the failure. A failure that needs a refused command before it does not count, nor does one on an error path
 * on which the caller has heard something, nor one after which two people talk, nor one of a step that began while they
 * did, nor one of a last word or an apology whose author lets the call end if it cannot be spoken. If another step has to fail as well
 * before the call ends, that step is the one to mend.
 */
export const findCutOff: Finder = ({ exploration: { nodes, roots }, graphs }) => {
  const told = new Set<string>();
  const unfailed = findTree(roots, ({ failed }) => failed === undefined);
  return nodes.flatMap((node) => {
    if (!unfailed.has(node)) return [];
    const before = followTree(node, unfailed);
    return node.edges.flatMap((edge) => {
      const failure = describeFailure(edge);
      const [first] = listFailures([edge]);
      if (failure === undefined || first === undefined || told.has(placeKey(first.flow, first.step)))
        return [];
      const way = findSilentEnd(edge);
      if (way === undefined || !isHeardWithout(edge) || hasHeardOfFailure(before)) return [];
      if (endsAnyway(graphs[first.flow], first.step)) return [];
      if (beganInConversation(node, before)) return [];
      const { flow, step } = listFailures([edge, ...way]).at(-1) ?? first;
      if (told.has(placeKey(flow, step))) return [];
      told.add(placeKey(flow, step));
      const isSecond = flow !== first.flow || step !== first.step;
      const also = isSecond ? `, step "${step}" fails, too, and` : '';
      return {
        code: 'cut-off-by-failure',
        flow,
        step,
        message: `when ${failure} in step "${first.step}"${also} the call ends before the caller hears a prompt`,
        path: [...before, edge, ...way],
        isEnded: true,
        lacks: requireUnheardEnd,
      };
    });
  });
};

/**
 * True if a step says a last word before the call ends, or the apology of the error path, and the author has written that a
 * failure ends the call, too.
 */
function endsAnyway(graph: Graph | undefined, step: string): boolean {
  const { verb, edges = [] } = graph?.steps.find(({ name }) => name === step) ?? {};
  const [usual, ...others] = edges;
  const isChosen = others.some(({ kind, failure, to }) => kind === 'on' && failure && to === HANGUP);
  const isLastWord = usual?.to === HANGUP || step === graph?.errorStep;
  return verb === 'say' && isLastWord && isChosen;
}

/** Lists the steps that fail on a path. */
function listFailures(path: readonly Edge[]): Passed[] {
  return path.flatMap(({ notes, from }) =>
    listPassed(notes, from?.situation.record.context.flow ?? '').filter(({ kind }) => kind === 'failed'),
  );
}

/** True if the caller has heard something on the error path: then a second failure, of something else, ends the call. */
function hasHeardOfFailure(path: readonly Edge[]): boolean {
  const first = path.findIndex(({ to }) => to.situation.record.context.road === 'error');
  return first >= 0 && path.slice(first).some(isHeard);
}

/** True if the step at a node began in a conversation that has ended since. */
function beganInConversation({ situation }: Node, path: readonly Edge[]): boolean {
  const { number } = situation.record.context.visit;
  return path.some(({ to }) => to.situation.record.context.visit.number === number && isWithSomebody(to));
}

/** Describes the failure of a step on an edge while somebody was on the line; undefined if there is none. */
function describeFailure(edge: Edge): string | undefined {
  if (edge.from?.situation.record.context.leg !== 'connected') return undefined;
  if (!edge.notes.some(({ kind }) => kind === 'failed')) return undefined;
  if (edge.failed !== undefined) return `the command "${edge.failed}" fails`;
  const deed = deedOf(edge);
  if (deed.kind === 'web' && !edge.move.isCooperative) return 'the web service fails';
  if (deed.kind === 'party') return 'the party cannot be reached';
  return deed.kind === 'stream' ? 'the stream breaks' : undefined;
}

/** Finds the path on which the flow ends the call without a prompt, if possible one on which nothing else fails. */
function findSilentEnd(edge: Edge): Edge[] | undefined {
  if (!isSilentEdge(edge)) return undefined;
  if (endsCall(edge)) return [];
  return (
    findSilentWay(edge.to, (next) => listFailures([next]).length === 0) ?? findSilentWay(edge.to, () => true)
  );
}

function findSilentWay(from: Node, counts: (edge: Edge) => boolean): Edge[] | undefined {
  const goesOn = (next: Edge) => isOrdinary(next) && isSilentEdge(next) && counts(next);
  const ending = (next: Edge) => goesOn(next) && endsCall(next);
  const way = findWay(from, ({ edges }) => edges.some(ending), goesOn);
  const last = way === undefined ? undefined : (way.at(-1)?.to ?? from).edges.find(ending);
  return way === undefined || last === undefined ? undefined : [...way, last];
}

function isSilentEdge(edge: Edge): boolean {
  return !isHeard(edge) && !isWithSomebody(edge.to);
}

/** True if the caller hears something, or talks to somebody, if the failure does not happen. */
function isHeardWithout({ from, failed, move }: Edge): boolean {
  const instead = (from?.edges ?? []).filter((other) =>
    failed === undefined
      ? other.move.isCooperative && isOrdinary(other)
      : other.move === move && isOrdinary(other),
  );
  const isGood = (next: Edge) => !isSilentEdge(next);
  const behind = findSuccessors(
    instead.map(({ to }) => to),
    isOrdinary,
  );
  return (
    instead.length === 0 ||
    instead.some(isGood) ||
    [...behind].some(({ edges }: Node) => edges.filter(isOrdinary).some(isGood))
  );
}

function endsCall({ commands }: Edge): boolean {
  return commands.some(({ command: { kind } }) => kind === 'hangup');
}
