import { deedOf, findPathOver } from '../explore.ts';
import type { Edge } from '../explore.ts';
import { placeKey } from '../place.ts';
import { requireUnheardEnd } from './shown.ts';
import type { Finder } from './suspicion.ts';
import { isHeard, isOrdinary, findWay } from './walk.ts';

/** Finds failures after which the flow ends the call before the caller hears a prompt. */
export const findCutOff: Finder = ({ exploration: { nodes } }) => {
  const told = new Set<string>();
  return nodes.flatMap((node) =>
    node.edges.flatMap((edge) => {
      const failure = describeFailure(edge);
      const { step, flow } = node.situation.record.context;
      const failing = edge.notes.find((note) => note.kind === 'failed')?.step ?? step;
      if (failure === undefined || told.has(placeKey(flow, failing))) return [];
      const way = findSilentEnd(edge);
      if (way === undefined) return [];
      told.add(placeKey(flow, failing));
      return {
        code: 'cut-off-by-failure',
        flow,
        step: failing,
        message: `when ${failure} in step "${failing}" the call ends before the caller hears a prompt`,
        path: [...findPathOver(edge), ...way],
        lacks: requireUnheardEnd,
      };
    }),
  );
};

/** Describes the failure on an edge while somebody was on the line; undefined if there is none. */
function describeFailure(edge: Edge): string | undefined {
  if (edge.from?.situation.record.context.leg !== 'connected') return undefined;
  if (edge.failed !== undefined) return `the command "${edge.failed}" fails`;
  if (!edge.notes.some(({ kind }) => kind === 'failed')) return undefined;
  const deed = deedOf(edge);
  if (deed.kind === 'web' && !edge.move.isCooperative) return 'the web service fails';
  if (deed.kind === 'party') return 'the party cannot be reached';
  return deed.kind === 'stream' ? 'the stream breaks' : undefined;
}

/** Finds the path on which the flow ends the call without a prompt; undefined if there is none. */
function findSilentEnd(edge: Edge): Edge[] | undefined {
  if (isHeard(edge)) return undefined;
  if (endsCall(edge)) return [];
  const isSilentEdge = (next: Edge) => isOrdinary(next) && !isHeard(next);
  const ending = (next: Edge) => isSilentEdge(next) && endsCall(next);
  const way = findWay(edge.to, ({ edges }) => edges.some(ending), isSilentEdge);
  const last = way === undefined ? undefined : (way.at(-1)?.to ?? edge.to).edges.find(ending);
  return way === undefined || last === undefined ? undefined : [...way, last];
}

function endsCall({ commands }: Edge): boolean {
  return commands.some(({ command: { kind } }) => kind === 'hangup');
}
