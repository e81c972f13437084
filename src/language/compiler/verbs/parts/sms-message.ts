import type { RoomStep, SmsStep } from '../../../../../schemas/types/flow.ts';
import type { SmsTemplate } from '../../../model/index.ts';
import { toList, parseDuration, toTemplates } from './fragments.ts';
import type { StepContext } from '../step-context.ts';

type Message = SmsStep | NonNullable<RoomStep['invite']>['sms'];

/** Builds the template of the messages that a body describes. */
export function toSmsTemplate(body: Message, step: StepContext): SmsTemplate {
  const { from, schedule, wait } = { from: undefined, schedule: undefined, wait: undefined, ...body };
  return {
    template: step.toTemplate(String(body.template)),
    campaign: step.toTemplate(String(body.campaign)),
    ...(from === undefined ? {} : { from: step.toTemplate(String(from)) }),
    recipients: toRecipients(body, step),
    ...(schedule === undefined ? {} : { schedule: toSchedule(schedule, step) }),
    isAwaited: wait !== undefined,
  };
}

function toRecipients(body: Message, step: StepContext): SmsTemplate['recipients'] {
  const { to, data, recipients } = { to: undefined, data: undefined, recipients: undefined, ...body };
  const common = toTemplates(data, step);
  if (recipients !== undefined)
    return recipients.map((one) => ({
      to: step.toTemplate(String(one.to)),
      data: toTemplates(one.data, step),
    }));
  if (to === undefined) return [{ data: common }];
  return toList(to).map((number) => ({ to: step.toTemplate(String(number)), data: common }));
}

function toSchedule(written: string, step: StepContext): NonNullable<SmsTemplate['schedule']> {
  const afterMs = parseDuration(written);
  return Number.isNaN(afterMs) ? { at: step.toTemplate(written) } : { afterMs };
}
