import { never, stepsOnLine, surely, type Line, type StepOnLine } from '../check/line-state.ts';
import { isForBridgeEnd } from '../verbs/wait.ts';
import type { FlowRule } from './flow-rule.ts';

/** A step that comes when it has no effect or cannot work. */
interface Order {
  of: (content: StepOnLine['content']) => boolean;
  isWrong: (line: Line) => boolean;
  told: string;
  hint: string;
}

/** Reports steps that resume, stop or reject something that does not exist when they are entered. */
export const wrongOrder: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const step of stepsOnLine(draft, (one) => brokenBy(one) !== undefined)) {
      const { told = '', hint = '' } = brokenBy(step) ?? {};
      report({
        code: 'wrong-order',
        message: `step "${step.name}" ${told}`,
        span: draft.document.span(step.nameRange),
        hint,
      });
    }
  },
};

function brokenBy({ content, line }: StepOnLine): Order | undefined {
  return ORDERS.find(({ of, isWrong }) => of(content) && isWrong(line));
}

const ORDERS: Order[] = [
  {
    of: ({ verb }) => verb.name === 'reject',
    isWrong: (line) => surely(line, 'answered'),
    told: 'rejects a call that has been answered by then',
    hint: 'put it before the first step that speaks, listens or connects; next: hangup ends a call that is answered',
  },
  {
    of: ({ verb }) => verb.name === 'resume',
    isWrong: (line) => never(line, 'held'),
    told: 'takes up a call that is not on hold',
    hint: 'put a step "hold:" before it, or remove it',
  },
  {
    of: ({ verb }) => verb.waits === 'caller' || verb.waits === 'playback',
    isWrong: (line) => surely(line, 'held'),
    told: 'speaks to a caller who is on hold and hears music',
    hint: 'put a step "resume:" before it',
  },
  {
    of: ({ verb, body }) =>
      verb.name === 'http' && (body as { filler?: unknown } | undefined)?.filler !== undefined,
    isWrong: (line) => surely(line, 'held'),
    told: 'has a filler, which is spoken to a caller who is on hold and hears music',
    hint: 'remove the filler, since the caller hears music, or put a step "resume:" before it',
  },
  {
    of: ({ verb, body }) => verb.name === 'wait' && isForBridgeEnd(body as never),
    isWrong: (line) => never(line, 'bridged'),
    told: 'waits for the end of a bridge, but nobody else is on the line by then',
    hint: 'lead to it from "bridged" of a connect step; without that outcome connect waits by itself',
  },
  {
    of: (content) => content.verb.name === 'stream' && stops(content),
    isWrong: (line) => never(line, 'streaming'),
    told: 'stops a stream, but none goes on by then',
    hint: 'begin one by stream: { start: … }; one that is begun by "to" ends in its own step',
  },
  {
    of: (content) => content.verb.name === 'record' && stops(content),
    isWrong: (line) => never(line, 'recording'),
    told: 'stops a recording, but none goes on by then',
    hint: 'begin one by record: { start: … }, or by one of the keys of a connect step',
  },
];

function stops({ body }: StepOnLine['content']): boolean {
  const { start, stop } = (body ?? {}) as { start?: unknown; stop?: unknown };
  return stop !== undefined && start === undefined;
}
