import { listActions } from '../../../language/model/index.ts';
import { shorten } from '../../../language/text/index.ts';
import { listParts } from '../beginnings.ts';
import { placeKey } from '../place.ts';
import { findReplies } from '../web-moves.ts';
import type { Finder } from './suspicion.ts';

/** Characters of an expression that a message shows. */
const MAX_SHOWN = 100;

/** Finds expressions that fail with every response of a web service. */
export const findImpossibleExpressions: Finder = ({ exploration: { flow, nodes } }) => {
  const entered = new Set(
    nodes.map(({ situation: { record } }) => placeKey(record.context.flow, record.context.step)),
  );
  return listParts(flow).flatMap((part) =>
    Object.entries(part.machine.states ?? {}).flatMap(([step, state]) => {
      if (!entered.has(placeKey(part.name, step))) return [];
      const saves = listActions(state).flatMap((action) =>
        action.type === 'take_answer' ? [action.params.save] : [],
      );
      const [source] = saves.flatMap((save) => findReplies(save, part, flow).impossible ?? []);
      if (source === undefined) return [];
      return {
        code: 'impossible-expression' as const,
        flow: part.name,
        step,
        message: `step "${step}" can never save "${shorten(source, MAX_SHOWN)}": the expression fails with every response, because of its types`,
        path: [],
      };
    }),
  );
};
