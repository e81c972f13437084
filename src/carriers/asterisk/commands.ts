/** Converts commands of a call to requests of ARI (docs/adr/0065-asterisk-by-ari.md). Pure. */
import type { Command, Media, OnConnect } from '../../call/index.ts';
import type { CommandTarget } from '../../engine/ports/index.ts';
import { toConnectSteps, toDialSteps } from './dial.ts';
import {
  refuseDuringTalk,
  refuseKind,
  refuseSecondRecording,
  type CommandOptions,
  type Findings,
  type Refused,
  type Scene,
} from './scene.ts';
import { detectTalk, stopEar, tellListening, toEarSteps } from './hearing.ts';
import { toStreamSteps } from './stream.ts';
import { toChannelId, toKeyedPlayName, toName, toPartName } from './names.ts';
import {
  addToBridge,
  endChannel,
  playOn,
  setVariable,
  startSnoop,
  stopPlay,
  toPath,
  stopRecording,
  toRecordingEvidence,
  type Step,
  type Steps,
} from './steps.ts';
import { startPulse } from './pulse.ts';
import { toMessageRecording } from './voicemail.ts';

type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

/** Variable of the call's channel with the recording in progress; it outlives a process of ours. */
export const RECORDING_VARIABLE = 'RINGFLOW_RECORDING';

const converters: {
  [Kind in Exclude<Command['kind'], 'join' | 'create_room' | 'create_token' | 'sms'>]: (
    command: CommandOf<Kind>,
    scene: Scene,
  ) => Steps | Refused;
} = {
  dial: toDialSteps,
  accept: (_, { channel }) => [
    [
      // The dial plan limits the time that nobody answers; an accepted call has no such limit.
      setVariable(channel, 'TIMEOUT(absolute)', '0'),
      { request: { method: 'POST', path: toPath('channels', channel, 'answer') }, isAboutCall: true },
    ],
  ],
  play: toPlaySteps,
  connect: toConnectSteps,
  hold: ({ hold }, scene) => (hold ? toHoldSteps(scene) : toResumeSteps(scene)),
  record: toRecordSteps,
  stop_recording: (_, { findings: { recording } }) =>
    recording === undefined ? [] : [stopRecording(recording)],
  stream: toStreamSteps,
  stop_stream: (_, { findings: { stream } }) => (stream === undefined ? [] : [endChannel(stream)]),
  hangup: (_command, { channel }) => [endChannel(channel, 'normal')],
  // Without a note on the channel: Asterisk would carry that out only after the message, and it ends by itself.
  record_message: (command, { channel, target, options }) => [
    ...stopHeard(target, options.hears),
    toMessageRecording(command, channel),
  ],
};

/** Returns the steps of a command, or why it is not sent. */
export function toSteps(
  target: CommandTarget,
  command: Command,
  { findings, options }: { findings: Findings; options: CommandOptions },
): Steps | Refused {
  if (!isSupported(command.kind)) return refuseKind(command.kind);
  // The table's type ensures that kind and function match, which TypeScript cannot infer from an index.
  const convert = converters[command.kind] as (command: Command, scene: Scene) => Steps | Refused;
  return convert(command, { target, channel: toChannelId(target), findings, options });
}

export function isRefused(steps: Steps | Refused): steps is Refused {
  return 'code' in steps;
}

function isSupported(kind: Command['kind']): kind is keyof typeof converters {
  return kind in converters;
}

function toPlaySteps(
  command: CommandOf<'play'>,
  { target, channel, options, findings: { media, bridged } }: Scene,
): Steps | Refused {
  if (bridged?.includes(channel) === true) return refuseDuringTalk();
  if (media === undefined) return stopHeard(target);
  const { speech } = command;
  const endsAtKey = command.listen && command.bargeIn !== false;
  const name = endsAtKey ? toKeyedPlayName(command.id) : toName(command.id);
  const play = playOn(channel, name, media);
  const stop = stopHeard(target, options.hears);
  if (speech === undefined) return [...stop, play];
  const listens = { ...command, speech };
  const tell = tellListening(channel, listens, options);
  if (options.hears !== true) return [...stop, tell, play];
  return [...stop, [tell, detectTalk(channel)], play, ...toEarSteps(channel, listens, options)];
}

