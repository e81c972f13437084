import { findLeadingTo, indexSteps, memoize } from '../../../model/index.ts';
import type { TalkWords } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
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

/**
 * Reports announcements that the flow cannot keep: callers are told that they are connected, and no step from there on
 * connects anybody; or that they are called back, and no step tells anybody of the call. It does not check whom.
 */
export const promiseNotKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    const steps = indexSteps(draft.graph);
    const keeping = memoize((verbs: ReadonlySet<string>) => {
      const kept = new Set(draft.graph.steps.filter(({ verb }) => verbs.has(verb)).map(({ name }) => name));
      return findLeadingTo(steps, ({ name }) => kept.has(name));
    });
    const isKeptAtEnd = (verbs: ReadonlySet<string>): boolean =>
      draft.graph.endStep !== undefined && keeping(verbs).has(draft.graph.endStep);
    for (const said of listSaid(draft)) {
      if (said.part !== 'say') continue;
      for (const piece of said.pieces) {
        const words = findWords(piece, said)?.talk;
        const promise = words && findPromise(piece.text, words);
        if (promise === undefined) continue;
        const isKept = keeping(promise.keptBy).has(said.step.name) || isKeptAtEnd(promise.keptBy);
        const isKnown = promise.isEarlier && draft.graph.steps.some(({ verb }) => promise.keptBy.has(verb));
        if (isKept || isKnown || !isNew(piece)) continue;
        report({
          code: 'promise-not-kept',
          message: `${promise.message}, but after step "${said.step.name}" ${promise.reality}`,
          span: findPieceSpan(draft.document, piece, promise),
          hint: promise.hint,
        });
      }
    }
  },
};

interface PromiseMade {
  start: number;
  end: number;
  message: string;
  reality: string;
  hint: string;
  keptBy: ReadonlySet<string>;
  /** True when a step before the promise may keep it. */
  isEarlier: boolean;
}

function findPromise(text: string, { connect, callBack }: TalkWords): PromiseMade | undefined {
  const called = callBack.exec(text);
  if (called !== null)
    return {
      ...toPart(called),
      message: 'callers are told that they are called back',
      reality: 'nobody is told of the call',
      hint: 'send the number of the caller to a service, or note an outcome',
      keptBy: TELLING,
      isEarlier: true,
    };
  const connected = connect.exec(text);
  if (connected === null) return undefined;
  return {
    ...toPart(connected),
    message: 'callers are told that they are connected',
    reality: 'nobody is rung',
    hint: 'lead to a "connect" step, or say something else',
    keptBy: CONNECTING,
    isEarlier: false,
  };
}

function toPart({ 0: found, index }: RegExpExecArray): { start: number; end: number } {
  return { start: index, end: index + found.length };
}
