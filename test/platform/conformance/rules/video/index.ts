import type { Rule } from '../../rule.ts';
import { errorRules } from './errors.ts';
import { numericRules } from './numeric-codes.ts';
import { recordRules } from './records.ts';
import { roomEffectRules } from './room-effects.ts';
import { sessionRules } from './sessions.ts';
import { settingRules } from './settings.ts';

/** The rules of video.md. */
export const videoRules: Rule[] = [
  ...settingRules,
  ...roomEffectRules,
  ...sessionRules,
  ...recordRules,
  ...numericRules,
  ...errorRules,
];
