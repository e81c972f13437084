/** The platform port over HTTP: the engine's commands as requests. What happens on the way is the sender's. */
import type { CallId, Command } from '../../call/index.ts';
import type { CommandResult, Platform } from '../../ports/index.ts';
import { countsAsDone, readCommandAnswer, readVoiceId, toRequest } from '../../wire/index.ts';
import { basic, type Credentials } from './authorization.ts';
import { checkOptions } from './check-options.ts';
import type { Answer } from './exchange.ts';
import { incomplete } from './failure.ts';
import { Sender, type Outgoing, type SenderOptions } from './sender.ts';

export interface HttpPlatformOptions extends SenderOptions, Credentials {
  /** The address to which notifications of an outbound call go. */
  eventUrl: (call: CallId) => string;
}

/** Opens the platform for one project. Nothing is sent before the first command. Throws a TypeError for wrong options. */
export function createHttpPlatform(options: HttpPlatformOptions): Platform {
  checkOptions(options);
  const { eventUrl, appKey } = options;
  const sender = new Sender(options, [appKey]);
  const authorization = basic(options);

  return {
    async perform(target, command, signal) {
      const outgoing: Outgoing = {
        ...toRequest(target, command, { eventUrl }),
        ...(command.kind === 'dial' && { rate: 'calls' }),
        authorization,
        repeatable: true,
        aboutCall: command.kind !== 'dial',
        countsAsDone: (code) => countsAsDone(command, code),
      };
      return resultOf(command, await sender.send(outgoing, signal));
    },
    close: () => sender.close(),
  };
}

function resultOf(command: Command, answer: Answer | undefined): CommandResult {
  if (command.kind !== 'dial') return { answer: readCommandAnswer(command, answer?.body.fields) };
  const voiceId = readVoiceId(answer?.body.fields);
  if (voiceId === undefined) throw incomplete('voice_id', answer?.status ?? 0);
  return { voiceId };
}
