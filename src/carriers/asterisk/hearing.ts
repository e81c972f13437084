/**
 * Hears what a caller answers in words. A recording beside the call takes the caller alone while the question is played and
 * afterwards; it ends when the caller has finished speaking. Without a recognizer only the time for an answer is kept.
 */
import type { Command, CommandId, PlatformEvent } from '../../call/index.ts';
import type { AriEvent } from './ari-event.ts';
import { toArrival } from './arrivals.ts';
import { isKeyedPlay, parseName, toPartName, type ParsedName } from './names.ts';
import type { Reading } from './reading.ts';
import type { CommandOptions } from './scene.ts';
import {
  endChannel,
  setVariable,
  startSnoop,
  stopPlay,
  toPath,
  stopRecording,
  toRecordingEvidence,
  type Step,
  type Steps,
} from './steps.ts';
import type { CallTracker, Tracked } from './tracker.ts';

type PlayCommand = Extract<Command, { kind: 'play' }>;

/** Name of the event that tells the reader what a play listens for. */
export const LISTENING = 'ringflow-listening';

/** Pause after which somebody has finished speaking, ms, and mean amplitude from which a frame is speech. */
const TALK_DETECTION = '1000,256';
/** More than any question lasts, s: the recording ends with the question. */
const MAX_QUESTION_S = 300;

/** Returns the step that tells the reader of a play which listens for words. */
export function tellListening(
  channel: string,
  { id, media, speech }: PlayCommand & { speech: NonNullable<PlayCommand['speech']> },
  { app, hears = false }: CommandOptions,
): Step {
  const variables = {
    command: id,
    within: String(speech.withinMs),
    hears: String(hears),
    ...('language' in media && { language: media.language }),
  };
  return {
    request: {
      method: 'POST',
      path: toPath('events', 'user', LISTENING),
      query: { application: app, source: `channel:${channel}` },
      body: { variables },
    },
    // Without the application nobody reads it.
    doneBy: [404],
  };
}

/** Returns the step that makes Asterisk tell when the caller speaks. During a play it would have to wait for its end. */
export function detectTalk(channel: string): Step {
  return setVariable(channel, 'TALK_DETECT(set)', TALK_DETECTION);
}

/** Returns the steps that record the caller beside the call. */
export function toEarSteps(
  channel: string,
  { id, speech }: PlayCommand & { speech: NonNullable<PlayCommand['speech']> },
  { app }: CommandOptions,
): Steps {
  const [ear, name] = [toPartName(id, 'ear'), toPartName(id, 'words')];
  const seconds = MAX_QUESTION_S + Math.ceil((speech.withinMs + speech.longestMs) / 1_000);
  return [
    startSnoop(channel, ear, { spy: 'in', app, role: 'ear' }),
    {
      request: {
        method: 'POST',
        path: toPath('channels', ear, 'record'),
        query: { name, format: 'wav', ifExists: 'overwrite', maxDurationSeconds: String(seconds) },
      },
      evidence: toRecordingEvidence(name),
      isOfNewChannel: true,
    },
  ];
}

/** Returns the step that stops listening to the answer to a play. */
export function stopEar(play: CommandId): Step {
  return endChannel(toPartName(play, 'ear'));
}

/** Reads what a play listens for. */
export function readListening({ details = {} }: AriEvent, tracked: Tracked): Reading {
  const { command = '', within = '', hears, language } = details;
  const name = parseName(command);
  if (name === undefined) return {};
  tracked.listening = {
    command: name.command,
    withinMs: Number(within) || 0,
    hears: hears === 'true',
    isTalking: false,
    ...(language !== undefined && { language }),
  };
  return {};
}

/** The caller begins to speak: the question ends where keys would end it, too. */
export function readTalkBegin({ listening, play, isPlaying }: Tracked): Reading {
  if (listening?.hears !== true) return {};
  listening.isTalking = true;
  return isPlaying && play !== undefined && isKeyedPlay(play) ? { meanwhile: [stopPlay(play)] } : {};
}

/** The caller has finished speaking: the recording ends, and is recognised then. */
export function readTalkEnd({ listening }: Tracked): Reading {
  if (listening?.isTalking !== true) return {};
  return { meanwhile: [stopRecording(toPartName(listening.command, 'words'))] };
}

/** Stops listening for words: the caller has pressed a key, or something else is played. */
export function stopListening(tracked: Tracked): Steps {
  const { listening } = tracked;
  delete tracked.listening;
  return listening?.hears === true ? [stopEar(listening.command)] : [];
}

/** Returns what happens when the time for an answer after a question is over. */
export function readQuestionEnd(
  event: AriEvent,
  { call, command }: Pick<ParsedName, 'call' | 'command'>,
  tracked: Tracked | undefined,
): Pick<Reading, 'later'> {
  const listening = tracked?.listening;
  if (listening?.command !== command) return {};
  return {
    later: {
      ms: listening.withinMs,
      reading: {
        call,
        arrival: toArrival(event, { call, id: `${command}/timeout` }, toSpeechEvent(command, 'timeout')),
      },
      isDue: () => tracked?.listening === listening && !listening.isTalking,
    },
  };
}

/** Reads the end of a recorded answer. It is kept until it is recognised, and no longer. */
export function readWords(
  event: AriEvent,
  name: string,
  { parsed: { call, command }, tracker }: { parsed: ParsedName; tracker: CallTracker },
): Reading {
  if (event.type === 'RecordingStarted') return {};
  const tracked = tracker.find(call);
  const listening = tracked?.listening;
  const isAnswer = event.type === 'RecordingFinished' && listening?.isTalking === true;
  if (tracked === undefined || listening?.command !== command || !isAnswer)
    return { meanwhile: [endChannel(toPartName(command, 'ear')), removeWords(name)] };
  delete tracked.listening;
  return {
    call,
    meanwhile: [stopEar(command)],
    words: {
      name,
      ...(listening.language !== undefined && { language: listening.language }),
      toArrival: (text) =>
        toArrival(
          event,
          { call, id: name },
          toSpeechEvent(command, text === '' ? 'unrecognized' : 'recognized', text),
        ),
    },
  };
}

/** Returns the step that removes a recorded answer. */
export function removeWords(name: string): Step {
  return { request: { method: 'DELETE', path: toPath('recordings', 'stored', name) }, doneBy: [404] };
}

function toSpeechEvent(
  promptRef: CommandId,
  heard: 'recognized' | 'unrecognized' | 'timeout',
  text = '',
): PlatformEvent {
  return { type: 'speech', heard, text, promptRef };
}
