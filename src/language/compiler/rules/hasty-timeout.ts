import type { WaitStep } from '../../../../schemas/types/flow.ts';
import type { Report, Span } from '../../diagnostics/index.ts';
import { nodeAt, readText, spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMapSteps, listQuestions, type Question } from './questions.ts';
import { findGivenSeconds } from './told-times.ts';
import { groupSaidByStep } from './words/said.ts';
import { phrase } from '../../speech/index.ts';

type WaitForMessage = Exclude<WaitStep, string>;

/** Shortest time in which a caller finds a key, with a telephone held to the ear. */
const MIN_MS = 2_000;
/** Shortest time in which a caller writes and sends a text message. */
const MIN_MESSAGE_MS = 20_000;
/** Shortest time in which a caller says what a message is about. */
const MIN_VOICEMAIL_MS = 10_000;
/** Shortest time in which a web service answers over a network. */
const MIN_REQUEST_MS = 50;
/** Maximum number of digits known by heart; longer ones are read off a card, a bill or a screen. */
const MAX_KNOWN_BY_HEART = 4;

/** Shortest time in which a caller fetches something, or goes somewhere to read it. */
const MIN_FETCH_MS = 10_000;
/** Words of texts that give callers time, send them to a meter, or ask for a code that they get as a text message. */
const FETCHING = phrase(
  String.raw`take your time|(?:sent|texted|sending|texting) (?:you )?(?:\p{L}+ ){0,8}code|code [^.!?]{0,40}(?:(?:sent|texted) (?:you|to)|by (?:text|SMS)|(?:per|par|por|via) SMS|geschickt|gesendet|gestuurd)|(?:envoyé|enviado|mandado|inviato|enviámos|enviamos) (?:\p{L}+ ){0,8}(?:code|código|codice)|(?:wysłaliśmy|skickat) (?:\p{L}+ ){0,8}kod\p{L}*|c[óo]di(?:go|ce) [^.!?]{0,40}(?:enviado|mandado|inviato|(?:por|via) SMS)|(?:go|walk) to (?:your|the) (?:\p{L}+ )?meter|read the [^.!?]{0,40}(?:of|on|off) (?:your|the) (?:\p{L}+ )?meter|(?:get|fetch) your|lassen sie sich zeit|nehmen sie sich zeit|(?:gehen|treten) sie [^.!?]{0,30}zähler|lesen sie [^.!?]{0,40}zähler|holen sie (?:bitte )?(?:ihre?n?|sich|etwas|einen)|prenez votre temps|allez (?:chercher|voir|au compteur)|relevez [^.!?]{0,40}compteur|(?:tómese su tiempo|sin prisa)|(?:vaya|acérquese) al contador|lea [^.!?]{0,40}contador|faccia con calma|(?:vada|si rechi) al contatore|legga [^.!?]{0,40}contatore|neem (?:rustig )?de tijd|(?:loop|ga) naar (?:uw|de) \p{L}*meter|lees [^.!?]{0,40}meter|pegue n[ao]|vá (?:até )?ao contador|leia [^.!?]{0,40}contador`,
);

/**
 * Reports timeouts that leave callers too little time to find the keys, or to fetch what they are sent for: a question
 * that sends them to a meter, or tells them to take their time.
 */
export const hastyTimeout: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const reportHasty = ({ step, body, path }: Question, key: 'timeout' | 'inter_digit', purpose: string) => {
      const written = body[key];
      if (written === undefined || !(parseDuration(written) < MIN_MS)) return;
      report({
        code: 'hasty-timeout',
        message: `in step "${step.name}" callers have ${written} ${purpose}; expected at least ${MIN_MS / 1_000}s`,
        span: spanAt(draft.document, [...path, key]),
      });
    };
    reportShortMessages(draft, report);
    reportHastyRequests(draft, report);
    for (const question of listQuestions(draft)) reportHasty(question, 'timeout', 'to begin an answer');
    for (const { step, body, path } of listQuestions(draft)) {
      const { timeout } = body;
      const ms = parseDuration(timeout ?? '');
      const said = groupSaidByStep(draft).get(step.name) ?? [];
      if (timeout === undefined || !(ms >= MIN_MS && ms < MIN_FETCH_MS)) continue;
      // Callers who may say what they like have nothing to fetch.
      if ('type' in body && body.type === 'text') continue;
      const pieces = said.flatMap((one) => one.pieces.map((piece) => ({ ...piece, language: one.language })));
      if (!pieces.some(({ text }) => FETCHING.test(text))) continue;
      // A time that the text names is checked with the other promises.
      if (pieces.some(({ text, language }) => findGivenSeconds(text, language) !== undefined)) continue;
      report({
        code: 'hasty-timeout',
        message: `in step "${step.name}" callers who are given time to fetch or read something have ${timeout} to begin an answer; expected at least ${MIN_FETCH_MS / 1_000}s`,
        span: spanAt(draft.document, [...path, 'timeout']),
      });
    }
    for (const collect of listCollects(draft))
      if ((findKeyedLength(collect.body)?.max ?? 0) > MAX_KNOWN_BY_HEART)
        reportHasty(collect, 'inter_digit', 'from one key to the next');
  },
};

/** Reports times in which nobody writes a text message, or leaves one by voice. */
function reportShortMessages(draft: FlowDraft, report: Report): void {
  const reportShort = (step: string, written: string, least: { ms: number; to: string; span: Span }) => {
    if (!(parseDuration(written) < least.ms)) return;
    report({
      code: 'hasty-timeout',
      message: `in step "${step}" callers have ${written} to ${least.to}; expected at least ${least.ms / 1_000}s`,
      span: least.span,
    });
  };
  for (const { step, body, path } of listMapSteps<WaitForMessage>(draft, 'wait')) {
    if (body.for !== 'message' || body.timeout === undefined) continue;
    const span = spanAt(draft.document, [...path, 'timeout']);
    reportShort(step.name, body.timeout, { ms: MIN_MESSAGE_MS, to: 'write a text message', span });
  }
  for (const { step, body, path } of listMapSteps<{ longest?: string }>(draft, 'voicemail')) {
    const span = spanAt(draft.document, [...path, 'longest']);
    reportShort(step.name, body.longest ?? '', { ms: MIN_VOICEMAIL_MS, to: 'leave a message', span });
  }
}

/** Reports times in which no web service answers: milliseconds were written for seconds. */
function reportHastyRequests(draft: FlowDraft, report: Report): void {
  const requests = listMapSteps<{ timeout?: string }>(draft, 'http').map(({ path }) => [...path, 'timeout']);
  for (const path of [['defaults', 'http', 'timeout'], ...requests]) {
    const written = readText(nodeAt(draft.document.root, path));
    if (written === undefined || !(parseDuration(written) < MIN_REQUEST_MS)) continue;
    report({
      code: 'hasty-timeout',
      message: `a web service has ${written} to answer; expected at least ${MIN_REQUEST_MS}ms`,
      span: spanAt(draft.document, path),
    });
  }
}
