import type { ConnectStep, SmsStep } from '../../../../schemas/types/flow.ts';
import type { Path } from '../read/document.ts';
import { spanAt } from '../read/document.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps, listQuestions } from './questions.ts';
import { readFlowSpeech } from './spoken.ts';
import { findGivenSeconds, listDurations } from './told-times.ts';
import { followOnlyWay } from './unasked-ways.ts';
import { groupSaidByStep } from './words/said.ts';

const DEFAULT_TIMEOUT = '5s';

/**
 * Reports times that a prompt promises and the flow does not give: "you have twenty seconds to find it" before a
 * shorter `timeout`, "your doctor has thirty minutes for you" before a conversation that `limits.bridge` ends sooner.
 * It also reports a message that is scheduled for the same number of other units than a text tells.
 * Only times that somebody has for something are read, in the languages whose number words are known.
 */
export const promisedTime: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const findPromise = createPromiseFinder(draft);
    for (const { step, body, path } of listQuestions(draft)) {
      const promised = findPromise([...path, 'prompt']);
      const timeout = body.timeout ?? DEFAULT_TIMEOUT;
      if (promised === undefined || !(parseDuration(timeout) < promised * 1_000)) continue;
      report({
        code: 'promised-time',
        message: `step "${step.name}" promises callers ${promised} seconds, and counts them as silent after ${timeout}`,
        span: spanAt(draft.document, [...path, body.timeout === undefined ? 'prompt' : 'timeout']),
        hint: `write timeout: ${promised}s`,
      });
    }
    checkMessages(draft, report);
    const bridge = draft.source.limits?.bridge;
    if (bridge === undefined) return;
    const talks = new Map(listMapSteps<ConnectStep>(draft, 'connect').map(({ step }) => [step.name, step]));
    for (const { name, content, nextStep } of listSteps(draft)) {
      const verb = content?.verb.name ?? '';
      const talk = talks.get(nextStep);
      if (talk === undefined || verb !== 'say') continue;
      const promised = findPromise(['steps', name, verb]);
      if (promised === undefined || !(parseDuration(bridge) < promised * 1_000)) continue;
      report({
        code: 'promised-time',
        message: `step "${name}" promises ${promised / 60} minutes, and limits.bridge cuts the conversation of step "${talk.name}" off after ${bridge}`,
        span: draft.document.span(talk.nameRange),
        hint: 'raise limits.bridge',
      });
    }
  },
};

/** Reports text messages that are sent after another time than the texts around them tell: `10h` for ten minutes. */
function checkMessages(draft: FlowDraft, report: Report): void {
  for (const { step, body, path } of listMapSteps<SmsStep>(draft, 'sms')) {
    const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(body.schedule ?? '') ?? [];
    const seconds = parseDuration(`${count}${unit}`) / 1_000;
    const before = draft.graph.steps.filter(({ edges }) => edges.some(({ to }) => to === step.name));
    const around = [...before, ...followOnlyWay(draft, step.name)].flatMap(
      ({ name }) => groupSaidByStep(draft).get(name) ?? [],
    );
    const told = around.flatMap(({ pieces, language }) =>
      pieces.flatMap((piece) => listDurations(piece.text, piece.language ?? language)),
    );
    const other = told.find((one) => one.count === Number(count));
    if (other === undefined || told.some((one) => one.seconds === seconds)) continue;
    report({
      code: 'promised-time',
      message: `callers are told of ${other.seconds / 60} minutes, and step "${step.name}" sends the message after ${count}${unit}`,
      span: spanAt(draft.document, [...path, 'schedule']),
      hint: `write schedule: ${other.seconds % 60 === 0 ? `${other.seconds / 60}m` : `${other.seconds}s`}, or correct the text`,
    });
  }
}

function listSteps({ steps, graph }: FlowDraft): (DraftStep & { nextStep: string })[] {
  const next = new Map(
    graph.steps.map(({ name, edges }) => [name, edges.find(({ outcome }) => outcome === 'done')?.to ?? '']),
  );
  return steps.map((step) => ({ ...step, nextStep: next.get(step.name) ?? '' }));
}

/**
 * Creates a function that returns the longest time in seconds that a prompt promises in any language. Each text is read
 * once, since many steps may say the same prompt.
 */
function createPromiseFinder(draft: FlowDraft): (path: Path) => number | undefined {
  const speech = readFlowSpeech(draft);
  const known = new Map<string, number>();
  const read = (text: string, language: string): number => {
    const key = `${language} ${text}`;
    const seconds = known.get(key) ?? findGivenSeconds(text, language) ?? 0;
    known.set(key, seconds);
    return seconds;
  };
  return (path) => {
    const found = speech.languages.flatMap((language) =>
      speech.readPieces([...path], language).map((piece) => read(piece.text, piece.language ?? language)),
    );
    return Math.max(0, ...found) || undefined;
  };
}
