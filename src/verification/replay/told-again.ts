/** Compares an entry of a trace with a recorded one, which may be from an earlier release. */
import type { TraceEntry } from '../../call/index.ts';

const MASK = '•';

/**
 * Compares what came of an event: notes, commands and the state. A release may tell more in a note than the one before it, and
 * mask what that one has shown.
 */
export function isSameEntry(recorded: TraceEntry, made: TraceEntry): boolean {
  return (
    recorded.state === made.state &&
    isContained(recorded.commands, made.commands) &&
    isContained(recorded.notes, made.notes)
  );
}

/** Each part of the value is in the other one too; lists have the same length. */
function isContained(value: unknown, other: unknown): boolean {
  if (typeof value === 'string' && typeof other === 'string') return isSameText(value, other);
  if (typeof value !== 'object' || value === null) return value === other;
  if (typeof other !== 'object' || other === null) return false;
  if (Array.isArray(value) && value.length !== (other as unknown[]).length) return false;
  return Object.entries(value).every(([name, part]) =>
    isContained(part, (other as Record<string, unknown>)[name]),
  );
}

function isSameText(recorded: string, made: string): boolean {
  if (recorded === made || !made.includes(MASK)) return recorded === made;
  const [shown, masked] = [Array.from(recorded), Array.from(made)];
  return (
    shown.length === masked.length && masked.every((letter, index) => [MASK, shown[index]].includes(letter))
  );
}
