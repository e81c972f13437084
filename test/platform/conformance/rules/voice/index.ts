import type { Rule } from '../../rule.ts';
import { callRequestRules } from './call-request.ts';
import { credentialRules } from './credentials.ts';
import { endpointRules } from './endpoints.ts';
import { eventRules } from './events.ts';
import { idempotencyRules } from './idempotency.ts';
import { limitRules } from './limits.ts';
import { numericRules } from './numeric-codes.ts';
import { onConnectRules } from './on-connect.ts';
import { recordingRules } from './recording.ts';
import { stringCodeRules } from './string-codes.ts';

/** The rules of voice.md. */
export const voiceRules: Rule[] = [
  ...callRequestRules,
  ...onConnectRules,
  ...recordingRules,
  ...endpointRules,
  ...idempotencyRules,
  ...credentialRules,
  ...eventRules,
  ...numericRules,
  ...stringCodeRules,
  ...limitRules,
];
