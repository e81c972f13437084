/** Translates what connects, records, streams and sends. */
import type { ConnectStep, Step } from '../../../../schemas/types/flow.ts';
import { nameParty, toParty } from '../addresses.ts';
import { findNext, type Dial, type Does, type Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';
import { declareVariable } from './values.ts';
import type { RecordingStates } from './recording-states.ts';

const STATUS = { completed: 'completed', busy: 'busy', no_answer: 'no-answer', failed: 'failed' } as const;
const RING_SECONDS = 30;

/** Translates `connect-call-to`. */
export function translateDial(
  writer: FlowWriter,
  widget: Widget,
  { dial, recording }: { dial: Dial; recording: RecordingStates },
): void {
  const parties = dial.kind === 'sip' ? [dial.to] : dial.to.split(',').filter((part) => part.trim() !== '');
  const written = parties.map((party) => writeDialled(writer, widget, party.trim()));
  const [first] = written;
  if (first === undefined || written.includes(undefined)) {
    writer.addStub(widget, 'LIQUID_LOGIC', { next: writer.follow(widget, 'callCompleted') });
    return;
  }
  writer.setGrade(widget, 'exact');
  if (written.length > 1) writer.gradeAs(widget, 'connect-call-to several');
  const connect: ConnectStep = { to: written.length === 1 ? first : (written as string[]) };
  if (dial.timeout !== undefined && dial.timeout >= 1 && dial.timeout !== RING_SECONDS)
    connect.ring = `${Math.round(dial.timeout)}s`;
  writeCallerId(writer, widget, { dial, connect });
  if (widget.transitions.some(({ event, next }) => event === 'hangup' && next !== undefined))
    writer.lose(widget, 'OPTION_WITHOUT_EFFECT', 'hangup');
  const lead = (outcome: keyof typeof STATUS) =>
    writer.followWith(widget, 'callCompleted', {
      suffix: outcome,
      findings: { DialCallStatus: STATUS[outcome] },
    });
  addConnect(writer, widget, {
    connect,
    completed: lead('completed'),
    on: { busy: lead('busy'), no_answer: lead('no_answer'), failed: lead('failed') },
    records: dial.isRecorded ? 'always' : recording.findAt(widget),
  });
}

/** Writes whom a widget calls; a template that nothing fills is asked for. */
function writeDialled(writer: FlowWriter, widget: Widget, text: string): string | undefined {
  const written = writeParty(writer, widget, text);
  return written === '' && text !== '' ? writer.ask('number', nameParty(text), widget).written : written;
}

/** Writes a number or SIP address; what is neither is asked for. */
function writeParty(writer: FlowWriter, widget: Widget, text: string): string | undefined {
  const party = toParty(text);
  return party === undefined ? writer.ask('number', text, widget).written : writer.toText(party);
}

function writeCallerId(
  writer: FlowWriter,
  widget: Widget,
  { dial, connect }: { dial: Dial; connect: ConnectStep },
): void {
  const id = dial.callerId.trim();
  if (id === '' || /^\{\{\s*(flow\.channel\.address|trigger\.call\.To)\s*\}\}$/.test(id)) return;
  const written = writeParty(writer, widget, id);
  const isCaller = /^\{\{\s*(contact\.channel\.address|trigger\.call\.From)\s*\}\}$/.test(id);
  if (isCaller) writer.lose(widget, 'CALLER_NUMBER_SHOWN');
  else if (written === undefined || written === '') writer.lose(widget, 'CONNECT_OPTIONS', 'caller_id');
  else connect.from = written;
}

interface Connection {
  connect: ConnectStep;
  completed: string;
  on: Record<'busy' | 'no_answer' | 'failed', string>;
  records: 'always' | 'never' | 'if_on';
}

/** Adds the steps of a connection: with recording, it goes on while the two talk. */
function addConnect(
  writer: FlowWriter,
  widget: Widget,
  { connect, completed, on, records }: Connection,
): void {
  const isAlike = on.busy === on.no_answer && on.busy === on.failed;
  const ways = isAlike ? { unreached: on.busy } : on;
  if (records === 'never') {
    writer.add(widget, { connect, next: completed, on: ways });
    return;
  }
  const talk = writer.add(widget, { wait: { for: 'bridge_end' }, next: completed }, 'talk');
  const record: Step = { record: { start: 'call-${call.id}' }, next: talk, on: { failed: talk } };
  const recorded = writer.add(widget, record, 'record');
  let bridged = recorded;
  if (records === 'if_on') {
    const isOn: Step = { switch: [{ when: 'vars.recording', goto: recorded }], next: talk };
    bridged = writer.add(widget, isOn, 'recorded');
  }
  writer.add(widget, { connect, on: { bridged, ...ways } });
}

/** Translates `record-call`. */
export function translateRecording(
  writer: FlowWriter,
  widget: Widget,
  { isOn, recording }: { isOn: boolean; recording: RecordingStates },
): void {
  writer.gradeAs(widget, 'record-call');
  const next = findNext(widget, 'success');
  if (!recording.isMixed) {
    writer.pass(widget, next);
    return;
  }
  (writer.scope.draft.flow.vars ??= {}).recording = false;
  writer.add(widget, { set: { recording: isOn }, next: writer.toTarget(next) });
}

/** Translates `send-to-flex` and `enqueue-call`. */
export function translateQueue(writer: FlowWriter, widget: Widget, key: string): void {
  const name = key === '' || /\{\{|\{%/.test(key) ? widget.name : key;
  const { written } = writer.ask('queue', name, widget);
  writer.gradeAs(widget, widget.type);
  const failure = findQueueFailure(widget);
  if (findNext(widget, failure) === undefined) writer.lose(widget, 'WAY_MISSING', failure);
  addConnect(writer, widget, {
    connect: { to: written },
    completed: writer.follow(widget, 'callComplete'),
    on: {
      busy: writer.follow(widget, failure),
      no_answer: writer.follow(widget, failure),
      failed: writer.follow(widget, failure),
    },
    records: 'never',
  });
}

/** Of two events for failures, the one that leads somewhere. */
function findQueueFailure(widget: Widget): string {
  return findNext(widget, 'failedToEnqueue') === undefined ? 'callFailure' : 'failedToEnqueue';
}

/** Translates `fork-stream`. */
export function translateStream(
  writer: FlowWriter,
  widget: Widget,
  { action, url }: Extract<Does, { kind: 'stream' }>,
): void {
  const next = writer.follow(widget, 'next');
  const to = writer.toText(url.trim());
  if (action === 'stop') writer.add(widget, { stream: { stop: true }, next, on: { failed: next } });
  else if (to === undefined || to === '') {
    writer.addStub(widget, 'TRANSCRIPTION', { next });
    return;
  } else writer.add(widget, { stream: { start: to }, next, on: { failed: next } });
  writer.gradeAs(widget, 'fork-stream');
}

/** Translates `send-message` and `send-and-wait-for-reply`. */
export function translateMessage(
  writer: FlowWriter,
  widget: Widget,
  { to, body, timeout }: Extract<Does, { kind: 'message' }>,
): void {
  const failure = timeout === undefined ? 'failed' : 'deliveryFailure';
  const answer = writer.scope.project.findSms(body, writer.placeOf(widget));
  const isToCaller = to.trim() === '' || writer.toText(to) === `\${${writer.scope.remote}}`;
  const [text, number] = [writer.toText(body), isToCaller ? '' : writer.toText(to)];
  if (answer === undefined || text === undefined || number === undefined) {
    const reason = answer === undefined ? 'SMS_TEMPLATE' : 'LIQUID_LOGIC';
    writer.addStub(widget, reason, { next: writer.follow(widget, failure) });
    return;
  }
  const failed = writer.followWith(widget, failure, { suffix: 'failed', findings: {} });
  writer.gradeAs(widget, widget.type);
  const { template, campaign } = answer;
  const sms = { template, campaign, ...(number !== '' && { to: number }), data: { text } };
  const next =
    timeout === undefined ? writer.follow(widget, 'sent') : addReply(writer, widget, { number, timeout });
  writer.add(widget, { sms, next, on: { failed } });
}

/** Adds the step that waits for a reply. */
function addReply(
  writer: FlowWriter,
  widget: Widget,
  { number, timeout }: { number: string; timeout: number },
): string {
  const reply = writer.scope.variables
    .listOutputs(widget.name)
    .find(({ path }) => path.join('.') === 'inbound.Body');
  if (reply !== undefined) declareVariable(writer.scope.draft, reply);
  return writer.add(
    widget,
    {
      wait: {
        for: 'message',
        ...(number !== '' && { from: number }),
        ...(reply !== undefined && { save: reply.name }),
        timeout: writeSeconds(Math.max(1, Math.min(timeout, MAX_WAIT_SECONDS))),
      },
      next: writer.follow(widget, 'incomingMessage'),
      on: { timeout: writer.followWith(widget, 'timeout', { suffix: 'silent', findings: {} }) },
    },
    'reply',
  );
}

function writeSeconds(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${Math.round(seconds)}s`;
}

const MAX_WAIT_SECONDS = 3_600;
