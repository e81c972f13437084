/** Items that need attention, as headings and the one place where something can be done about it. */
import type { GetAttentionResponse } from '../../api/generated/index.ts';
import type { Tone } from '../../ui/tone.ts';

export type AttentionItem = GetAttentionResponse['items'][number];

interface Presentation {
  heading: string;
  tone: Tone;
  /** Label of the link. */
  action: string;
  /** Path after the project. */
  path: (item: AttentionItem) => string;
}

const toFlow = ({ flow = '' }: AttentionItem) => `flows/${flow}`;
const toFailedCalls = (item: AttentionItem) => `${toFlow(item)}/calls?result=failed`;
const toDropOffs = (item: AttentionItem) => `${toFlow(item)}?show=drop-offs`;
const toStep = (item: AttentionItem) => `${toFlow(item)}?step=${encodeURIComponent(item.step ?? '')}`;
const toDeploy = (item: AttentionItem) => `${toFlow(item)}/deploy/${item.version ?? ''}`;
const toCampaign = ({ campaign = '' }: AttentionItem) => `campaigns/${encodeURIComponent(campaign)}`;

const presentations: Readonly<Record<AttentionItem['code'], Presentation>> = {
  calls_failing: { heading: 'calls fail', tone: 'bad', action: 'Show calls', path: toFailedCalls },
  step_failing: { heading: 'a step fails', tone: 'bad', action: 'Show step', path: toStep },
  canary_rolled_back: { heading: 'canary rolled back', tone: 'bad', action: 'Show', path: toDeploy },
  campaign_paused: { heading: 'campaign paused', tone: 'warn', action: 'Open', path: toCampaign },
  callers_hanging_up: { heading: 'callers hang up', tone: 'warn', action: 'Show where', path: toDropOffs },
  input_exhausted: { heading: 'callers get no further', tone: 'warn', action: 'Show step', path: toStep },
  text_not_translated: { heading: 'a text is not translated', tone: 'warn', action: 'Show', path: toDeploy },
  canary_ready: { heading: 'canary ready for a decision', tone: 'accent', action: 'Decide', path: toDeploy },
};

interface ShownItem {
  heading: string;
  tone: Tone;
  text: string;
  action: string;
  href: string;
}

/** Returns an item as it is shown: the service's sentence under a heading, with a link to where it is dealt with. */
export function presentItem(project: string, item: AttentionItem): ShownItem {
  const { heading, tone, action, path } = presentations[item.code];
  const subject = item.flow ?? item.campaign;
  const prefix = `${subject ?? ''}: `;
  return {
    heading: subject === undefined ? heading : prefix + heading,
    tone,
    text: item.text.startsWith(prefix) ? item.text.slice(prefix.length) : item.text,
    action,
    href: `/console/${project}/${path(item)}`,
  };
}

/** Returns the health of a flow in two words: its most urgent item, or undefined when nothing needs attention. */
export function describeHealth(items: readonly AttentionItem[]): { text: string; tone: Tone } | undefined {
  const [item] = items;
  if (item === undefined) return undefined;
  const { heading, tone } = presentations[item.code];
  const percent = item.share === undefined ? '' : `${Math.round(item.share.percent)} % `;
  if (item.code === 'calls_failing') return { text: `${percent}failed`, tone };
  if (item.code === 'callers_hanging_up') return { text: `${percent}hung up`, tone };
  return { text: heading, tone };
}
