import { FINALIZER_END } from '../../../call/index.ts';
import { listEdges, findPathOver } from '../explore.ts';
import type { Edge } from '../explore.ts';
import { placeKey } from '../place.ts';
import type { Finder } from './suspicion.ts';
import { isOver } from './walk.ts';

/** Finds calls that do not complete their finalizer. */
export const findFinalizerErrors: Finder = ({ exploration, graphs }) => {
  const { flow } = exploration;
  if (Object.values(graphs).every(({ endStep }) => endStep === undefined)) return [];
  const isRequired = graphs[flow.name]?.endStep !== undefined;
  const told = new Set<string>();
  return listEdges(exploration).flatMap((edge) => {
    const broken = findBrokenStep(edge);
    const { flow: running, road, step: last } = edge.to.situation.record.context;
    const isLeftOut = isRequired && isOver(edge.to) && road !== 'end';
    const step = broken ?? last;
    if ((broken === undefined && !isLeftOut) || told.has(placeKey(running, step))) return [];
    told.add(placeKey(running, step));
    const why =
      broken === undefined
        ? 'the call ends before it starts'
        : `it stops at step "${step}", where an expression cannot be evaluated`;
    return {
      code: 'finalizer-left-out',
      flow: running,
      step,
      message: `the finalizer is not completed: ${why}`,
      path: findPathOver(edge),
    };
  });
};

/** Finds the step of the finalizer at which an expression could not be evaluated. */
function findBrokenStep({ notes }: Edge): string | undefined {
  const isBroken = notes.some((note) => note.kind === 'outcome' && note.to === FINALIZER_END);
  const failed = notes.findLast((note) => note.kind === 'failed');
  return isBroken && failed?.kind === 'failed' && failed.code === 'expression' ? failed.step : undefined;
}
