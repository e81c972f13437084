/**
 * Drives one call by hand: what happens to it is said in words, and what it does is told in words. Time stands still
 * but for `wait` and `timer`; notifications about a play refer to the one being heard, as the platform's do.
 */
import { readMeaning } from '../../src/platform/wire/index.ts';
import {
  advance,
  findAwaitedCommand,
  begin,
  callId,
  commandId,
  projectId,
  voiceId,
  findNextDeadline,
} from '../../src/call/index.ts';
import type {
  Advance,
  CallEvent,
  CallRecord,
  Command,
  CommandAnswer,
  CommandFailure,
  CommandKind,
  EndReason,
  EngineEvent,
  Media,
  Note,
  PlatformEvent,
  RunnableFlow,
} from '../../src/call/index.ts';
import { runnableOf } from '../builders/flow.ts';

/** How a notification differs from the plain one. */
export interface Manner {
  /** Fingerprint, to send it twice. */
  key?: string;
  /** Number of the play it is about; `none`: it names no play. Default: the play being heard. */
  of?: number | 'none';
  /** The keys come as a JSON number. */
  lossy?: boolean;
}

export interface Refusal extends Partial<CommandFailure> {
  /** Default: the last command sent. */
  command?: number;
}

/** A call on a flow given as short YAML. */
export function callOn(yaml: string): Script {
  return new Script(runnableOf(yaml));
}

export class Script {
  readonly flow: RunnableFlow;
  at = 0;
  /** The platform takes every play at once, and says so before anything else happens. */
  takesPlays = true;
  /** The carrier tells the end of plays that listen, too. */
  tellsEnds = false;
  /** Every event so far but the first, as `advance` took it. */
  readonly events: CallEvent[] = [];
  /** What each of `events` led to. */
  readonly advances: Advance[] = [];
  /** What the first event led to. */
  beginning: Advance | undefined;
  /** Every command so far. */
  readonly commands: Command[] = [];
  /** Every note so far. */
  readonly notes: Note[] = [];
  last: Advance | undefined;

  constructor(flow: RunnableFlow) {
    this.flow = flow;
  }

  get record(): CallRecord {
    if (this.last === undefined) throw new Error('the call has not begun');
    return this.last.record;
  }

  /** State of the machine as a dotted path. */
  get state(): string {
    return this.last?.trace.state ?? '';
  }

  /** All commands so far, in words. */
  get told(): string[] {
    return this.commands.map(inWords);
  }

  incoming(key?: string, headers: Record<string, string> = {}): Advance {
    return this.#begins('inbound', { ...(key !== undefined && { key }), headers });
  }

  /** We place a call. */
  places(): Advance {
    return this.#begins('outbound');
  }

  dialed(): Advance {
    return this.happens({ type: 'dialed', voiceId: voiceId('v1') });
  }

  connected(manner: Manner = {}): Advance {
    return this.happens({ type: 'connected' }, manner);
  }

