/**
 * Model of the platform for the exploration: the state of the line, refusals, and immediate effects of commands. It
 * follows the rules of the emulator's model (voice.md 7.3) as functions of plain data, so that situations can be
 * stored, compared and continued in several ways. A test compares both models on random paths.
 */
import { commandTraits, findUnsupported, voiceId } from '../../call/index.ts';
import type {
  CallEvent,
  Command,
  CommandFailure,
  CommandId,
  OnConnect,
  RefusalMeaning,
} from '../../call/index.ts';
import type { Capabilities } from '../../language/model/index.ts';
import { completeSettings } from '../../platform/emulator/model/index.ts';
import { measureMedia } from './spoken-time.ts';

interface Play {
  ref: string;
  listens: boolean;
  /** True if it accepts speech too. */
  words: boolean;
  /** False for a play that only listens. */
  isHeard: boolean;
  /** ms since the epoch. */
  endsAt: number;
}

/** A message of the caller. */
interface Message {
  ref: CommandId;
  longestMs: number;
  /** Silence that ends it, ms. */
  silenceMs: number;
}

/** State of the line. */
export interface Line {
  isOver: boolean;
  /** True until an inbound call is accepted; hanging up rejects it. */
  isUnanswered: boolean;
  /** True while an outbound call rings. */
  isDialing: boolean;
  play?: Play;
  /** The party that is being called. */
  calling?: string;
  /** A party that did not answer in time; it keeps ringing until something else starts. */
  ringsOn?: { to: string; until: number };
  /** The party in conversation with the caller. */
  partner?: string;
  isRecording: boolean;
  /** A message of the caller that is being recorded. */
  message?: Message;
  isHeld: boolean;
  isStreaming: boolean;
  isInRoom: boolean;
  /** True while the call is joining a room. */
  isJoining: boolean;
  /** Action that starts as soon as an outbound call is answered (R11). */
  carried?: OnConnect;
}

/** The line before anybody is connected. */
export const quietLine: Line = {
  isOver: false,
  isUnanswered: false,
  isDialing: false,
  isRecording: false,
  isHeld: false,
  isStreaming: false,
  isInRoom: false,
  isJoining: false,
};

interface Carried {
  line: Line;
  /** Reason of the refusal; absent if the command is carried out. */
  refusal?: CommandFailure;
  events: CallEvent[];
}

/** Time from the end of a listening play until the platform reports that nobody answered, ms. */
const WINDOW_MS = completeSettings({}).dtmf.windowMs;

/** Returns when the platform reports the end of a play, or its timeout without an answer, ms since the epoch. */
export function reportTime({ endsAt, listens }: Pick<Play, 'endsAt' | 'listens'>): number {
  return listens ? endsAt + WINDOW_MS : endsAt;
}

/** Returns how many such reports arrive by a time if the step listens again after each. */
export function countReports(at: number, play: Pick<Play, 'endsAt' | 'listens'>): number {
  return Math.ceil((at - reportTime(play)) / WINDOW_MS);
}

/** Time until people answer, ms. */
export const RING_MS = 1_000;
/** Time after which the platform gives up an unanswered call, ms. */
const RINGS_AT_MOST_MS = completeSettings({}).setupMs + completeSettings({}).ringTimeoutMs;

/** Carries out a command, or refuses it; `can`: what the carrier can do. */
export function carryOut(
  command: Command,
  { line, at, can }: { line: Line; at: number; can: Capabilities },
): Carried {
  const refusal = findUnsupported(command, can) ?? findRefusal(command, { line, at, can });
  if (refusal !== undefined) return refuseCommand(command, { line, refusal, at });
  const after = applyCommand(command, { line, at, can });
  const { number, kind } = command;
  const told: CallEvent[] = commandTraits[kind].reportsSuccess
    ? [{ type: 'command_done', number, kind, answer: ANSWER, at }]
    : [];
  return { line: after, events: [...told, ...listEvents(command, line, at)] };
}

/** Refuses a command; the line does not change. */
export function refuseCommand(
  { number, kind }: Command,
  { line, refusal, at }: { line: Line; refusal: CommandFailure; at: number },
): Carried {
  return { line, refusal, events: [{ type: 'command_failed', number, kind, failure: refusal, at }] };
}

/** Fields that answers of the platform contain. */
const ANSWER = { room_id: 'room', token: 'token', job_id: 'job' };

interface Place {
  line: Line;
  at: number;
  can: Capabilities;
}

function findRefusal(command: Command, place: Place): CommandFailure | undefined {
  const { line } = place;
  const { kind } = command;
  if (line.isOver && commandTraits[kind].needsLine && kind !== 'hangup')
    return { code: 'CALL_ALREADY_ENDED', message: 'the call has ended', callEnded: true };
  const [code, message, means] = findRefusalCode(command, place) ?? [];
  if (code === undefined || message === undefined) return undefined;
  return { code, message, callEnded: false, ...(means && { means }) };
}

