import { findReachable, indexSteps, type Edge } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import type { Menu } from './questions.ts';
import { nameChoice } from '../verbs/menu.ts';
import { findRefusal, followAnswer, isConsent, listConsentMenus } from './recording-consent.ts';
import { reportInverted } from './recording-inverted.ts';
import { reportRefused } from './recording-refused.ts';
import { isRecording } from './recording-unannounced.ts';
import { findEdge } from './unasked-ways.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './words/said.ts';

/**
 * Reports recordings of callers who were told that there is none, and of callers whose silence is taken for consent: a
 * question about recording of which one choice leads to a recording, another one does not, and `exhausted` does; also of
 * answers that lead the wrong way, and of callers whose refusal leads to a recording as all answers do.
 */
export const recordingAgainstWill: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const recordings = new Set(draft.steps.filter(isRecording).map(({ name }) => name));
    if (recordings.size === 0) return;
    const steps = indexSteps(draft.graph);
    const isRecorded = (from: string): boolean =>
      !findReachable(steps, [from], ({ failure }) => !failure).isDisjointFrom(recordings);
    reportDenials(draft, isRecorded, report);
    const inverted = reportInverted(draft, recordings, report);
    reportRefused(draft, recordings, report);
    for (const menu of listConsentMenus(draft))
      if (!inverted.has(menu) && isQuestion(menu, draft) && !beginsWithConsent(menu, draft))
        reportSilence(menu, { draft, recordings }, report);
  },
};

/** Reports announcements that nothing is recorded. A sentence that offers a choice is none. */
function reportDenials(draft: FlowDraft, isRecorded: (from: string) => boolean, report: Report): void {
  const isNew = createPieceFilter();
  for (const said of listSaid(draft)) {
    if (said.part !== 'say') continue;
    for (const piece of said.pieces) {
      const found = findWords(piece, said)?.talk.notRecorded.exec(piece.text);
      if (found === null || found === undefined || piece.keys.listAnnounced().length > 0) continue;
      if (!isRecorded(said.step.name) || !isNew(piece)) continue;
      report({
        code: 'recording-against-will',
        message: `callers are told that nothing is recorded, but step "${said.step.name}" leads to a recording`,
        span: findPieceSpan(draft.document, piece, {
          start: found.index,
          end: found.index + found[0].length,
        }),
        hint: 'remove the recording, or say when it takes place',
      });
    }
  }
}

/** True for a menu whose choices agree to a recording or refuse it, rather than one that mentions it. */
function isQuestion(menu: Menu, draft: FlowDraft): boolean {
  return findRefusal(menu, draft) !== undefined || menu.body.choices?.some(isConsent) === true;
}

/** True when a variable begins with consent, of which another rule tells. */
function beginsWithConsent(menu: Menu, draft: FlowDraft): boolean {
  const refusal = findRefusal(menu, draft);
  const agreeing = (menu.body.choices ?? []).filter((choice) =>
    refusal === undefined ? isConsent(choice) : choice !== refusal,
  );
  return agreeing.some((choice) =>
    Object.entries(choice?.set ?? {}).some(([name, value]) => draft.vars[name]?.initial === value),
  );
}

/** Reports silence that leads to a recording where one choice does as well, and another does not. */
function reportSilence(
  menu: Menu,
  { draft, recordings }: { draft: FlowDraft; recordings: ReadonlySet<string> },
  report: Report,
): void {
  const { name, nameRange } = menu.step;
  const follow = (edge: Edge | undefined) => edge && followAnswer(menu, edge, { draft });
  const isRecorded = (found: ReturnType<typeof follow>): boolean =>
    [...recordings].some((step) => found?.arrivals.has(step));
  const silent = findEdge(draft, name, 'silent') ?? findEdge(draft, name, 'exhausted');
  const silence = follow(silent);
  if (silence?.isKnown !== true || !isRecorded(silence)) return;
  const answers = (menu.body.choices ?? []).map((choice) =>
    isRecorded(follow(findEdge(draft, name, nameChoice(choice)))),
  );
  if (!answers.includes(true) || !answers.includes(false)) return;
  report({
    code: 'recording-against-will',
    message: `callers who say nothing at step "${name}" are recorded as if they had agreed`,
    span: silent?.span ?? draft.document.span(nameRange),
    hint: `lead "${silent?.outcome ?? ''}" where the key for "no" leads`,
  });
}
