/** Checks what a simulated call must show besides its steps: a refusal, a silent end, or a silence. */
import type { CommandKind, TraceEntry } from '../../../call/index.ts';
import { formatCount } from '../../../language/text/index.ts';
import type { Gone } from '../replay.ts';

/** Requires that the platform refused a command with this code. */
export function requireRefusal(kind: CommandKind, code: string): (gone: Gone) => string | undefined {
  return ({ trace }) => {
    const isRefused = trace.some(
      ({ event }) => event.type === 'command_failed' && event.kind === kind && event.failure.code === code,
    );
    return isRefused ? undefined : `the command ${kind} is not refused with ${code}`;
  };
}

/** Requires that something failed after the last prompt, and that the flow then ended the call. */
export function requireUnheardEnd({ trace }: Gone): string | undefined {
  const rest = trace.slice(findLastHeard(trace) + 1);
  const hasFailed = rest.some(
    ({ event, notes }) => event.type === 'command_failed' || notes.some(({ kind }) => kind === 'failed'),
  );
  const isEnded = rest.some(({ commands }) => commands.some(({ kind }) => kind === 'hangup'));
  return hasFailed && isEnded ? undefined : 'the caller hears something after the failure';
}

/** Requires that nothing is heard between two moves of the path for longer than a limit. */
export function requireSilence(
  longestMs: number,
  { from, to }: { from: number; to: number },
): (gone: Gone) => string | undefined {
  return ({ trace, madeAt }) => {
    const [start, end] = [madeAt(from), madeAt(to)];
    const heardAt = trace[findLastHeard(trace.filter(({ at }) => at < end))]?.at ?? start;
    const ms = end - Math.max(start, heardAt);
    return ms > longestMs
      ? undefined
      : `the silence lasts only ${formatCount(Math.round(ms / 1_000), 'second')}`;
  };
}

/** Returns the index of the last entry that started a prompt or called a party; -1 if there is none. */
function findLastHeard(trace: readonly TraceEntry[]): number {
  const failed = new Set(
    trace.flatMap(({ event }) => (event.type === 'command_failed' ? [event.number] : [])),
  );
  return trace.findLastIndex(({ commands, notes }) => {
    const says = notes.some(({ kind }) => kind === 'says');
    return commands.some(
      ({ kind, number }) => !failed.has(number) && (kind === 'connect' || (kind === 'play' && says)),
    );
  });
}