function findRefusalCode(
  command: Command,
  { line, at, can }: Place,
): [code: string, message: string, means?: RefusalMeaning] | undefined {
  const isBridged = line.partner !== undefined;
  switch (command.kind) {
    case 'play':
      if (isBridged) return ['6112', 'nothing can be played while two people talk', 'party_talks'];
      return isSpeaking(line, at) && !can.play.replaces
        ? ['6122', 'something is being played already', 'busy_with_play']
        : undefined;
    case 'connect':
      if (isBridged) return ['6113', 'two people talk already'];
      return isRinging(command.to, line, at) ? ['6113', 'the party rings already'] : undefined;
    case 'join':
      return isBridged ? ['6113', 'two people talk already'] : undefined;
    case 'record':
      if (!isBridged && can.record.from === 'bridge')
        return ['409', 'only a conversation of two people can be recorded', 'not_bridged'];
      return line.isRecording ? ['408', 'the call is recorded already', 'already_recording'] : undefined;
    case 'record_message':
      return isBridged ? ['6113', 'two people talk already'] : undefined;
    case 'stop_recording':
      return line.isRecording ? undefined : ['6139', 'nothing is recorded'];
    default:
      return undefined;
  }
}

function isSpeaking({ play }: Line, at: number): boolean {
  return play !== undefined && at < play.endsAt;
}

function isRinging(to: string, { calling, ringsOn }: Line, at: number): boolean {
  return calling === to || (ringsOn?.to === to && at < ringsOn.until);
}

function applyCommand(command: Command, { line, at, can }: Place): Line {
  switch (command.kind) {
    case 'accept':
      return { ...line, isUnanswered: false };
    case 'dial':
      return { ...line, isDialing: true, ...(command.onConnect && { carried: command.onConnect }) };
    case 'play':
      return { ...stopMessage(stopCalling(line)), play: createPlay(command, { at, can }) };
    case 'connect':
      return { ...stopCalling(line), calling: command.to };
    case 'hold':
      return { ...line, isHeld: command.hold };
    case 'record':
      return { ...line, isRecording: true };
    case 'stop_recording':
      return { ...line, isRecording: false };
    case 'record_message':
      return { ...stopPlay(line), message: toMessage(command) };
    case 'stream':
      return { ...line, isStreaming: true };
    case 'stop_stream':
      return { ...line, isStreaming: false };
    case 'join':
      return { ...line, isJoining: true };
    case 'hangup':
      return overLine;
    default:
      return line;
  }
}

function stopPlay({ play: _play, ...line }: Line): Line {
  return line;
}

/** Ends the message of the caller. */
export function stopMessage({ message: _message, ...line }: Line): Line {
  return line;
}

function toMessage({ id, longestMs, silenceMs }: Extract<Command, { kind: 'record_message' }>): Message {
  return { ref: id, longestMs, silenceMs };
}

/** Removes a second party that is being called. */
export function stopCalling({ calling: _calling, ringsOn: _ringsOn, ...line }: Line): Line {
  return line;
}

/** Lets a party ring on after the step's timeout. */
export function letRingOn({ calling, ...line }: Line, calledAt: number): Line {
  return calling === undefined
    ? line
    : { ...line, ringsOn: { to: calling, until: calledAt + RINGS_AT_MOST_MS } };
}

/** Connects the second party: the current play is cut short, and the caller leaves the room. */
export function bridgeLine({ play: _play, ...line }: Line, partner: string): Line {
  return { ...stopCalling(line), isInRoom: false, isJoining: false, partner };
}

/** Removes the second party; a recording continues. */
export function unbridgeLine({ partner: _partner, ...line }: Line): Line {
  return line;
}

/** The line after the call has ended. */
export const overLine: Line = { ...quietLine, isOver: true };

function createPlay(
  { id, media, listen, speech }: Extract<Command, { kind: 'play' }>,
  { at, can }: Omit<Place, 'line'>,
): Play {
  const ms = measureMedia(media);
  return {
    ref: id,
    listens: listen,
    words: can.speech && speech !== undefined,
    isHeard: ms > 0,
    endsAt: at + ms,
  };
}

function listEvents({ kind, number }: Command, line: Line, at: number): CallEvent[] {
  if (commandTraits[kind].startsClock && !commandTraits[kind].reportsSuccess)
    return [{ type: 'command_taken', number, takenAt: at, at }];
  if (kind === 'accept') return [{ type: 'connected', at }];
  if (kind === 'dial') return [{ type: 'dialed', voiceId: voiceId('explored'), at }];
  if (kind === 'hangup' && !line.isOver)
    return [{ type: 'disconnected', reason: line.isUnanswered ? 'rejected' : 'normal', at }];
  return kind === 'stop_stream' && line.isStreaming ? [{ type: 'stream_ended', failed: false, at }] : [];
}

/** Answers an outbound call, and starts the action that its dial carries. */
export function answerLine({ carried, ...line }: Line, at: number): Line {
  const answered = { ...line, isDialing: false };
  switch (carried?.kind) {
    case 'play': {
      const ms = measureMedia(carried.media);
      const play = { ref: carried.promptRef, listens: false, words: false, isHeard: ms > 0, endsAt: at + ms };
      return { ...answered, play };
    }
    case 'connect':
      return { ...answered, calling: carried.to };
    case 'room':
      return { ...answered, isJoining: true };
    case 'stream':
      return { ...answered, isStreaming: true };
    case undefined:
      return answered;
  }
}
