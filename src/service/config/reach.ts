/** Settings of what the service may reach: numbers and hosts. */
import { DIAL_PREFIXES, parseDialPrefixes } from '../addresses/index.ts';
import { EGRESS_RULES } from '../egress/index.ts';
import type { SettingFacts } from './facts.ts';
import { parseEgressSetting } from './values.ts';

export const reachSettings = {
  dialPrefixes: {
    means: 'numbers that may be called, by how they begin: +49,+43',
    argument: 'prefixes',
    parse: parseDialPrefixes,
    expected: `${DIAL_PREFIXES}, joined by commas`,
    otherwise: 'any number',
    form: 'list',
    examples: [['+49', '+43']],
  },
  egress: {
    means: 'hosts to which flows may send requests and audio: host,*.host,host:port,10.1.0.0/16, or any',
    argument: 'hosts',
    parse: parseEgressSetting,
    expected: EGRESS_RULES,
    otherwise: 'no hosts',
    form: 'list',
    examples: [['api.example.com', '*.example.org']],
  },
} as const satisfies Record<string, SettingFacts>;
