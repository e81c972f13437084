/** Finds expected messages. */
import type { SmsPattern } from './scenario.ts';
import type { SentCommand } from './happening.ts';
import type { PlayedCall } from './simulation.ts';

type SentSms = Extract<SentCommand, { kind: 'sms' }>;

/** Returns the index of the first expected message from an index on; -1 if there is none so far. */
export function findSms(call: PlayedCall, pattern: SmsPattern, from: number): number {
  return call.commands.findIndex(
    (sent, index) =>
      index >= from &&
      sent.kind === 'sms' &&
      matchesSms(sent, pattern) &&
      isWhereExpected(call, sent, pattern),
  );
}

/** Describes an expected message: `a message "link" to +49…`. */
export function renderSms({ to, template, data, delivered = false }: SmsPattern): string {
  return [
    'a message',
    ...(template === undefined ? [] : [`"${template}"`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(data === undefined ? [] : [`with ${JSON.stringify(data)}`]),
    ...(delivered ? ['that arrives'] : []),
  ].join(' ');
}

/** Lists the sent messages. */
export function renderSentMessages({ commands }: PlayedCall): string {
  const sent = commands.flatMap((command) => (command.kind === 'sms' ? [command] : []));
  const words = sent.flatMap(({ template, recipients }) =>
    recipients.map(({ to, data }) => renderSms({ template, to, data })),
  );
  return words.length === 0 ? 'it sent no message' : `it sent ${words.join('; ')}`;
}

function matchesSms({ template, recipients }: SentSms, pattern: SmsPattern): boolean {
  return (
    (pattern.template === undefined || template === pattern.template) &&
    recipients.some(
      ({ to, data }) => (pattern.to === undefined || to === pattern.to) && containsData(data, pattern.data),
    )
  );
}

function containsData(data: Record<string, string>, expected: Record<string, string> = {}): boolean {
  return Object.entries(expected).every(([name, value]) => data[name] === value);
}

/** True if the messages have been delivered, where that is expected. */
function isWhereExpected({ log }: PlayedCall, { at, recipients }: SentSms, { to, delivered }: SmsPattern) {
  if (delivered !== true) return true;
  const numbers = to === undefined ? recipients.map((one) => one.to) : [to];
  return numbers.every((number) =>
    log.some(
      ({ teller, entry }) =>
        teller === 'platform' &&
        entry.kind === 'sms_status' &&
        entry.status === 'delivered' &&
        entry.to === number &&
        entry.at >= at,
    ),
  );
}
