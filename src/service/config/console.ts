/** Settings of the console. */
import { SWITCH } from './facts.ts';
import type { SettingFacts } from './facts.ts';
import { parseWord } from './values.ts';

export const consoleSettings = {
  console: {
    means: 'serve the console at /console/',
    argument: 'on|off',
    parse: parseWord(SWITCH),
    expected: 'on or off',
    default: 'on',
    words: SWITCH,
    examples: ['off'],
  },
  editing: {
    means: 'drafts of flows in the default project can be saved through the API',
    argument: 'on|off',
    parse: parseWord(SWITCH),
    expected: 'on, or off where another system deploys the flows',
    default: 'on',
    words: SWITCH,
    examples: ['on'],
  },
} as const satisfies Record<string, SettingFacts>;
