/** Translates the flows of a project. */
import { isTemplate } from '../liquid/syntax.ts';
import { createDraft, type Draft, type Project, type Reason } from '../../project/index.ts';
import { findRow } from '../mapping.ts';
import type { Outside } from '../outside.ts';
import { DEFAULT_LANGUAGE, findNext, type StudioFlow, type Widget } from '../widgets.ts';
import { FlowWriter } from './flow-writer.ts';
import { translateGather } from './gather.ts';
import {
  translateDial,
  translateMessage,
  translateQueue,
  translateRecording,
  translateStream,
} from './lines.ts';
import { findReachable, listEntries, type Entries, type FlowLinks } from './project-flows.ts';
import { writePrompt } from './prompts.ts';
import { RecordingStates } from './recording-states.ts';
import { keepReached } from './reached-steps.ts';
import { findSource, listPaths, listTemplates } from './references.ts';
import { translateFunction, translateRequest } from './requests.ts';
import { translateSet } from './set.ts';
import { translateSplit } from './split.ts';
import { translateSubflow } from './subflow.ts';
import { Variables } from './variables.ts';
import { settleVoice } from './voices.ts';

interface Translation {
  flow: StudioFlow;
  entries: Entries;
  links: FlowLinks;
  project: Project;
  outside: Outside;
}

/** Translates one flow. */
export function translateFlow({ flow, entries, links, project, outside }: Translation): Draft {
  const draft = createDraft(flow.name);
  if (flow.description.trim() !== '') draft.flow.description = flow.description.trim();
  draft.flow.languages = listLanguages(flow);
  const isRun = links.isRun(flow) || (entries.incomingCall ?? entries.incomingRequest) === undefined;
  const starts = listEntries(entries, isRun);
  const isPlaced = (entries.incomingCall ?? entries.incomingParent) === undefined;
  const reachable = findReachable(flow, starts, isPlaced);
  const writer = new FlowWriter({
    flow,
    draft,
    project,
    outside,
    variables: new Variables({ flow, reachable }),
    end: isRun ? 'return' : 'hangup',
    isPlaced,
    ...nameParties(entries),
  });
  if (isRun) draft.flow.returns = {};
  const recording = new RecordingStates(flow, starts);
  const widgets = [...reachable]
    .map((name) => flow.byName.get(name))
    .filter((widget) => widget !== undefined);
  for (const widget of widgets) passSilent(writer, widget, recording);
  const start = writeStart(writer, entries, isRun);
  for (const widget of widgets) {
    translateWidget(writer, widget, { recording, links });
    tellLosses(writer, widget);
  }
  settleVoice(writer, widgets);
  writer.tellNodes(new Set([...reachable, flow.initial]));
  writer.attributeSplits();
  keepReached(draft, start);
  return draft;
}

