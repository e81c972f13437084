import type { EndReason } from '../../call/index.ts';
import { asText, normalized } from './fields.ts';

const reasons = new Map<string, EndReason>([
  ['normalclearing', 'normal'],
  ['userbusy', 'busy'],
  ['noanswer', 'no_answer'],
  ['callrejected', 'rejected'],
  ['unreachable', 'failed'],
]);

/** The platform's `disconnect_reason` in our words, with its own word as `detail`. */
export function readEndReason(value: unknown): { reason: EndReason; detail?: string } {
  const detail = asText(value);
  if (detail === undefined) return { reason: 'unknown' };
  return { reason: reasons.get(normalized(detail)) ?? 'unknown', detail };
}
