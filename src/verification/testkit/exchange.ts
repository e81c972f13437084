/** Translates between a call and the platform's model: commands to requests, and notifications to events. */
import { commandTraits, commandNumber, findUnsupported } from '../../call/index.ts';
import type { CallEvent, Command, CallId } from '../../call/index.ts';
import type { Capabilities } from '../../language/model/index.ts';
import type {
  EmulatorSettings,
  PlatformModel,
  WireAnswer,
  Delivery,
} from '../../platform/emulator/model/index.ts';
import {
  errorCatalogue,
  isAboutCallOnly,
  readCommandAnswer,
  readMeaning,
  readError,
  readVoiceId,
  toRequest,
  groupDeliveries,
  parseNotification,
  parseSmsNotification,
} from '../../platform/wire/index.ts';
import type { RequestTarget } from '../../platform/wire/index.ts';
import type { SimulationOptions } from './simulation-options.ts';
import { computeRingTimeout } from './usual-call.ts';

/** Project of simulated calls. Nothing is ever sent to its webhooks. */
export const project = {
  appId: 'simulation',
  appKey: 'no-secret',
  webhook: 'https://ringflow.invalid/voice',
  smsWebhook: 'https://ringflow.invalid/sms',
  videoWebhook: 'https://ringflow.invalid/video',
};

/** Creates the platform settings of one simulated call: every template and room exists. */
export function createPlatformSettings({
  parties = {},
  phones = {},
  carrier,
}: Pick<SimulationOptions, 'parties' | 'phones' | 'carrier'>): EmulatorSettings {
  const sms = { anyTemplate: true, phones };
  return {
    projects: [project],
    parties,
    ringTimeoutMs: computeRingTimeout(parties),
    sms,
    video: { anyRoom: true },
    ...(carrier && { capabilities: carrier }),
  };
}

const authorization = `Basic ${btoa(`${project.appId}:${project.appKey}`)}`;

/** Sends one command, unless the carrier has nothing for it; returns the event for the call, if any. */
export function sendCommand(
  model: PlatformModel,
  command: Command,
  { target, now, carrier }: { target: RequestTarget; now: number; carrier: Capabilities },
): CallEvent | undefined {
  const failure = findUnsupported(command, carrier);
  if (failure !== undefined) {
    const { number, kind } = command;
    return { type: 'command_failed', number, kind, failure, at: now };
  }
  const { method, path, body, idempotencyKey } = toRequest(target, command, {
    eventUrl: (call) => `${project.webhook}?call=${encodeURIComponent(call)}`,
  });
  const headers = { authorization, 'idempotency-key': idempotencyKey };
  const answer = model.request({ method, path, headers, body: body && JSON.stringify(body) }, now);
  return readAnswer(command, answer, now);
}

function readAnswer(command: Command, answer: WireAnswer, at: number): CallEvent | undefined {
  const { number, kind } = command;
  const refused = readError(answer.status, answer.body);
  if (refused !== undefined) {
    const { code, message } = refused;
    const saysEnded = commandTraits[kind].needsLine && (isAboutCallOnly(kind) || code !== '404');
    const callEnded = saysEnded && errorCatalogue.get(code)?.callEnded === true;
    const means = readMeaning(kind, code);
    const failure = { code, message, callEnded, ...(means && { means }) };
    return { type: 'command_failed', number, kind, failure, at };
  }
  if (commandTraits[kind].reportsSuccess)
    return { type: 'command_done', number, kind, answer: readCommandAnswer(command, answer.body), at };
  const named = kind === 'dial' ? readVoiceId(answer.body) : undefined;
  return named === undefined ? undefined : { type: 'dialed', voiceId: named, at };
}

/** Reads the identity of an inbound call from its first notification. */
export function readCallIdentity(ringing: Delivery) {
  const { voiceId, key, headers } = parseDelivery(ringing);
  return {
    ...(voiceId !== undefined && { voiceId }),
    ...(headers !== undefined && { headers }),
    ...(key !== undefined && { key }),
  };
}

/** Reads the events of a notification; none if it is about a video room or an unrelated message. */
export function readEvents(delivery: Delivery, { call, at }: { call: CallId; at: number }): CallEvent[] {
  if (delivery.url === project.videoWebhook) return [];
  if (delivery.url === project.smsWebhook) return readReports(delivery, { call, at });
  const { event, key } = parseDelivery(delivery);
  return [{ ...event, at, ...(key !== undefined && { key }) }];
}

function readReports({ body }: Delivery, { call, at }: { call: CallId; at: number }): CallEvent[] {
  const reading = parseSmsNotification(body);
  if (!reading.ok) return [];
  return groupDeliveries(reading.notification.event).flatMap(({ reference, reports }): CallEvent[] => {
    const number = commandNumber(call, reference);
    return number === undefined ? [] : [{ type: 'delivery', number, reports, at }];
  });
}

/** Parses a notification of the model, which is always valid. */
function parseDelivery({ body }: Delivery) {
  const reading = parseNotification(body);
  if (!reading.ok) throw new Error(`the model sent an invalid notification: ${reading.reason}`);
  return reading.notification;
}
