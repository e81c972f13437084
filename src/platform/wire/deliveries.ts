/** Reports on messages, by the reference that whoever sent them has given. */
import type { Delivery } from '../../call/index.ts';
import type { DeliveryReport, SmsEvent } from './sms-notification.ts';

/** What is told of messages that carry a reference, in the order in which it is told. */
export function deliveriesIn(event: SmsEvent): { reference: string; reports: Delivery[] }[] {
  if (event.type !== 'delivery') return [];
  const byReference = Map.groupBy(event.reports, ({ uuid }) => uuid);
  return [...byReference].flatMap(([reference, reports]) =>
    reference === undefined ? [] : [{ reference, reports: reports.map(toDelivery) }],
  );
}

function toDelivery({ to, status, errorCode, errorText }: DeliveryReport): Delivery {
  return {
    to,
    status,
    ...(errorCode !== undefined && { code: errorCode }),
    ...(errorText !== undefined && { detail: errorText }),
  };
}
