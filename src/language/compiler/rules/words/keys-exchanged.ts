import { indexSteps } from '../../../model/index.ts';
import type { Report } from '../../../diagnostics/index.ts';
import { parseLanguage } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import { blankExpressions, findPieceSpan, groupSaidByStep, splitSentences, type Said } from './said.ts';
import { findExchangedText } from './targets-exchanged.ts';
import { findTopics } from './topics.ts';

/**
 * Reports menus in which two keys have exchanged purposes in two languages: the keys lead to the same steps in both. The
 * topics of the texts show it, or the ways on which the keys lead.
 */
export const keysExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.languages.length < 2) return;
    const steps = indexSteps(draft.graph);
    for (const menu of listMenus(draft)) {
      const { step } = menu;
      const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
      const targets = new Map(steps.get(step.name)?.edges.map(({ outcome, to }) => [outcome, to]));
      const [first, ...others] = prompts.map(readTopics);
      let isReported = false;
      for (const other of others) {
        const pair = first === undefined ? undefined : findExchanged(first, other);
        const piece = other.said.pieces[0];
        if (pair === undefined || piece === undefined) continue;
        const [one, two] = pair;
        if (targets.has(one) && targets.get(one) === targets.get(two)) continue;
        isReported = true;
        report({
          code: 'key-leads-elsewhere',
          message: `the keys "${one}" and "${two}" of menu "${step.name}" are exchanged in "${other.said.language}": each leads there to what "${first?.said.language ?? ''}" offers with the other`,
          span: findPieceSpan(draft.document, piece),
          hint: 'exchange them in the text',
        });
      }
      if (!isReported) reportText(menu, draft, report);
    }
  },
};

/** Reports a menu of which one language offers with a key what only the way of the other key is about. */
function reportText(menu: Menu, draft: FlowDraft, report: Report): void {
  const found = findExchangedText(menu, draft);
  if (found === undefined) return;
  const { offer, meant } = found;
  report({
    code: 'key-leads-elsewhere',
    message: `in this language alone, ${offer.description} of menu "${menu.step.name}" is offered for step "${meant.target}", but leads to step "${offer.target}"`,
    span: offer.span,
    hint: 'exchange the keys in the text',
  });
}

interface Topics {
  said: Said;
  /** Topic → key, for the topics that exactly one key has. */
  keys: ReadonlyMap<string, string>;
}

function readTopics(said: Said): Topics {
  const found = said.pieces.flatMap((piece) => {
    const tag = parseLanguage(piece.language ?? said.language);
    const announced = piece.keys.listAnnounced();
    return splitSentences(blankExpressions(piece.text)).flatMap(({ text, start }) => {
      const [only, ...more] = announced.filter(
        (one) => one.start >= start && one.start < start + text.length,
      );
      const topics = only === undefined ? [] : findTopics(text, tag);
      if (only === undefined || more.length > 0) return [];
      return topics.map((topic) => ({ topic, key: only.key, isOnly: topics.length === 1 }));
    });
  });
  const byTopic = [...Map.groupBy(found, ({ topic }) => topic)];
  const clear = byTopic.flatMap(([topic, [only, ...more]]) =>
    only?.isOnly === true && more.length === 0 ? [[topic, only.key] as const] : [],
  );
  return { said, keys: new Map(clear) };
}

/** Returns two keys whose topics one language gives to each other. */
function findExchanged({ keys: first }: Topics, { keys: other }: Topics): [string, string] | undefined {
  for (const [topic, key] of first) {
    const there = other.get(topic);
    if (there === undefined || there === key) continue;
    const back = [...first].find(([name, one]) => one === there && other.get(name) === key);
    if (back !== undefined) return [key, there];
  }
  return undefined;
}
