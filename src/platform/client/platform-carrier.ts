/** The platform as a carrier: maps the engine's commands to requests and hands them to the sender. */
import { carrierProfiles } from '../../carriers/index.ts';
import type { CallId, Command, CommandKind } from '../../call/index.ts';
import { CarrierError, PLATFORM } from '../../engine/ports/index.ts';
import type { Capabilities } from '../../language/capabilities/index.ts';
import type { Carrier, CommandResult, CommandTarget, Turns } from '../../engine/ports/index.ts';
import {
  toBroadcastRequest,
  isDoneCode,
  readCommandAnswer,
  readMeaning,
  readVoiceId,
  isAboutCallOnly,
  getService,
  toRequest,
} from '../wire/index.ts';
import { createPlatformWebhooks } from './webhooks.ts';
import { createBasicAuthorization, type Authorization, type Credentials } from './transport/authorization.ts';
import { checkOptions } from './check-options.ts';
import type { Answer } from './transport/answer-body.ts';
import { createIncompleteError } from './transport/failure.ts';
import type { Rate } from './transport/rate-limit.ts';
import { Sender, type Outgoing, type SenderOptions } from './transport/sender.ts';

interface PlatformCarrierOptions extends SenderOptions, Credentials {
  /** Address for notifications of an outbound call. */
  eventUrl: (call: CallId) => string;
  /** Address for notifications of calls of a broadcast; without it, broadcasts are not available. */
  broadcastUrl?: () => string;
  /** Further secrets to redact from errors, such as the token in that address. */
  secrets?: readonly string[];
  /** Credentials for services in another project of the platform; default: those of the calls. */
  projects?: Partial<Record<'sms' | 'video', Credentials>>;
  /** What it can do, where an emulator stands in for another carrier; default: what the platform can. */
  capabilities?: Capabilities;
  /** Rate limits shared by the nodes of a project; default: limits of this process alone. */
  turns?: Turns;
}

const rates: Partial<Record<CommandKind, Rate>> = { dial: 'calls', sms: 'messages' };

/** The constant part of a request for a broadcast. */
const broadcastOrder = {
  method: 'POST',
  path: '/voice/v1/broadcast',
  rate: 'calls',
  repeatable: true,
  aboutCall: false,
  countsAsDone: () => false,
} as const;

/**
 * Creates the carrier of one project at the platform. It opens no connection before the first command. Throws a TypeError for invalid
 * options.
 */
export function createPlatformCarrier(options: PlatformCarrierOptions): Carrier {
  checkOptions(options);
  const { broadcastUrl, appKey, secrets = [], projects = {}, turns } = options;
  const { capabilities = carrierProfiles.platform } = options;
  const { sms = options, video = options } = projects;
  const shared = turns && { turns, appIds: { calls: options.appId, messages: sms.appId } };
  const sender = new Sender(options, [appKey, sms.appKey, video.appKey, ...secrets], shared);
  const authorizations = {
    voice: createBasicAuthorization(options),
    sms: createBasicAuthorization(sms),
    video: createBasicAuthorization(video),
  };

  return {
    name: PLATFORM,
    capabilities,
    events: createPlatformWebhooks(options.appId),
    async perform(target, command, signal) {
      refuseMessage(command, capabilities);
      const request = toRequest(target, dropHeaders(command, capabilities), options);
      const authorization = authorizations[getService(command.kind)];
      const outgoing = toOutgoing(target, command, { request, authorization });
      return toCommandResult(command, await sender.send(outgoing, signal));
    },
    ...(broadcastUrl && {
      async broadcast({ key, from, recipients }, signal) {
        const body = toBroadcastRequest({ from, recipients, eventUrl: broadcastUrl() });
        await sender.send(
          { ...broadcastOrder, body, idempotencyKey: key, authorization: authorizations.voice },
          signal,
        );
      },
    }),
    close: () => sender.close(),
  };
}

/** The platform has no request for a message of the caller; an emulator that stands in for another carrier has. */
function refuseMessage({ kind }: Command, { record }: Capabilities): void {
  if (kind === 'record_message' && !record.voicemail)
    throw new CarrierError('unsupported', 'this carrier has no voicemail', {
      retryable: false,
      httpStatus: 0,
    });
}

/** The platform has no SIP headers; an emulator that stands in for another carrier has. */
function dropHeaders(command: Command, { headers: { sent } }: Capabilities): Command {
  if (command.kind !== 'connect' || command.headers === undefined || sent) return command;
  const { headers: _unsent, ...plain } = command;
  return plain;
}

/**
 * Returns the request of a command. Every property is listed so that all objects have one shape, which makes reading
 * them fast (docs/performance.md).
 */
function toOutgoing(
  { wasCarriedOut, withdrawn }: CommandTarget,
  command: Command,
  { request, authorization }: { request: ReturnType<typeof toRequest>; authorization: Authorization },
): Outgoing {
  const { method, path, body, idempotencyKey } = request;
  return {
    method,
    path,
    body,
    idempotencyKey,
    rate: rates[command.kind],
    authorization,
    repeatable: true,
    wasCarriedOut,
    withdrawn,
    aboutCall: isAboutCallOnly(command.kind),
    countsAsDone: (code) => isDoneCode(command, code),
    getMeaning: (code) => readMeaning(command.kind, code),
  };
}

function toCommandResult(command: Command, answer: Answer | undefined): CommandResult {
  if (command.kind !== 'dial') return { answer: readCommandAnswer(command, answer?.body.fields) };
  const voiceId = readVoiceId(answer?.body.fields);
  if (voiceId === undefined) throw createIncompleteError('voice_id', answer?.status ?? 0);
  return { voiceId };
}
