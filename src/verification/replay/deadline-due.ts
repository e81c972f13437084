/**
 * Deadlines of calls that an earlier release has recorded: it counted those of a question from the command of its play, where
 * this one counts from the moment the platform has taken it (ADR 0065). So they came a little earlier.
 */
import { AFTER } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

/** The call with the deadlines of its step moved so that the next of them is due at this time; undefined where none comes later. */
export function withDeadlineDue(record: CallRecord, at: number): CallRecord | undefined {
  const { held, ...rest } = record;
  const left = Object.entries(held ?? {}).map(([name, leftMs]): [string, number] => [name, at + leftMs]);
  const pending = new Map([...Object.entries(record.timers), ...left]);
  const ofStep = [...pending].filter(([name]) => name.startsWith(AFTER));
  const next = Math.min(...ofStep.map(([, deadline]) => deadline));
  const earlyMs = Math.max(0, next - at);
  if (ofStep.length === 0 || (held === undefined && earlyMs === 0)) return undefined;
  for (const [name, deadline] of ofStep) pending.set(name, deadline - earlyMs);
  return { ...rest, timers: Object.fromEntries(pending) };
}
