/** Converts perturbations to and from scenario files. */
import type { Perturbation as Source } from '../../../schemas/types/scenario.ts';
import { parseDuration } from '../../language/compiler/index.ts';
import type { Perturbation } from './perturbation.ts';

/** Reads what stands beside `perturbation` in a checked file. */
export function toPerturbation(source: Source): Perturbation {
  const { duplicate, drop, swap, delay, refuse, retry, unanswered, crash } = source;
  if (duplicate !== undefined)
    return {
      kind: 'duplicate',
      event: duplicate,
      key: source.key ?? 'same',
      afterMs: parseOptionalDuration(source.after),
    };
  if (drop !== undefined) return { kind: 'drop', event: drop };
  if (swap !== undefined) return { kind: 'swap', event: swap };
  if (delay !== undefined) return { kind: 'delay', event: delay, past: source.past ?? '' };
  if (refuse !== undefined) return { kind: 'refuse', command: refuse, code: String(source.code ?? '') };
  if (retry !== undefined)
    return {
      kind: 'retry',
      command: retry,
      code: String(source.code ?? ''),
      attempts: source.attempts ?? 1,
    };
  if (unanswered !== undefined)
    return {
      kind: 'unanswered',
      command: unanswered,
      done: source.done ?? true,
      asked: source.asked ?? 'again',
    };
  const { command = 'unsent', takeover } = source;
  return { kind: 'crash', commit: crash ?? 0, command, takeoverMs: parseOptionalDuration(takeover) };
}

function parseOptionalDuration(duration: string | undefined): number {
  return duration === undefined ? 0 : parseDuration(duration);
}

/** Converts a perturbation to its form in a scenario file. */
export function toYamlPerturbation(perturbation: Perturbation): Source {
  switch (perturbation.kind) {
    case 'duplicate':
      return { duplicate: perturbation.event, key: perturbation.key, after: `${perturbation.afterMs}ms` };
    case 'delay':
      return { delay: perturbation.event, past: perturbation.past };
    case 'swap':
      return { swap: perturbation.event };
    case 'drop':
      return { drop: perturbation.event };
    case 'refuse':
      return { refuse: perturbation.command, code: perturbation.code };
    case 'retry':
      return {
        retry: perturbation.command,
        code: perturbation.code,
        attempts: perturbation.attempts,
      };
    case 'unanswered':
      return { unanswered: perturbation.command, done: perturbation.done, asked: perturbation.asked };
    case 'crash':
      return {
        crash: perturbation.commit,
        command: perturbation.command,
        takeover: `${perturbation.takeoverMs}ms`,
      };
  }
}
