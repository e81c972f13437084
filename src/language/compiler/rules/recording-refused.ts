import type { Report } from '../../diagnostics/index.ts';
import { nameChoice } from '../verbs/menu.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { getStepValues } from '../check/step-values.ts';
import type { Menu } from './questions.ts';
import { findRefusal, followAnswer, listConsentMenus } from './recording-consent.ts';
import { findEdge } from './unasked-ways.ts';

/**
 * Reports the choice by which callers refuse a recording if it leads to one as all other choices do. What a condition on
 * other values decides on the way is left alone.
 */
export function reportRefused(draft: FlowDraft, recordings: ReadonlySet<string>, report: Report): void {
  const deciding = draft.graph.steps.filter(({ verb }) => verb === 'switch');
  for (const menu of listConsentMenus(draft)) {
    const { name } = menu.step;
    const choices = menu.body.choices ?? [];
    const refused = choices.length < 2 ? undefined : findRefusal(menu, draft);
    if (refused === undefined) continue;
    const set = new Set(getStepValues(draft, name).writes.map(({ variable }) => `vars.${variable}`));
    const open = new Set(
      deciding.filter((one) => !getStepValues(draft, one.name).reads.isSubsetOf(set)).map((one) => one.name),
    );
    const isRecorded = (choice: Choice): boolean => {
      const edge = findEdge(draft, name, nameChoice(choice));
      const found = edge && followAnswer(menu, edge, { draft, isEnd: (step) => open.has(step) });
      return found?.isKnown === true && [...recordings].some((step) => found.arrivals.has(step));
    };
    if (!choices.every(isRecorded)) continue;
    report({
      code: 'recording-against-will',
      message: `callers who press "${refused.key ?? ''}" at step "${name}" refuse the recording and are recorded all the same`,
      span: spanAt(draft.document, [...menu.path, 'choices', choices.indexOf(refused), 'goto']),
      hint: 'lead the choice past the recording',
    });
  }
}

type Choice = NonNullable<Menu['body']['choices']>[number];
