import { findLeadingTo, findReachable, indexSteps, memoize } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { promiseWords } from './promise-words.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './said.ts';

/** Verbs that bring somebody or something on the line, or hand the call to a flow that may. */
const CONNECTING = new Set(['connect', 'room', 'stream', 'run', 'goto', 'return']);
/** Verbs by which somebody may learn of a call: variables are part of its record. */
const TELLING = new Set([
  'http',
  'sms',
  'record',
  'stream',
  'run',
  'goto',
  'return',
  'outcome',
  'room',
  'set',
]);

/** Verbs of steps in which a caller may leave a message: a mailbox, an agent, an answer in words. */
const LISTENING = new Set([...CONNECTING, 'record', 'voicemail', 'collect']);
/** Verbs by which a text message may be sent. */
const SENDING = new Set(['sms', 'room', 'http', 'run', 'goto', 'return', 'stream', 'outcome']);
/** Verbs that take no time in which callers wait for somebody. */
const PASSING = new Set(['say', 'play', 'hangup', 'set', 'outcome', 'switch', 'hours', 'language']);

/**
 * Reports announcements that the flow cannot keep, because no step from there on does it:
 * - callers are told that they are connected, and nobody is rung;
 * - they are told that they are called back, or get a text message, and no step tells anybody of the call or sends it;
 * - they are asked to leave a message, and nothing takes it;
 * - they are asked to stay on the line, and nothing comes for which they wait.
 * It also reports thanks for waiting before anything for which callers wait. It does not check who is rung or told.
 */
export const promiseNotKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    const steps = indexSteps(draft.graph);
    const keeping = memoize((promise: Promised) => {
      const kept = new Set(
        draft.graph.steps.filter(({ verb }) => promise.isKeptBy(verb)).map(({ name }) => name),
      );
      return {
        before: findReachable(steps, [...kept], () => true),
        after: findLeadingTo(steps, ({ name }) => kept.has(name)),
      };
    });
    const { endStep } = draft.graph;
    for (const said of listSaid(draft)) {
      if (said.part !== 'say') continue;
      const { name } = said.step;
      for (const piece of said.pieces) {
        const words = findWords(piece, said);
        const made = words && findPromise(piece.text, words);
        if (made === undefined) continue;
        const { promise, ...part } = made;
        const { before, after } = keeping(promise);
        const isKept =
          promise.when !== 'before' && (after.has(name) || (endStep !== undefined && after.has(endStep)));
        const isKnown = promise.when !== 'after' && before.has(name);
        if (isKept || isKnown || !isNew(piece)) continue;
        if (promise.when === 'before' && isCalledByOthers(draft)) continue;
        report({
          code: 'promise-not-kept',
          message: promise.describe(name),
          span: findPieceSpan(draft.document, piece, part),
          hint: promise.hint,
        });
      }
    }
  },
};

/** True for a flow that other flows run, in which callers may have waited before. */
function isCalledByOthers({ source, graph }: FlowDraft): boolean {
  return source.params !== undefined || graph.steps.some(({ verb }) => verb === 'return');
}

/** A kind of promise. */
interface Promised {
  patternOf: (words: SpeechLanguage) => RegExp | undefined;
  isKeptBy: (verb: string) => boolean;
  /** The place of the step that keeps it. */
  when: 'before' | 'after' | 'anywhere';
  describe: (step: string) => string;
  hint: string;
}

const PROMISES: readonly Promised[] = [
  {
    patternOf: ({ talk }) => talk.callBack,
    isKeptBy: (verb) => TELLING.has(verb),
    when: 'anywhere',
    describe: (step) =>
      `callers are told that they are called back, but after step "${step}" nobody is told of the call`,
    hint: 'send the number of the caller to a service, or note an outcome',
  },
  {
    patternOf: ({ talk }) => talk.connect,
    isKeptBy: (verb) => CONNECTING.has(verb),
    when: 'after',
    describe: (step) => `callers are told that they are connected, but after step "${step}" nobody is rung`,
    hint: 'lead to a "connect" step, or say something else',
  },
  {
    patternOf: ({ tag }) => promiseWords[tag]?.textMessage,
    isKeptBy: (verb) => SENDING.has(verb),
    when: 'anywhere',
    describe: (step) =>
      `callers are promised a text message, but neither before nor after step "${step}" one is sent`,
    hint: 'send it in an "sms" step, or say something else',
  },
  {
    patternOf: ({ tag }) => promiseWords[tag]?.leaveMessage,
    isKeptBy: (verb) => LISTENING.has(verb),
    when: 'after',
    describe: (step) => `callers are asked to leave a message, but after step "${step}" nothing takes it`,
    hint: 'connect them to a mailbox, ask for it with "collect", or say something else',
  },
  {
    patternOf: ({ tag }) => promiseWords[tag]?.hold,
    isKeptBy: (verb) => !PASSING.has(verb),
    when: 'after',
    describe: (step) =>
      `callers are asked to stay on the line, but after step "${step}" nothing comes for which they wait`,
    hint: 'lead to the step for which they wait, or say something else',
  },
  {
    patternOf: ({ tag }) => promiseWords[tag]?.waited,
    isKeptBy: (verb) => !PASSING.has(verb),
    when: 'before',
    describe: (step) =>
      `callers are thanked for waiting, but before step "${step}" there is nothing for which they wait`,
    hint: 'leave the thanks out',
  },
];

/** Returns the first kind of promise that a text makes, with its place. */
function findPromise(
  text: string,
  words: SpeechLanguage,
): { promise: Promised; start: number; end: number } | undefined {
  for (const promise of PROMISES) {
    const found = promise.patternOf(words)?.exec(text) ?? undefined;
    if (found !== undefined) return { promise, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}