/** The languages of the texts, that of most of them first. */
function listLanguages({ widgets }: StudioFlow): string[] {
  const counts = new Map<string, number>();
  for (const { does } of widgets)
    if ((does.kind === 'say' || does.kind === 'gather') && does.speech.text.trim() !== '') {
      const { language } = does.speech;
      if (!isTemplate(language)) {
        const name = language === '' ? DEFAULT_LANGUAGE : language;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
  return sorted.length === 0 ? [DEFAULT_LANGUAGE] : sorted;
}

/** Returns the expressions for the two numbers: on a call that the flow places, the remote party is the one called. */
function nameParties({ incomingCall, incomingRequest, incomingParent }: Entries): {
  remote: string;
  own: string;
} {
  if (incomingRequest === undefined) return { remote: 'call.from', own: 'call.to' };
  if (incomingCall === undefined && incomingParent === undefined)
    return { remote: 'call.to', own: 'call.from' };
  const isPlaced = 'call.direction == "outbound"';
  return {
    remote: `${isPlaced} ? call.to : call.from`,
    own: `${isPlaced} ? call.from : call.to`,
  };
}

/** Writes the first step, where calls of both directions begin differently. */
function writeStart(
  writer: FlowWriter,
  { incomingCall, incomingRequest, incomingParent }: Entries,
  isRun: boolean,
): string {
  const { flow, end } = writer.scope;
  const trigger = flow.byName.get(flow.initial);
  if (trigger === undefined) return end;
  writer.setGrade(trigger, 'exact');
  const first = incomingCall ?? (isRun ? incomingParent : undefined);
  const [call, placed] = [writer.toTarget(first), writer.toTarget(incomingRequest)];
  if (first !== undefined && incomingRequest !== undefined && call !== placed)
    return writer.add(trigger, {
      switch: [{ when: 'call.direction == "outbound"', goto: placed }],
      next: call,
    });
  const target = writer.toTarget(first ?? incomingRequest);
  if (target !== end) return target;
  return writer.add(trigger, end === 'return' ? { return: null } : { hangup: null });
}

/** Passes widgets that nobody notices, before ways are written. */
function passSilent(writer: FlowWriter, widget: Widget, recording: RecordingStates): void {
  const { does } = widget;
  if (does.kind === 'say' && does.speech.text.trim() === '')
    writer.pass(widget, findNext(widget, 'audioComplete'));
  if (does.kind === 'record' && !recording.isMixed) writer.pass(widget, findNext(widget, 'success'));
  if (does.kind === 'split' && !widget.transitions.some(({ event }) => event === 'match'))
    writer.pass(widget, findNext(widget, 'noMatch'));
  if (does.kind === 'set' && !does.variables.some(({ key }) => isRead(writer, widget, key)))
    writer.pass(widget, findNext(widget, 'next'));
  if (isPlacedBefore(writer, widget)) writer.pass(widget, findNext(widget, 'answered'));
  if (does.kind === 'trigger') writer.pass(widget, undefined);
}

/** True for the placing of the call itself: with us, whoever starts the flow has placed it. */
function isPlacedBefore(writer: FlowWriter, { does }: Widget): boolean {
  return does.kind === 'place' && writer.scope.isPlaced;
}

function isRead(writer: FlowWriter, widget: Widget, key: string): boolean {
  const { variables } = writer.scope;
  return variables.listParts(key).some((variable) => variables.isLive(variable, findNext(widget, 'next')));
}

interface Context {
  recording: RecordingStates;
  links: FlowLinks;
}

function translateWidget(writer: FlowWriter, widget: Widget, { recording, links }: Context): void {
  const { does } = widget;
  switch (does.kind) {
    case 'trigger':
      return;
    case 'say':
      translateSay(writer, widget);
      return;
    case 'gather':
      translateGather(writer, widget, does);
      return;
    case 'split':
      translateSplit(writer, widget);
      return;
    case 'set':
      translateSet(writer, widget, does.variables);
      return;
    case 'request':
      translateRequest(writer, widget, does.request);
      return;
    case 'function':
      translateFunction(writer, widget, does);
      return;
    case 'connect':
      translateDial(writer, widget, { dial: does.dial, recording });
      return;
    case 'queue':
      translateQueue(writer, widget, does.key);
      return;
    case 'subflow':
      translateSubflow(writer, widget, { does, links });
      return;
    case 'message':
      translateMessage(writer, widget, does);
      return;
    case 'record':
      translateRecording(writer, widget, { isOn: does.isOn, recording });
      return;
    case 'stream':
      translateStream(writer, widget, does);
      return;
    case 'place':
      if (isPlacedBefore(writer, widget)) tellPlaced(writer, widget);
      else translateUnsupported(writer, widget);
      return;
    case 'unsupported':
      translateUnsupported(writer, widget);
      return;
  }
}

/** Calls that nobody answers never begin the flow, so what the original did then is told. */
function tellPlaced(writer: FlowWriter, widget: Widget): void {
  writer.setGrade(widget, 'near', 'OUTGOING_CALL');
  for (const { event, next } of widget.transitions)
    if (event !== 'answered' && next !== undefined) writer.lose(widget, 'UNANSWERED_CALL', event);
}

function translateSay(writer: FlowWriter, widget: Widget): void {
  if (widget.does.kind !== 'say') return;
  const { speech } = widget.does;
  const next = writer.follow(widget, 'audioComplete');
  writer.setGrade(widget, 'exact');
  if (speech.kind === 'digits') {
    writer.addStub(widget, 'DIGITS_PLAYED', { next });
    return;
  }
  const prompt = writePrompt(writer, widget, speech);
  if (prompt === undefined)
    writer.addStub(widget, speech.kind === 'say' ? 'LIQUID_LOGIC' : 'AUDIO_ADDRESS', { next });
  else if (!Array.isArray(prompt) || prompt.length > 0) writer.add(widget, { say: prompt, next });
}

/** Ways of widgets without a counterpart on which the call may go on, best first. */
const ONWARDS = [
  ...['fail', 'failed', 'failure', 'providerError', 'maxFailedAttempts', 'noAnswer', 'hangup', 'return'],
  ...['noAudio', 'recordingComplete', 'callCompleted', 'timeout'],
];

function translateUnsupported(writer: FlowWriter, widget: Widget): void {
  const row = widget.type === 'connect-call-to' ? findRow('connect-call-to client') : findRow(widget.type);
  const reason: Reason = row?.reason ?? 'UNKNOWN_NODE';
  const led = widget.transitions.filter(({ next }) => next !== undefined).map(({ event }) => event);
  const event = ONWARDS.find((one) => led.includes(one)) ?? led[0] ?? '';
  const next = writer.follow(widget, event);
  const isMailbox = reason === 'VOICEMAIL';
  const done = led.includes('recordingComplete') ? writer.follow(widget, 'recordingComplete') : next;
  writer.addStub(widget, reason, { next, ...(isMailbox && { done }) });
}

/** Tells of properties and values that have no counterpart. */
function tellLosses(writer: FlowWriter, widget: Widget): void {
  const { does } = widget;
  for (const { name } of widget.unread) writer.lose(widget, 'OPTION_WITHOUT_EFFECT', name);
  if ((does.kind === 'say' || does.kind === 'gather') && does.speech.hasOddLanguage)
    writer.lose(widget, 'VALUE_SHAPE', 'language');
  for (const path of listTemplates(widget).flatMap(listPaths)) {
    const { kind } = findSource(path);
    if (kind === 'whole') writer.setGrade(widget, 'near', 'WHOLE_TRIGGER_AS_JSON');
    const [first] = path;
    const isPlaceholder = path.length === 1 && writer.scope.flow.placeholders.has(String(first));
    if (kind === 'placeholder' || isPlaceholder) writer.setGrade(widget, 'near', 'TEMPLATE_PLACEHOLDER');
    else if (kind === 'absent') writer.lose(widget, 'UNKNOWN_VALUE', path.join('.'));
  }
}
