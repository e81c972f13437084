/** Renders a call as a story: prompts, input, decisions and their reasons. */
import { FINALIZER_END, formatReason, isIgnored } from '../../call/index.ts';
import type { Note, TraceEntry } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Happening } from './happening.ts';

/** One line of a story. */
export interface StoryLine {
  /** ms since the epoch. */
  at: number;
  /** Subject of the line. */
  who: 'caller' | 'party' | 'flow' | 'platform';
  text: string;
  /** Line in the flow file of a step that is entered. */
  line?: number;
}

interface Named {
  name: string;
}

/** A story line to be; `key` is a key that was accepted. */
type Told = Pick<StoryLine, 'who' | 'text' | 'line'> & { key?: string };
type EntryOf<Kind extends JournalEntry['kind']> = Extract<JournalEntry, { kind: Kind }>;

/** Renders journal entries. Other kinds do not appear in a story. */
const tellings: { [Kind in JournalEntry['kind']]?: (entry: EntryOf<Kind>) => Told | undefined } = {
  request: ({ method, path, status, code }) =>
    status < 400 ? undefined : { who: 'platform', text: `refuses ${method} ${path} [${code ?? status}]` },
  ringing: ({ from, to }) => ({ who: 'platform', text: `call from ${from} to ${to} rings` }),
  answered: () => ({ who: 'platform', text: 'the call is answered' }),
  speech: ({ text, language }) =>
    text === ''
      ? undefined
      : { who: 'caller', text: `hears "${text}"${language === undefined ? '' : ` (${language})`}` },
  prompt: ({ name }) => ({ who: 'caller', text: `hears the stored prompt ${name}` }),
  audio: ({ url }) => ({ who: 'caller', text: `hears ${url}` }),
  key: ({ key, heard_by }) => ({
    who: 'caller',
    text: `presses ${key}${renderUnheard(heard_by)}`,
    ...(heard_by !== 'nobody' && { key }),
  }),
  utterance: ({ text, heard_by }) => ({ who: 'caller', text: `says "${text}"${renderUnheard(heard_by)}` }),
  connecting: ({ to }) => ({ who: 'party', text: `${to} is called` }),
  bridged: ({ to }) => ({ who: 'party', text: `${to} answers` }),
  bridge_ended: ({ to, reason }) => ({ who: 'party', text: `${to} left: ${reason}` }),
  held: () => ({ who: 'platform', text: 'the call is on hold' }),
  resumed: () => ({ who: 'platform', text: 'the call is no longer on hold' }),
  recording_started: ({ name }: Named) => ({ who: 'platform', text: `the recording ${name} begins` }),
  recording_completed: ({ name }: Named) => ({ who: 'platform', text: `the recording ${name} ends` }),
  recording_failed: ({ name = '' }) => ({ who: 'platform', text: `the recording ${name} fails` }),
  stream_started: ({ wss_host }) => ({ who: 'platform', text: `the audio is streamed to ${wss_host}` }),
  stream_stopped: () => ({ who: 'platform', text: 'the stream has ended' }),
  stream_failed: ({ detail }) => ({ who: 'platform', text: `the stream broke: ${detail}` }),
  room_joined: ({ room_id }) => ({ who: 'platform', text: `the call is in the room ${room_id}` }),
  room_refused: ({ room_id, code }) => ({
    who: 'platform',
    text: `the room ${room_id} refuses the call [${code}]`,
  }),
  sms_status: ({ to, status, text = '' }) => ({
    who: 'platform',
    text: text === '' ? `the message to ${to} is ${status}` : `sends ${to} the message "${text}"`,
  }),
  ended: ({ reason }) => ({ who: 'platform', text: `the call ends: ${reason}` }),
};

/** Renders the story of a call from its log. */
export function tellStory(log: readonly Happening[], flow: CompiledFlow): StoryLine[] {
  const story: StoryLine[] = [];
  const place: Place = { flow, running: flow.name };
  let pressed: StoryLine | undefined;
  for (const happening of log) {
    const { at } = happening.entry;
    for (const { key, ...told } of tellHappening(happening, place)) {
      // Simultaneous keys are one press.
      if (key !== undefined && pressed?.at === at) {
        pressed.text += key;
        continue;
      }
      const line = { at, ...told };
      story.push(line);
      pressed = key === undefined ? undefined : line;
    }
  }
  return story;
}

interface Place {
  flow: CompiledFlow;
  running: string;
}

function tellHappening(happening: Happening, place: Place): Told[] {
  return happening.teller === 'call' ? tellTrace(happening.entry, place) : tellJournal(happening.entry);
}

function tellJournal(entry: JournalEntry): Told[] {
  const telling = tellings[entry.kind] as ((entry: JournalEntry) => Told | undefined) | undefined;
  const told = telling?.(entry);
  return told === undefined ? [] : [told];
}

function tellTrace({ event, notes }: TraceEntry, place: Place): Told[] {
  const failure: Told[] =
    event.type === 'command_failed'
      ? [{ who: 'platform', text: `${event.kind} failed: ${event.failure.message} [${event.failure.code}]` }]
      : [];
  return [...failure, ...notes.flatMap((note) => tellNote(note, place))];
}

function tellNote(note: Note, place: Place): Told[] {
  switch (note.kind) {
    case 'flow':
      place.running = note.name;
      return [{ who: 'flow', text: `in flow ${note.name}` }];
    case 'entered':
      return [tellStep(note, place)];
    case 'outcome':
      return [tellOutcome(note)];
    case 'set':
      return [{ who: 'flow', text: `${note.variable} is now ${note.value}` }];
    case 'milestone':
      return [{ who: 'flow', text: `has reached the outcome ${note.name}` }];
    case 'failed':
      return [{ who: 'flow', text: `${note.step} failed: ${note.message} [${note.code}]` }];
    case 'ended':
      return [{ who: 'flow', text: `sees the call end: ${note.reason}` }];
    case 'says':
      return [];
    default:
      return isIgnored(note, 'routine') ? [] : [{ who: 'flow', text: formatReason(note) }];
  }
}

function tellStep({ step, verb }: Extract<Note, { kind: 'entered' }>, { flow, running }: Place): Told {
  const { line, file } = (running === flow.name ? flow.steps[step] : undefined) ?? {};
  const whole = running === flow.name ? step : `${step} of ${running}`;
  return {
    who: 'flow',
    text: `step ${whole} (${verb})`,
    ...(line !== undefined && file === undefined && { line }),
  };
}

function tellOutcome({ step, outcome, to }: Extract<Note, { kind: 'outcome' }>): Told {
  const place = to === FINALIZER_END ? 'the end of the finalizer' : to;
  return { who: 'flow', text: `${step} ends as ${outcome}: to ${place}` };
}

function renderUnheard(listener: EntryOf<'key'>['heard_by']): string {
  return listener === 'nobody' ? ', but nothing listens' : '';
}
