import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import { isRunByFlows } from '../check/line-state.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { isMobileNumber } from './phone-numbers.ts';
import { listMapSteps, listMenus, type Menu } from './questions.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { findWords, groupSaidByStep } from './words/said.ts';
import { phrase } from '../../speech/index.ts';

/**
 * Reports answering machines that are taken for people:
 * - a mobile number in a list rings so long that its mailbox picks up before the next party is rung;
 * - a flow that is started with parameters notes that somebody was informed, though it has asked nobody anything;
 * - silence cancels something that exists, which another key would only have confirmed.
 */
export const mailboxTakenForPerson: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkRinging(draft, report);
    checkInformed(draft, report);
    for (const menu of listMenus(draft)) checkSilence(menu, draft, report);
  },
};

/** Seconds of ringing after which most mailboxes have picked up. The default of a step is not reported. */
const MAILBOX_SECONDS = 30;

function checkRinging(draft: FlowDraft, report: Report): void {
  for (const { step, body, path } of listMapSteps<ConnectStep>(draft, 'connect')) {
    const { to, ring = '' } = body;
    const seconds = parseDuration(ring) / 1_000;
    if (!Array.isArray(to) || !(seconds > MAILBOX_SECONDS)) continue;
    const at = to.slice(0, -1).findIndex((one) => typeof one === 'string' && isMobileNumber(one));
    if (at < 0) continue;
    report({
      code: 'mailbox-taken-for-person',
      message: `"${String(to[at])}" of step "${step.name}" is a mobile number: within ${seconds} seconds its mailbox picks up, and the next party is never rung`,
      span: spanAt(draft.document, [...path, 'ring']),
      hint: 'let it ring for 15 to 20 seconds, and ask whoever answers to press a key',
    });
  }
}

/** Outcomes that claim that somebody has heard something. */
const INFORMED =
  /(?:^|_)(?:informed|notified|warned|alerted|reached|told|acknowledged|informiert|benachrichtigt|gewarnt|erreicht)$/;
/** Verbs by which a flow learns that there is a person, or leaves it to another flow. */
const ASKING = new Set([
  'menu',
  'collect',
  'connect',
  'room',
  'stream',
  'run',
  'goto',
  'return',
  'wait',
  'switch',
]);

function checkInformed(draft: FlowDraft, report: Report): void {
  const { params, graph, steps } = draft;
  if (Object.keys(params).length === 0 || graph.steps.some(({ verb }) => ASKING.has(verb))) return;
  if (!graph.steps.some(({ waits }) => waits === 'playback') || isRunByFlows(draft)) return;
  for (const { name, nameRange, content } of steps) {
    const { verb, body } = content ?? {};
    if (verb?.name !== 'outcome' || typeof body !== 'string' || !INFORMED.test(body)) continue;
    report({
      code: 'mailbox-taken-for-person',
      message: `step "${name}" notes "${body}" though nobody was asked anything: an answering machine that picks up counts as well`,
      span: draft.document.span(nameRange),
      hint: 'ask for a key before it, and note another outcome without one',
    });
  }
}

function checkSilence(menu: Menu, draft: FlowDraft, report: Report): void {
  const { step, body } = menu;
  const silent = findEdge(draft, step.name, 'silent');
  const chosen = (body.choices ?? []).flatMap((choice) => (choice?.goto === undefined ? [] : [choice]));
  const [key] = chosen.filter((choice) => choice.goto === silent?.to).map((choice) => String(choice.key));
  if (silent === undefined || key === undefined || !isCancelling(key, menu, draft)) return;
  const behind = findUnasked(draft, silent.to);
  const isElsewhere = draft.graph.steps.some(({ name, verb }) => ACTING.has(verb) && !behind.has(name));
  if (isElsewhere || ![...behind.values()].some(({ verb }) => verb === 'outcome' || verb === 'http')) return;
  report({
    code: 'mailbox-taken-for-person',
    message: `whoever says nothing at step "${step.name}", such as an answering machine, cancels what the key "${key}" cancels`,
    span: silent.span ?? draft.document.span(step.nameRange),
    hint: `lead "${silent.outcome}" to a step that leaves everything as it is`,
  });
}

/** Verbs by which a flow does something itself, such as making the booking that a key abandons. */
const ACTING = new Set(['http', 'sms', 'connect', 'room', 'stream', 'run', 'goto', 'return']);

function isCancelling(key: string, { step }: Menu, draft: FlowDraft): boolean {
  return (groupSaidByStep(draft).get(step.name) ?? []).some((said) =>
    said.pieces.some((piece) => {
      const language = said.part === 'prompt' ? findWords(piece, said) : undefined;
      return (
        language !== undefined &&
        readKeyPurposes(piece, language).some((one) => one.key === key && CANCEL.test(one.clause))
      );
    }),
  );
}

/** Verbs for cancelling, in the languages of speech. */
const CANCEL = phrase(
  'cancel|annuler|absagen|stornieren|cancelar|anular|annullare|disdire|annuleren|afzeggen|desmarcar|avboka|odwołać|anulować',
);
