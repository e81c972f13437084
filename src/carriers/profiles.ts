/** The carriers that Ringflow knows, and what each can do (ADR 0064). */
import { DEFAULT_CARRIER } from '../language/capabilities/index.ts';
import type { Capabilities } from '../language/capabilities/index.ts';

/** Asterisk 22.5 or later, controlled by ARI. */
const asterisk: Capabilities = {
  speech: false,
  play: { ssml: 'basic', stored: true, replaces: true },
  record: { from: 'answer', names: 'free', voicemail: true },
  connect: { sip: true },
  headers: { sent: true, read: 'any' },
  stream: 'configured',
  rooms: false,
  sms: false,
  broadcast: false,
};

/** What each kind of carrier can do, by its kind. */
export const carrierProfiles = {
  platform: DEFAULT_CARRIER.capabilities,
  asterisk,
  /** With a service that recognises speech (ADR 0072). */
  'asterisk+recognition': { ...asterisk, speech: true },
} as const satisfies Record<string, Capabilities>;

/** A kind of carrier. */
export type CarrierKind = keyof typeof carrierProfiles;
