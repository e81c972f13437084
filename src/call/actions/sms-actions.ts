/** Actions that send text messages, wait for their delivery reports, and wait for messages of callers. */
import type { SmsTemplate, Template } from '../../language/model/index.ts';
import type { SmsRecipient } from '../commands.ts';
import type { Delivery } from '../events.ts';
import { remoteNumber, toDigits } from '../numbers.ts';
import type { CallContext, Deliveries } from '../record.ts';
import { render } from '../render.ts';
import { shortenForNote } from '../workload.ts';
import { assign, addNote, send, type Actions, type Scene } from './scene.ts';

export const smsActions: Actions<'sms' | 'take_delivery' | 'await_message' | 'take_message'> = {
  sms(scene, sms) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    const filled = (template: Template) => render(scene.text, template, draft);
    const recipients = sms.recipients.map(({ to, data }): SmsRecipient => {
      const values = Object.entries(data).map(([name, value]) => [name, filled(value)]);
      return {
        to: to === undefined ? remoteNumber(draft.call) : filled(to),
        data: Object.fromEntries(values) as SmsRecipient['data'],
      };
    });
    const notBefore = renderTime(scene, sms.schedule);
    const command = send(draft, {
      kind: 'sms',
      template: filled(sms.template),
      campaign: filled(sms.campaign),
      ...(sms.from === undefined ? {} : { from: filled(sms.from) }),
      recipients,
      ...(notBefore === undefined ? {} : { notBefore }),
      reports: sms.isAwaited,
    });
    if (sms.isAwaited) draft.deliveries = { command, open: recipients.map(({ to }) => to), outcome: '' };
  },

  take_delivery({ draft, event }) {
    const { deliveries } = draft;
    if (event.number !== deliveries.command) return;
    const { reports = [] } = event;
    draft.deliveries = reports.reduce(applyReport, deliveries);
    noteReports(draft, reports);
  },

  await_message(scene, { from, secret }) {
    const { draft, text } = scene;
    draft.input = { ...draft.input, secret };
    draft.awaits = from === undefined ? remoteNumber(draft.call) : render(text, from, draft);
  },

  take_message({ draft, event, text }, { variable }) {
    const message = { from: event.from ?? '', text: event.text ?? '' };
    draft.message = message;
    draft.awaits = '';
    draft.taken = event.key ?? '';
    addNote(draft, { kind: 'message' });
    if (variable !== undefined) assign({ draft, text }, variable, message.text);
  },
};

/** Renders the time of sending in UTC; a text that is no time is left to the platform to refuse. */
function renderTime(scene: Scene, schedule: SmsTemplate['schedule']): string | undefined {
  if (schedule === undefined) return undefined;
  if ('afterMs' in schedule) return formatWireTime(scene.at + schedule.afterMs);
  const text = render(scene.text, schedule.at, scene.draft).trim();
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? text : formatWireTime(at);
}

function formatWireTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** Applies a delivery report: one failure makes the outcome `undelivered`; `delivered` takes a report for every number. */
function applyReport(deliveries: Deliveries, { to, status }: Delivery): Deliveries {
  if (deliveries.outcome !== '') return deliveries;
  if (status === 'failed') return { ...deliveries, outcome: 'undelivered' };
  if (status !== 'delivered') return deliveries;
  const open = deliveries.open.filter((number) => toDigits(number) !== toDigits(to));
  return { ...deliveries, open, outcome: open.length === 0 ? 'delivered' : '' };
}

function noteReports(draft: CallContext, reports: Delivery[]): void {
  const [only, ...others] = reports;
  if (only !== undefined && others.length === 0) {
    const { to, status, code, detail = code } = only;
    const shown = detail === undefined ? undefined : shortenForNote(detail);
    addNote(draft, { kind: 'sms', to, status, ...(shown !== undefined && { detail: shown }) }, shown?.length);
    return;
  }
  const counts: Record<string, number> = {};
  for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
  addNote(draft, { kind: 'sms_counts', counts });
}
