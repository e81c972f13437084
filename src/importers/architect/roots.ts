/** Roots of the files of Architect, by the kind of the flow. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { DataNode, ReadSource } from '../reading/index.ts';

/** Roots of flows that are calls. */
const calls = ['inboundCall', 'outboundCall', 'secureCall'] as const;
export type CallKind = (typeof calls)[number];

/** Roots of flows that are none, or that no caller reaches by a number. */
const others = [
  'inqueueCall',
  'inQueueCall',
  'inboundChat',
  'inboundEmail',
  'inboundMessage',
  'inboundShortMessage',
  'workflow',
  'workitem',
  'bot',
  'digitalBot',
  'commonModule',
  'surveyInvite',
  'voiceSurvey',
  'voicemail',
  'inqueueEmail',
  'inqueueShortMessage',
];

/** Finds the root of a flow: the one entry that names its kind. */
export function findRoot(
  source: ReadSource,
): { kind: string; isCall: boolean; node: DataNode; span: Span } | undefined {
  if (source.format === 'xml' || source.root.kind !== 'object') return undefined;
  for (const { key, keySpan, value } of source.root.entries) {
    const isCall = (calls as readonly string[]).includes(key);
    if ((isCall || others.includes(key)) && value.kind === 'object')
      return { kind: key, isCall, node: value, span: keySpan };
  }
  return undefined;
}
