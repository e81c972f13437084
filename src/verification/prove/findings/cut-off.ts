import { deedOf, pathOver } from '../explore.ts';
import type { Edge } from '../explore.ts';
import { placeKey } from '../place.ts';
import { endsUnheard } from './shown.ts';
import type { Finder } from './suspicion.ts';
import { isHeard, isOrdinary, wayFrom } from './walk.ts';

/** After a failure the caller hears something before the flow ends the call. */
export const cutOff: Finder = ({ exploration: { nodes } }) => {
  const told = new Set<string>();
  return nodes.flatMap((node) =>
    node.edges.flatMap((edge) => {
      const failure = failureOn(edge);
      const { step, flow } = node.situation.record.context;
      const failing = edge.notes.find((note) => note.kind === 'failed')?.step ?? step;
      if (failure === undefined || told.has(placeKey(flow, failing))) return [];
      const way = wayToEnd(edge);
      if (way === undefined) return [];
      told.add(placeKey(flow, failing));
      return {
        code: 'cut-off-by-failure',
        flow,
        step: failing,
        message: `when ${failure} in step "${failing}" the call ends and the caller hears no prompt`,
        path: [...pathOver(edge), ...way],
        lacks: endsUnheard,
      };
    }),
  );
};

/** Describes the failure on an edge while somebody was on the line; undefined if there is none. */
function failureOn(edge: Edge): string | undefined {
  if (edge.from?.situation.record.context.leg !== 'connected') return undefined;
  if (edge.failed !== undefined) return `the command "${edge.failed}" fails`;
  if (!edge.notes.some(({ kind }) => kind === 'failed')) return undefined;
  const deed = deedOf(edge);
  if (deed.kind === 'web' && !edge.move.isCooperative) return 'the web service fails';
  if (deed.kind === 'party') return 'the party is not reached';
  return deed.kind === 'stream' ? 'the stream breaks' : undefined;
}

/** Finds the way on which the flow ends the call without a prompt; undefined if there is none. */
function wayToEnd(edge: Edge): Edge[] | undefined {
  if (isHeard(edge)) return undefined;
  if (endsCall(edge)) return [];
  const silent = (next: Edge) => isOrdinary(next) && !isHeard(next);
  const ending = (next: Edge) => silent(next) && endsCall(next);
  const way = wayFrom(edge.to, ({ edges }) => edges.some(ending), silent);
  const last = way === undefined ? undefined : (way.at(-1)?.to ?? edge.to).edges.find(ending);
  return way === undefined || last === undefined ? undefined : [...way, last];
}

function endsCall({ commands }: Edge): boolean {
  return commands.some(({ command: { kind } }) => kind === 'hangup');
}
