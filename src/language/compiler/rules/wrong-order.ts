import { isExcluded, listStepsOnLine, isCertain, type Line, type StepOnLine } from '../check/line-state.ts';
import { isBridgeWait } from '../verbs/wait.ts';
import type { FlowRule } from './flow-rule.ts';

/** A step that comes when it has no effect or cannot work. */
interface Order {
  isAbout: (content: StepOnLine['content']) => boolean;
  isWrong: (line: Line) => boolean;
  problem: string;
  hint: string;
}

/** Reports steps that resume, stop or reject something that does not exist when they are entered. */
export const wrongOrder: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const step of listStepsOnLine(draft, (one) => findBrokenOrder(one) !== undefined)) {
      const { problem = '', hint = '' } = findBrokenOrder(step) ?? {};
      report({
        code: 'wrong-order',
        message: `step "${step.name}" ${problem}`,
        span: draft.document.span(step.nameRange),
        hint,
      });
    }
  },
};

function findBrokenOrder({ content, line }: StepOnLine): Order | undefined {
  return ORDERS.find(({ isAbout, isWrong }) => isAbout(content) && isWrong(line));
}

const ORDERS: Order[] = [
  {
    isAbout: ({ verb }) => verb.name === 'reject',
    isWrong: (line) => isCertain(line, 'answered'),
    problem: 'rejects a call that is already answered',
    hint: 'put it before the first step that speaks, listens or connects; to end an answered call use next: hangup',
  },
  {
    isAbout: ({ verb }) => verb.name === 'resume',
    isWrong: (line) => isExcluded(line, 'held'),
    problem: 'resumes a call that is not on hold',
    hint: 'put a step "hold:" before it, or remove it',
  },
  {
    isAbout: ({ verb }) => verb.waits === 'caller' || verb.waits === 'playback',
    isWrong: (line) => isCertain(line, 'held'),
    problem: 'speaks to a caller who is on hold and hears music',
    hint: 'put a step "resume:" before it',
  },
  {
    isAbout: ({ verb, body }) =>
      verb.name === 'http' && (body as { filler?: unknown } | undefined)?.filler !== undefined,
    isWrong: (line) => isCertain(line, 'held'),
    problem: 'has a filler, which is spoken to a caller who is on hold and hears music',
    hint: 'remove the filler, since the caller hears music, or put a step "resume:" before it',
  },
  {
    isAbout: ({ verb, body }) => verb.name === 'wait' && isBridgeWait(body as never),
    isWrong: (line) => isExcluded(line, 'bridged'),
    problem: 'waits for the end of a bridge, but nobody else is on the line',
    hint: 'lead to it from "bridged" of a connect step; without that edge connect waits itself',
  },
  {
    isAbout: (content) => content.verb.name === 'stream' && isStop(content),
    isWrong: (line) => isExcluded(line, 'streaming'),
    problem: 'stops a stream, but none is active',
    hint: 'start one with stream: { start: … }; one that is started with "to" ends in its own step',
  },
  {
    isAbout: (content) => content.verb.name === 'record' && isStop(content),
    isWrong: (line) => isExcluded(line, 'recording'),
    problem: 'stops a recording, but none is active',
    hint: 'start one with record: { start: … }, or with one of the keys of a connect step',
  },
];

function isStop({ body }: StepOnLine['content']): boolean {
  const { start, stop } = (body ?? {}) as { start?: unknown; stop?: unknown };
  return stop !== undefined && start === undefined;
}