/**
 * Ends what is heard, and a message that is recorded, since Asterisk would play the next one after them. Whether a key ends the
 * play too is not known.
 */
function stopHeard({ playing, message }: CommandTarget, hears = false): Steps {
  const plays =
    playing === undefined
      ? []
      : [stopPlay(toName(playing)), stopPlay(toKeyedPlayName(playing)), ...(hears ? [stopEar(playing)] : [])];
  const steps = message === undefined ? plays : [...plays, stopRecording(toName(message))];
  return steps.length === 0 ? [] : [steps];
}

function toHoldSteps({ target: { party }, channel, findings, options: { app } }: Scene): Steps {
  const { bridged = [], recording } = findings;
  const music: Step = {
    request: { method: 'POST', path: toPath('channels', channel, 'moh') },
    isAboutCall: true,
  };
  if (party === undefined) return [music];
  const leave: Step = {
    request: {
      method: 'POST',
      path: toPath('bridges', toPartName(party, 'bridge'), 'removeChannel'),
      query: { channel },
    },
    doneBy: [404, 422],
  };
  const needsPulse = recording !== undefined && bridged.length > 0;
  return [
    ...(bridged.includes(channel) ? [leave] : []),
    music,
    ...(needsPulse ? startPulse(party, channel, app) : []),
  ];
}

function toResumeSteps({ target: { party }, channel, findings: { bridged } }: Scene): Steps {
  const enter: Steps =
    party === undefined || bridged === undefined || bridged.includes(channel)
      ? []
      : [addToBridge(toPartName(party, 'bridge'), [channel])];
  const pulse = party === undefined ? undefined : toPartName(party, 'pulse');
  return [
    [
      { request: { method: 'DELETE', path: toPath('channels', channel, 'moh') }, isAboutCall: true },
      ...(pulse !== undefined && bridged?.includes(pulse) === true ? [endChannel(pulse)] : []),
    ],
    ...enter,
  ];
}

function toRecordSteps({ id }: CommandOf<'record'>, scene: Scene): Steps | Refused {
  const { target, channel, findings } = scene;
  const name = toName(id);
  if (findings.recording !== undefined && findings.recording !== name) return refuseSecondRecording();
  const note = setVariable(channel, RECORDING_VARIABLE, name);
  const bridge = target.party === undefined ? undefined : toPartName(target.party, 'bridge');
  return bridge !== undefined && findings.bridged?.includes(channel) === true
    ? [note, startRecording(toPath('bridges', bridge, 'record'), name)]
    : [note, ...toSnoopSteps(channel, { name, snoop: toPartName(id, 'snoop'), app: scene.options.app })];
}

/** Records a call without a bridge beside its channel: a recording of the channel itself would hold back every play. */
function toSnoopSteps(
  channel: string,
  { name, snoop, app }: { name: string; snoop: string; app: string },
): Steps {
  const spy = startSnoop(channel, snoop, { spy: 'both', app, role: 'snoop' });
  return [spy, { ...startRecording(toPath('channels', snoop, 'record'), name), isOfNewChannel: true }];
}

function startRecording(path: string, name: string): Step {
  return {
    request: { method: 'POST', path, query: { name, format: 'wav', ifExists: 'fail' } },
    evidence: toRecordingEvidence(name),
  };
}

/** Returns the media that the command plays, if any. */
export function findMedia(command: Command): Media | undefined {
  if (command.kind === 'play') return command.media;
  const onConnect: OnConnect | undefined = command.kind === 'dial' ? command.onConnect : undefined;
  return onConnect?.kind === 'play' ? onConnect.media : undefined;
}
