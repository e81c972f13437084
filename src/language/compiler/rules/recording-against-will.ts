import { findReachable, indexSteps } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus, type Menu } from './questions.ts';
import { listConditions } from '../check/known-values.ts';
import { rangeAt } from '../read/document.ts';
import { reportRefused } from './recording-refused.ts';
import { isRecording } from './recording-unannounced.ts';
import { CONSENT } from './silence-decides.ts';
import { findEdge } from './unasked-ways.ts';
import {
  createPieceFilter,
  findPieceSpan,
  findWords,
  groupSaidByStep,
  listSaid,
  saysAny,
} from './words/said.ts';

/**
 * Reports recordings of callers who were told that there is none, and of callers whose silence is taken for consent: a
 * question about recording of which one choice leads to a recording, another one does not, and `exhausted` does; also of a
 * condition on the answer that leads the wrong way, and of callers whose refusal leads to a recording as all answers do.
 */
export const recordingAgainstWill: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const recordings = new Set(draft.steps.filter(isRecording).map(({ name }) => name));
    if (recordings.size === 0) return;
    const steps = indexSteps(draft.graph);
    const isRecorded = (from: string, without?: string): boolean =>
      [...findReachable(steps, [from], ({ failure, to }) => !failure && to !== without)].some((name) =>
        recordings.has(name),
      );
    reportDenials(draft, isRecorded, report);
    reportInverted(draft, isRecorded, report);
    reportRefused(draft, recordings, report);
    for (const menu of listMenus(draft))
      reportSilence(menu, { draft, isRecorded: (from) => isRecorded(from, menu.step.name) }, report);
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

/** Reports a condition that leads callers who agreed past the recording, and the others to it. */
function reportInverted(draft: FlowDraft, isRecorded: (from: string) => boolean, report: Report): void {
  const asked = listMenus(draft).filter(({ step }) =>
    (groupSaidByStep(draft).get(step.name) ?? []).some((one) => saysAny(one, ({ recorded }) => recorded)),
  );
  const answers = new Set(
    asked.flatMap(({ body }) => (body.choices ?? []).flatMap((one) => Object.keys(one?.set ?? {}))),
  );
  for (const [step, [only, ...others]] of listConditions(draft)) {
    const [[literal, ...more] = [], ...alternatives] = only?.isTrue ?? [];
    if (others.length > 0 || more.length > 0 || alternatives.length > 0) continue;
    const { comparison } = literal ?? {};
    const isConsent =
      comparison?.kind === 'equals' && literal?.isTrue === true && CONSENT.has(String(comparison.value));
    if (!isConsent || !answers.has(comparison.name.replace('vars.', ''))) continue;
    const agreed = findEdge(draft, step, 'case_1')?.to;
    const refused = findEdge(draft, step, 'otherwise')?.to;
    if (agreed === undefined || refused === undefined || isRecorded(agreed) || !isRecorded(refused)) continue;
    report({
      code: 'recording-against-will',
      message: `callers who agree are led past the recording at step "${step}", and those who refuse are recorded`,
      span: draft.document.span(rangeAt(draft.document.root, ['steps', step])),
      hint: 'exchange the targets, or == and !=',
    });
  }
}

function reportSilence(
  { step, body }: Menu,
  { draft, isRecorded }: { draft: FlowDraft; isRecorded: (from: string) => boolean },
  report: Report,
): void {
  const said = groupSaidByStep(draft).get(step.name) ?? [];
  if (!said.some((one) => saysAny(one, ({ recorded }) => recorded))) return;
  const targets = (body.choices ?? []).map((choice) => choice?.goto ?? '');
  const silent = draft.graph.steps
    .find(({ name }) => name === step.name)
    ?.edges.find(({ outcome }) => outcome === 'exhausted' || outcome === 'silent');
  if (silent === undefined || !isRecorded(silent.to)) return;
  if (targets.every((to) => isRecorded(to)) || !targets.some((to) => isRecorded(to))) return;
  report({
    code: 'recording-against-will',
    message: `callers who say nothing at step "${step.name}" are recorded as if they had agreed`,
    span: silent.span ?? draft.document.span(step.nameRange),
    hint: `lead "${silent.outcome}" where the key for "no" leads`,
  });
}
