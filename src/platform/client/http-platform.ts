/** The platform port over HTTP: the engine's commands as requests. What happens on the way is the sender's. */
import type { CallId, Command, CommandKind } from '../../call/index.ts';
import type { CommandResult, Platform, Turns } from '../../engine/ports/index.ts';
import {
  broadcastRequest,
  countsAsDone,
  readCommandAnswer,
  readVoiceId,
  namesOnlyCall,
  serviceOf,
  toRequest,
} from '../wire/index.ts';
import { basic, type Credentials } from './transport/authorization.ts';
import { checkOptions } from './check-options.ts';
import type { Answer } from './transport/answer-body.ts';
import { incomplete } from './transport/failure.ts';
import type { Rate } from './transport/rate-limit.ts';
import { Sender, type Outgoing, type SenderOptions } from './transport/sender.ts';

export interface HttpPlatformOptions extends SenderOptions, Credentials {
  /** The address to which notifications of an outbound call go. */
  eventUrl: (call: CallId) => string;
  /** The address to which those go of calls that are asked for together; absent: none can be. */
  broadcastUrl?: () => string;
  /** What a refusal may quote and must not show beside the credentials, such as the secret part of that address. */
  secrets?: readonly string[];
  /** The credentials of services that belong to another project of the platform; by default those of calls. */
  projects?: Partial<Record<'sms' | 'video', Credentials>>;
  /** Where nodes of the same projects keep the platform's limits together; absent: this process has them for itself. */
  turns?: Turns;
}

/** Which of the platform's limits a command counts against. */
const rates: Partial<Record<CommandKind, Rate>> = { dial: 'calls', sms: 'messages' };

/** Opens the platform for one project. Nothing is sent before the first command. Throws a TypeError for wrong options. */
export function createHttpPlatform(options: HttpPlatformOptions): Platform {
  checkOptions(options);
  const { broadcastUrl, appKey, secrets = [], projects = {}, turns } = options;
  const { sms = options, video = options } = projects;
  const shared = turns && { turns, appIds: { calls: options.appId, messages: sms.appId } };
  const sender = new Sender(options, [appKey, sms.appKey, video.appKey, ...secrets], shared);
  const authorizations = { voice: basic(options), sms: basic(sms), video: basic(video) };

  return {
    async perform(target, command, signal) {
      const { kind } = command;
      const { method, path, body, idempotencyKey } = toRequest(target, command, options);
      // Written out, so that all have one shape: what reads them is made for that one (docs/performance.md).
      const outgoing: Outgoing = {
        method,
        path,
        body,
        idempotencyKey,
        rate: rates[kind],
        authorization: authorizations[serviceOf(kind)],
        repeatable: true,
        wasCarriedOut: target.wasCarriedOut,
        withdrawn: target.withdrawn,
        aboutCall: namesOnlyCall(kind),
        countsAsDone: (code) => countsAsDone(command, code),
      };
      return resultOf(command, await sender.send(outgoing, signal));
    },
    ...(broadcastUrl && {
      async broadcast({ key, from, recipients }, signal) {
        const order = { from, recipients, eventUrl: broadcastUrl() };
        const outgoing: Outgoing = {
          method: 'POST',
          path: '/voice/v1/broadcast',
          body: broadcastRequest(order),
          idempotencyKey: key,
          rate: 'calls',
          authorization: authorizations.voice,
          repeatable: true,
          aboutCall: false,
          countsAsDone: () => false,
        };
        await sender.send(outgoing, signal);
      },
    }),
    close: () => sender.close(),
  };
}

function resultOf(command: Command, answer: Answer | undefined): CommandResult {
  if (command.kind !== 'dial') return { answer: readCommandAnswer(command, answer?.body.fields) };
  const voiceId = readVoiceId(answer?.body.fields);
  if (voiceId === undefined) throw incomplete('voice_id', answer?.status ?? 0);
  return { voiceId };
}