  played(manner: Manner = {}): Advance {
    return this.happens({ type: 'played', ...this.#reference(manner) }, manner);
  }

  presses(digits: string, manner: Manner = {}): Advance {
    const { lossy = false } = manner;
    return this.happens({ type: 'digits', digits, lossy, ...this.#reference(manner) }, manner);
  }

  silence(manner: Manner = {}): Advance {
    return this.happens({ type: 'silence', ...this.#reference(manner) }, manner);
  }

  /** Something is recognised. */
  says(text: string, manner: Manner = {}): Advance {
    return this.#hears('recognized', text, manner);
  }

  /** Something is said that nobody can tell. */
  mumbles(manner: Manner = {}): Advance {
    return this.#hears('unrecognized', '', manner);
  }

  /** Nothing is said in time. */
  saysNothing(manner: Manner = {}): Advance {
    return this.#hears('timeout', '', manner);
  }

  /** The platform has carried the last command out. */
  done(answer: CommandAnswer = {}): Advance {
    const { number, kind } = this.commands.at(-1) ?? { number: 0, kind: 'hangup' };
    return this.happens({ type: 'command_done', number, kind, answer });
  }

  /** Keys on a bridge. */
  pressesOnBridge(digits: string, lossy = false): Advance {
    return this.happens({ type: 'bridge_digits', digits, lossy });
  }

  bridged(): Advance {
    return this.happens({ type: 'bridged' });
  }

  unbridged(reason: EndReason = 'normal'): Advance {
    return this.happens({ type: 'unbridged', reason });
  }

  disconnected(reason: EndReason = 'normal'): Advance {
    return this.happens({ type: 'disconnected', reason });
  }

  /** The platform refuses a command. */
  fails(code: string, refusal: Refusal = {}): Advance {
    const { command: number = this.commands.length, message = 'refused', callEnded = false } = refusal;
    const kind: CommandKind = this.commands[number - 1]?.kind ?? 'hangup';
    const means = readMeaning(kind, code);
    const failure = { code, message, callEnded, ...(means && { means }) };
    return this.happens({ type: 'command_failed', number, kind, failure });
  }

  /** The time comes for the next deadline. */
  timer(): Advance {
    this.at = Math.max(this.at, findNextDeadline(this.record) ?? this.at);
    return this.wakes();
  }

  wakes(): Advance {
    return this.happens({ type: 'wake' });
  }

  wait(ms: number): this {
    this.at += ms;
    return this;
  }

  happens(event: PlatformEvent | EngineEvent, { key }: Manner = {}): Advance {
    const whole: CallEvent = { ...event, at: this.at, ...(key === undefined ? {} : { key }) };
    this.events.push(whole);
    return this.#keeps(advance(this.flow, this.record, whole));
  }

  #hears(heard: 'recognized' | 'unrecognized' | 'timeout', text: string, manner: Manner): Advance {
    return this.happens({ type: 'speech', heard, text, ...this.#reference(manner) }, manner);
  }

  #begins(
    direction: 'inbound' | 'outbound',
    given: { key?: string; headers?: Record<string, string> } = {},
  ): Advance {
    return this.#keeps(
      begin(this.flow, {
        id: callId('default.call-1'),
        project: projectId('default'),
        direction,
        from: '+4930111',
        to: '+4930222',
        at: this.at,
        ...given,
      }),
    );
  }

  #keeps(result: Advance): Advance {
    if (this.beginning === undefined) this.beginning = result;
    else this.advances.push(result);
    this.last = result;
    this.commands.push(...result.commands);
    this.notes.push(...result.trace.notes);
    const number = findAwaitedCommand(result.record);
    if (number === 0 || !this.takesPlays) return result;
    const tellsEnd = this.tellsEnds && { tellsEnd: true as const };
    const taken: CallEvent = { type: 'command_taken', number, takenAt: this.at, ...tellsEnd, at: this.at };
    this.events.push(taken);
    const known = advance(this.flow, result.record, taken);
    this.advances.push(known);
    this.last = { ...result, record: known.record };
    return this.last;
  }

  #reference({ of }: Manner): { promptRef?: string } {
    const number = of ?? this.record.context.playing?.command ?? 'none';
    return number === 'none' ? {} : { promptRef: commandId(this.record.id, number) };
  }
}

type Act = (call: Script, rest: string) => Advance;

/** What can stand in the first column of a story: a word, and what follows it. */
const acts: Record<string, Act> = {
  incoming: (call) => call.incoming(),
  places: (call) => call.places(),
  dialed: (call) => call.dialed(),
  connected: (call) => call.connected(),
  played: (call) => call.played(),
  presses: (call, digits) => call.presses(digits),
  silence: (call) => call.silence(),
  says: (call, text) => call.says(text),
  mumbles: (call) => call.mumbles(),
  done: (call) => call.done(),
  joined: (call) => call.happens({ type: 'joined' }),
  keys: (call, digits) => call.pressesOnBridge(digits),
  bridged: (call) => call.bridged(),
  unbridged: (call, reason) => call.unbridged(reason as EndReason),
  disconnected: (call, reason) => call.disconnected(reason as EndReason),
  fails: (call, code) => call.fails(code),
  timer: (call) => call.timer(),
  waits: (call, ms) => call.wait(Number(ms)).wakes(),
};

/** What happened, the commands that it gave rise to, and the state after it. */
export type Row = [event: string, commands: string, state: string];

/** Plays the first column of a story to a call; the result equals the story when the call does what it says. */
export function played(call: Script, story: Row[]): Row[] {
  return story.map(([event]) => {
    const [word = '', ...words] = event.split(' ');
    const rest = words.join(' ');
    const act = acts[word];
    if (act === undefined) throw new Error(`"${word}" cannot happen to a call`);
    const { commands } = act(call, rest);
    return [event, commands.map(inWords).join('; '), call.state];
  });
}

/** A command in words: `play`, `ask` (listens), `listen` (says nothing), `dial`, `accept`, `connect`, `hangup`. */
export function inWords(command: Command): string {
  switch (command.kind) {
    case 'dial':
      return `dial ${command.to}${onConnect(command)}`;
    case 'connect':
      return `connect ${command.to}`;
    case 'play':
      return isSilence(command.media) ? 'listen' : `${playVerb(command)} ${wording(command.media)}`;
    case 'record':
      return `record as ${command.name}`;
    case 'stream':
      return `stream to ${command.to}`;
    case 'join':
      return `join ${command.room}`;
    case 'create_room':
      return `create room ${command.name}`;
    case 'create_token':
      return `create token of ${command.room} for ${command.name}`;
    case 'sms':
      return `sms ${command.template} to ${command.recipients.map(({ to }) => to).join(', ')}`;
    case 'hold':
      return command.hold ? 'hold' : 'resume';
    default:
      return command.kind;
  }
}

function onConnect({ onConnect: action }: Extract<Command, { kind: 'dial' }>): string {
  if (action === undefined) return '';
  if (action.kind === 'play') return ` and play ${wording(action.media)}`;
  return action.kind === 'room' ? ` and join ${action.room}` : ` and ${action.kind} ${action.to}`;
}

function playVerb({ listen, bargeIn }: Extract<Command, { kind: 'play' }>): string {
  if (!listen) return 'play';
  return bargeIn === undefined ? 'ask' : `ask[barge-in ${bargeIn ? 'yes' : 'no'}]`;
}

function isSilence(media: Media): boolean {
  return media.kind === 'ssml' && media.ssml.replace(/<[^>]*>/g, '').trim() === '';
}

/** Words with values among them, as the words; how those are read out is for tests of its own. */
function withoutSayAs(ssml: string): string {
  return ssml.includes('<say-as') ? ssml.replace(/<[^>]*>/g, '') : ssml;
}

function wording(media: Media): string {
  switch (media.kind) {
    case 'text':
      return media.text;
    case 'ssml':
      return withoutSayAs(media.ssml);
    case 'stored':
      return `[${media.name}]`;
    case 'url':
      return media.url;
  }
}
