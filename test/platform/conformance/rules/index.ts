/** The rules of the three specifications. */
import type { Rule } from '../rule.ts';
import { smsRules } from './sms/index.ts';
import { videoRules } from './video/index.ts';
import { voiceRules } from './voice/index.ts';

/** Specifications and their rules, in the order of their sections. */
export const specifications: Record<'voice' | 'sms' | 'video', readonly Rule[]> = {
  voice: inOrder(voiceRules),
  sms: inOrder(smsRules),
  video: inOrder(videoRules),
};

function inOrder(rules: readonly Rule[]): Rule[] {
  const order = new Intl.Collator('en', { numeric: true });
  return rules.toSorted((a, b) => order.compare(a.section, b.section));
}
