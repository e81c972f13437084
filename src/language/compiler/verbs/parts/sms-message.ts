import type { RoomStep, SmsStep } from '../../../../../schemas/types/flow.ts';
import type { SmsTemplate } from '../../../model/index.ts';
import { asList, durationMs, templates } from './fragments.ts';
import type { StepContext } from '../step-context.ts';

/** The messages of a step, in either form. */
type Message = SmsStep | NonNullable<RoomStep['invite']>['sms'];

/** Builds the template of the messages that a body describes. */
export function smsTemplate(body: Message, step: StepContext): SmsTemplate {
  const { from, schedule, wait } = { from: undefined, schedule: undefined, wait: undefined, ...body };
  return {
    template: step.template(String(body.template)),
    campaign: step.template(String(body.campaign)),
    ...(from === undefined ? {} : { from: step.template(String(from)) }),
    recipients: recipientsOf(body, step),
    ...(schedule === undefined ? {} : { schedule: scheduleOf(schedule, step) }),
    isAwaited: wait !== undefined,
  };
}

function recipientsOf(body: Message, step: StepContext): SmsTemplate['recipients'] {
  const { to, data, recipients } = { to: undefined, data: undefined, recipients: undefined, ...body };
  const common = templates(data, step);
  if (recipients !== undefined)
    return recipients.map((one) => ({ to: step.template(String(one.to)), data: templates(one.data, step) }));
  if (to === undefined) return [{ data: common }];
  return asList(to).map((number) => ({ to: step.template(String(number)), data: common }));
}

function scheduleOf(written: string, step: StepContext): NonNullable<SmsTemplate['schedule']> {
  const afterMs = durationMs(written);
  return Number.isNaN(afterMs) ? { at: step.template(written) } : { afterMs };
}
