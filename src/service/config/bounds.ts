/** Size limits for input from outside. The limits of a call itself are not settings. */
import type { SettingFacts } from './facts.ts';
import { parseSize } from './values.ts';

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

export const boundSettings = {
  notificationSize: {
    means: 'maximum body of a notification; larger ones are rejected with 413',
    argument: 'size',
    parse: parseSize(16 * KILOBYTE, 16 * MEGABYTE),
    expected: 'a size from 16KB to 16MB, such as 256KB or 1MB',
    default: '1MB',
    examples: ['1MB'],
  },
  webAnswerSize: {
    means: 'maximum response of a web service that a flow reads',
    argument: 'size',
    parse: parseSize(KILOBYTE, 4 * MEGABYTE),
    expected: 'a size from 1KB to 4MB, such as 64KB or 1MB',
    default: '64KB',
    examples: ['64KB'],
  },
} as const satisfies Record<string, SettingFacts>;
