import { deedOf, findPathOver } from '../explore.ts';
import { currentPlaceKey } from '../place.ts';
import type { Finder } from './suspicion.ts';

/** Finds keys and phrases of a choice that the step interprets differently. */
export const findShadowedInput: Finder = ({ exploration: { nodes } }) => {
  const told = new Set<string>();
  return nodes.flatMap((node) =>
    node.edges.flatMap((edge) => {
      const deed = deedOf(edge);
      const { step, flow } = node.situation.record.context;
      const { written, means } = 'written' in edge.move ? edge.move : {};
      if (written === undefined || written === means) return [];
      const input =
        deed.kind === 'presses'
          ? `pressing ${deed.keys}`
          : deed.kind === 'says'
            ? `saying "${deed.words}"`
            : '';
      if (input === '' || told.has(`${currentPlaceKey(node.situation)} ${input}`)) return [];
      told.add(`${currentPlaceKey(node.situation)} ${input}`);
      const found =
        means === 'no_match'
          ? `matches nothing; it should mean ${renderDecision(written)}`
          : `means ${renderDecision(means ?? '')} instead of ${renderDecision(written)}`;
      return {
        code: 'shadowed-input',
        flow,
        step,
        message: `${input} at step "${step}" ${found}`,
        path: findPathOver(edge),
      };
    }),
  );
};

function renderDecision(decision: string): string {
  if (decision.startsWith('always_')) return `"${decision.slice('always_'.length)}" of "always"`;
  return decision.startsWith('"') ? decision : `"${decision}"`;
}
