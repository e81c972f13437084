import type { Rule } from '../../rule.ts';
/** The rules of video.md. */
export const videoRules: Rule[] = [];
