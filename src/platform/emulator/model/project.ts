/** Projects: credentials, subscriptions, webhooks, and delivery of their notifications. */
import type { Encryption } from '../../wire/index.ts';

/** Services and features that a project may use. */
interface Subscriptions {
  /** Voice service enabled; default true. If false, every voice request is answered 403. */
  voice?: boolean;
  /** SMS service enabled; default true. If false, authentication of every SMS request fails. */
  sms?: boolean;
  /** Video service enabled; default true. If false, every video request is answered 403 (10000). */
  video?: boolean;
  /** Account suspended: every request is answered 403. */
  suspended?: boolean;
  /** Audio streaming subscribed (voice.md 8); default true. */
  streaming?: boolean;
  /** Text-to-speech available (voice.md 7.3, 6117); default true. */
  textToSpeech?: boolean;
  /** If false, no web client token is issued: the answer is `{"token": null}` (voice.md 4.4). */
  webClientTokens?: boolean;
  /** Entity registered on India's regulator portal (sms.md 7); default true. */
  dltEntity?: boolean;
}

/** Webhooks of a project. */
export interface Webhooks {
  /** Webhook for calls to its numbers, unless the number has one. */
  webhook?: string;
  /** Webhook for messages, unless the campaign has one; default `webhook`. */
  smsWebhook?: string;
  /** Webhook for video rooms; default `webhook`. */
  videoWebhook?: string;
}

/** A project with its credentials (voice.md 5.4). */
export interface Project extends Subscriptions, Webhooks {
  appId: string;
  appKey: string;
  /** Keys that were rotated (voice.md 5.5, 7.4). */
  previousKeys?: string[];
  /**
   * Prepaid amount in any unit; every answered call costs `callPrice`. When it is used up, every request is answered
   * 403.
   */
  balance?: number;
  /** Blocked numbers and prefixes such as `+1900` (voice.md 7.4 DESTINATION_BLOCKED). */
  blocked?: string[];
  /** Loss, duplication and delay of its notifications, for tests; default: none. */
  delivery?: DeliverySettings;
  /** Encryption of its notifications (observed); default: none. */
  encrypt?: Encryption;
  /** Domains of web clients (voice.md 2.6); default `localhost`. */
  domains?: string[];
}

/** Delivery of notifications. Rates are from 0 to 1, default 0. */
export interface DeliverySettings {
  /** Rate of lost notifications. */
  lost?: number;
  /** Rate of duplicated notifications. */
  duplicated?: number;
  /** Rate of notifications delayed by `lateMs` (default 3,000). */
  late?: number;
  lateMs?: number;
  /** Maximum random delay of each notification, which lets later ones overtake it, ms. */
  shuffledWithinMs?: number;
}
