/** When a notification was sent (voice.md 6, sms.md 6): its `timestamp`, ISO 8601. */
import { asFields, asText } from './fields.ts';

/** ms since the epoch; undefined where a decoded body does not say. */
export function sentAt(body: unknown): number | undefined {
  const time = Date.parse(asText(asFields(body)?.timestamp) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
