/**
 * The platform port over HTTP. Owns the connection pool and the commands under way; keeps nothing about calls.
 *
 * 1. A command is repeated only as voice.md 7.4 says, or when its answer was lost; every repetition carries the same
 *    body and the same Idempotency-Key.
 * 2. Once an attempt may have been carried out, a refusal of a later one that says so counts as success (I4).
 * 3. The App Key appears in the Authorization header and nowhere else: in no error, in no log (I7).
 */
import { voiceId, type CallId, type Command } from '../../call/index.ts';
import type { CommandResult, Platform } from '../../ports/index.ts';
import { asFields, asText, toRequest } from '../../wire/index.ts';
import { openExchange, type Answer } from './exchange.ts';
import { lost, refusal, unnamed } from './failure.ts';
import { untilTaken, waitFor, type Attempt, type Wait } from './repeat.ts';

export interface HttpPlatformOptions {
  /** The platform's base address, with or without a path. */
  baseUrl: string;
  appId: string;
  /** The secret half of the credentials. */
  appKey: string;
  /** The address to which notifications of an outbound call go. */
  eventUrl: (call: CallId) => string;
  /** Most connections open at a time; default 64. */
  connections?: number;
  /** Longest wait for a connection, for the head of an answer, and between two parts of its body, ms; default 10,000. */
  timeoutMs?: number;
  /** A Retry-After longer than this is not waited for: the command fails as retryable; ms, default 60,000. */
  longestWaitMs?: number;
  /** Waits between attempts; default: real time. */
  wait?: Wait;
}

/** Opens the platform for one project. Nothing is sent before the first command. */
export function createHttpPlatform(options: HttpPlatformOptions): Platform {
  const { eventUrl, longestWaitMs = 60_000, wait = waitFor } = options;
  const exchange = openExchange({ connections: 64, timeoutMs: 10_000, ...options });
  const redact = redactor(options);
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  return {
    async perform(target, command, signal) {
      const request = exchange.prepare(toRequest(target, command, { eventUrl }));
      const attempt = () =>
        exchange.send(request, signal).then((answer) => judge(command, answer, redact), failing);
      const performed = untilTaken(attempt, { wait, longestWaitMs, signal });
      underWay.add(performed);
      try {
        return resultOf(command, await performed);
      } finally {
        underWay.delete(performed);
      }
    },
    close() {
      closed ??= Promise.allSettled(underWay).then(() => exchange.close());
      return closed;
    },
  };
}

function judge(command: Command, answer: Answer, redact: (text: string) => string): Attempt {
  const failed = refusal(command, answer, redact);
  return failed ? { failed } : { taken: answer };
}

function failing(cause: unknown): Attempt {
  return { failed: lost(cause) };
}

function resultOf(command: Command, answer: Answer | undefined): CommandResult {
  if (command.kind !== 'dial') return {};
  const id = asText(asFields(answer?.body)?.voice_id);
  if (id === undefined) throw unnamed(answer?.status);
  return { voiceId: voiceId(id) };
}

/** A platform, or a proxy before it, may quote the credentials it was sent. */
function redactor({ appId, appKey }: HttpPlatformOptions): (text: string) => string {
  const secrets = [appKey, Buffer.from(`${appId}:${appKey}`).toString('base64')].filter(
    (secret) => secret !== '',
  );
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
