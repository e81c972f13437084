/** Places calls: ours, and those to the parties that a call is connected with. */
import type { Command, CommandId } from '../../call/index.ts';
import { parseJson, toFields } from './ari-event.ts';
import { toEndpoint } from './endpoint.ts';
import { cleanHeader, isSendableHeader } from '../../language/capabilities/index.ts';
import { toName, toPartName } from './names.ts';
import { refuseKind, refuseNumber, type CommandOptions, type Refused, type Scene } from './scene.ts';
import { endChannel, playOn, toPath, type Step, type Steps } from './steps.ts';
import { openStream } from './stream.ts';

type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

/** Returns the steps that place a call of ours. */
export function toDialSteps(
  command: CommandOf<'dial'>,
  { channel, options, findings }: Scene,
): Steps | Refused {
  const endpoint = toEndpoint(command.to, options);
  if (endpoint === undefined) return refuseNumber();
  const then = toFirstStep(command, { channel, options, findings });
  if (then !== undefined && 'code' in then) return then;
  const args = then === undefined ? 'out' : `out,${encodeStep(then)}`;
  const origin = toOrigin(command, options);
  return [originate(channel, { endpoint, app: options.app, appArgs: args, ...origin })];
}

/** Returns what happens as soon as the call is answered. */
function toFirstStep(
  { id, onConnect }: CommandOf<'dial'>,
  { channel, options, findings }: Omit<Scene, 'target'>,
): Step | Refused | undefined {
  switch (onConnect?.kind) {
    case undefined:
      return undefined;
    case 'play':
      return playOn(channel, toName(onConnect.promptRef), findings.media ?? '');
    case 'connect': {
      const endpoint = toEndpoint(onConnect.to, options);
      if (endpoint === undefined) return refuseNumber();
      return callParty(id, { ...onConnect, endpoint, channel, options });
    }
    case 'stream':
      return openStream(id, onConnect.to, options);
    case 'room':
      return refuseKind('join');
  }
}

/** Encodes a step as an argument of the application, which may hold no commas. */
function encodeStep(step: Step): string {
  return Buffer.from(JSON.stringify(step)).toString('base64url');
}

/** Decodes the step that a placed call brought along; undefined when it is none. */
export function decodeStep(argument: string): Step | undefined {
  const fields = toFields(parseJson(Buffer.from(argument, 'base64url').toString()));
  return toFields(fields?.request) === undefined ? undefined : (fields as unknown as Step);
}

/** Returns the steps that call a party; the reader joins it with the call when it answers. */
export function toConnectSteps(
  command: CommandOf<'connect'>,
  { target, channel, options }: Scene,
): Steps | Refused {
  const endpoint = toEndpoint(command.to, options);
  if (endpoint === undefined) return refuseNumber();
  const { party: earlier } = target;
  return [
    ...(earlier === undefined || earlier === command.id ? [] : [endChannel(toPartName(earlier, 'party'))]),
    callParty(command.id, { ...command, endpoint, channel, options }),
  ];
}

/** Else Asterisk shows the name of the caller, who may have withheld it, beside our number. */
const NAMELESS = { 'CONNECTEDLINE(name,i)': '' };

function callParty(
  id: CommandId,
  {
    endpoint,
    channel,
    options,
    ...command
  }: {
    endpoint: string;
    channel: string;
    options: CommandOptions;
    from: string;
    headers?: Readonly<Record<string, string>>;
    ringMs?: number;
  },
): Step {
  const step = originate(toPartName(id, 'party'), {
    endpoint,
    app: options.app,
    appArgs: `party,${id},${channel}`,
    originator: channel,
    ...toOrigin(command, options),
    variables: { ...NAMELESS, ...toHeaderVariables(command.headers ?? {}) },
  });
  return { ...step, caller: toPath('channels', channel) };
}

function originate(channel: string, body: Readonly<Record<string, unknown>>): Step {
  return {
    request: { method: 'POST', path: '/channels', body: { channelId: channel, ...body } },
    evidence: [toPath('channels', channel)],
    leavesNoEvidence: true,
  };
}

function toOrigin({ from, ringMs }: { from: string; ringMs?: number }, options: CommandOptions) {
  return {
    ...(from !== '' && { callerId: from }),
    // Rounded down: a party of which the flow has given up must not answer.
    timeout: Math.max(1, Math.floor((ringMs ?? options.ringMs) / 1_000)),
  };
}

function toHeaderVariables(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => isSendableHeader(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [`PJSIP_HEADER(add,${name})`, cleanHeader(value)]),
  );
}
