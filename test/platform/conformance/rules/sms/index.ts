import type { Rule } from '../../rule.ts';
import { errorRules } from './errors.ts';
import { limitRules } from './limits.ts';
import { sendingRules } from './sending.ts';
import { statusRules } from './status.ts';

/** The rules of sms.md. */
export const smsRules: Rule[] = [...sendingRules, ...statusRules, ...errorRules, ...limitRules];
