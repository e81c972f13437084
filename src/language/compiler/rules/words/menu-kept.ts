import { REPEAT } from '../../../model/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { KeyText } from '../announced-keys.ts';
import { listMenus } from '../questions.ts';
import { findPieceSpan, groupSaidByStep, splitSentences } from './said.ts';

/** Names of the first menu and of the one before. */
const OTHER_MENU =
  /main menu|previous menu|hauptmenü|(?:vorherigen|vorigen|letzten) menü|menu (?:principal|précédent|principale|precedente|anterior)|menú (?:principal|anterior)|(?:hoofd|vorige )menu|huvudmeny|menu główn/iu;

/** Reports keys that a text offers for the main menu or the one before, and that ask the same menu again. */
export const menuKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asked = draft.graph.steps.filter(({ verb }) => verb === 'menu');
    const later = new Set(
      asked.flatMap(({ name, edges }) => edges.flatMap(({ to }) => (to === name ? [] : to))),
    );
    for (const { step, body } of listMenus(draft)) {
      const stuck = (body.choices ?? []).filter((choice) => [REPEAT, step.name].includes(choice?.goto ?? ''));
      const texts =
        stuck.length === 0 || !later.has(step.name) ? [] : (groupSaidByStep(draft).get(step.name) ?? []);
      const found = texts.flatMap(({ part, pieces }) =>
        part !== 'prompt'
          ? []
          : pieces.flatMap((piece) =>
              splitSentences(piece.text).flatMap(({ text, start }) => {
                const keys = OTHER_MENU.test(text) ? new KeyText(text).listMentioned() : new Set<string>();
                const named = (body.choices ?? []).filter((choice) => keys.has(String(choice?.key)));
                const [only] = named;
                return named.length === 1 && stuck.includes(only)
                  ? [{ piece, key: only?.key, start, end: start + text.length }]
                  : [];
              }),
            ),
      );
      const [first] = found;
      if (first === undefined) continue;
      report({
        code: 'key-leads-elsewhere',
        message: `the key "${first.key ?? ''}" is offered for another menu, but asks menu "${step.name}" again`,
        span: findPieceSpan(draft.document, first.piece, first),
        hint: 'lead the key to that menu, or to "back"',
      });
    }
  },
};
