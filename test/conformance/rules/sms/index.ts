import type { Rule } from '../../rule.ts';
/** The rules of sms.md. */
export const smsRules: Rule[] = [];
