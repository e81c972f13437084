import type { Report } from '../../../diagnostics/index.ts';
import { indexSteps, type GraphStep } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMapSteps, listMenus } from '../questions.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './said.ts';

/**
 * Reports announcements that offer a star or a pound key which no question of the flow takes, and menus that offer any
 * key but take some. Digits of an announcement are judged only when it offers several and the flow takes no keys at all: a single one may
 * belong to a number to dial.
 */
export const idleKey: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    checkAnnouncements(draft, report, isNew);
    checkAnyKey(draft, report, isNew);
  },
};

type PieceFilter = ReturnType<typeof createPieceFilter>;

/** Reports announcements with a star or a pound key that no question takes. */
function checkAnnouncements(draft: FlowDraft, report: Report, isNew: PieceFilter): void {
  const steps = indexSteps(draft.graph);
  const taken = findTakenKeys(draft);
  for (const said of listSaid(draft))
    for (const piece of said.pieces) {
      const step = steps.get(said.step.name);
      if (said.part !== 'say' || step === undefined) continue;
      const announced = piece.keys.listAnnounced();
      const isMenu = taken.size === 0 && announced.filter(({ key }) => /^\d$/.test(key)).length > 1;
      for (const { key, ...part } of announced) {
        if ((key !== '*' && key !== '#' && !(isMenu && /^\d$/.test(key))) || taken.has(key)) continue;
        if (mayTakeKeys(step, draft) || !isNew(piece)) continue;
        report({
          code: 'key-not-offered',
          message: `the text mentions the key "${key}", which no step of the flow takes`,
          span: findPieceSpan(draft.document, piece, part),
          hint: 'keys count at questions only: make this text the prompt of a menu, or leave the key out',
        });
      }
    }
}

/** Reports menus that offer any key but take some. */
function checkAnyKey(draft: FlowDraft, report: Report, isNew: PieceFilter): void {
  const keyed = new Map(listMenus(draft).map(({ step, body }) => [step.name, body.choices ?? []]));
  for (const said of listSaid(draft)) {
    const choices = keyed.get(said.step.name) ?? [];
    const own = choices.map((choice) => String(choice?.key));
    const keys = [...new Set([...own, ...draft.alwaysKeys.map(({ key }) => key)])];
    if (ALL_DIGITS.every((key) => keys.includes(key))) continue;
    for (const piece of choices.length === 0 || said.part === 'say' ? [] : said.pieces) {
      const found = findWords(piece, said)?.talk.anyKey.exec(piece.text) ?? undefined;
      if (found === undefined || !isNew(piece)) continue;
      const { index, 0: words } = found;
      report({
        code: 'key-not-offered',
        message: `the text offers any key, but menu "${said.step.name}" takes ${keys.map((key) => `"${key}"`).join(', ')} only`,
        span: findPieceSpan(draft.document, piece, { start: index, end: index + words.length }),
        hint: 'name the key',
      });
    }
  }
}

const ALL_DIGITS = '0123456789'.split('');

/** Returns the keys that some step takes: choices, keys of `always` and of bridges, and the ends of answers. */
function findTakenKeys(draft: FlowDraft): ReadonlySet<string> {
  const choices = listMenus(draft).flatMap(({ body }) =>
    (body.choices ?? []).map((choice) => String(choice?.key)),
  );
  const bridges = listMapSteps<{ keys?: object }>(draft, 'connect', 'wait').flatMap(({ body }) =>
    Object.keys(body.keys ?? {}),
  );
  // Keys told before a question or a message are compared with those that end it.
  const ends = listMapSteps(draft, 'collect', 'voicemail').flatMap(() => ['*', '#']);
  return new Set([
    ...choices,
    ...draft.alwaysKeys.map(({ key }) => key),
    ...bridges.flatMap((key) => key.split('')),
    ...ends,
  ]);
}

/** True for a step after which another flow, a stream or a person may take keys. */
function mayTakeKeys({ name }: GraphStep, { graph }: FlowDraft): boolean {
  return graph.steps.some(({ verb, name: other }) => other !== name && FOREIGN.has(verb));
}

const FOREIGN = new Set(['run', 'goto', 'return', 'stream', 'room']);
