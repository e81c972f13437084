/** Settings of a campaign and the values of their form. */
import type { PutCampaignData } from '../../api/generated/index.ts';
import { readParamLines } from '../../ui/form/params.ts';
import type { FormValues } from '../../ui/form/values.ts';
import type { Campaign } from './progress.ts';
import { formatCount } from '../../ui/format.ts';
import { readWindowLines } from './windows.ts';

type CampaignSettings = PutCampaignData['body'];

/** Results after which somebody may be called again, with their names. */
export const RETRIED = [
  { result: 'busy', label: 'Busy' },
  { result: 'no_answer', label: 'No answer' },
  { result: 'failed', label: 'Failed' },
] as const;

/** Reads the settings from the form. Throws an `ApiProblem` for lines that cannot be read. */
export function readCampaignSettings(values: FormValues): CampaignSettings {
  const country = values.text('country').toUpperCase();
  const { params: columns } = readParamLines(values.lines('columns'), 'columns');
  const retries = RETRIED.flatMap(({ result }) => {
    const times = values.number(`retries.${result}.times`);
    const afterSeconds = values.number(`retries.${result}.afterSeconds`);
    return times === undefined && afterSeconds === undefined
      ? []
      : [[result, { times: times ?? 1, afterSeconds: afterSeconds ?? DEFAULT_RETRY_S }]];
  });
  return {
    flow: values.text('flow'),
    from: values.text('from'),
    pace: { perSecond: values.number('pace.perSecond') ?? 1, atOnce: values.number('pace.atOnce') ?? 1 },
    by: values.text('by') === 'broadcast' ? 'broadcast' : 'calls',
    ...readParamLines(values.lines('params')),
    ...(columns && { columns }),
    ...(country !== '' && { country }),
    ...readWindowLines(values.lines('windows')),
    ...(retries.length > 0 && {
      retries: Object.fromEntries(retries) as NonNullable<CampaignSettings['retries']>,
    }),
  };
}

const DEFAULT_RETRY_S = 300;

/** Describes what happens after a result: "up to 3 more times, after 60 s". */
export function describeRetry(
  { retries }: Pick<Campaign, 'retries'>,
  result: keyof NonNullable<Campaign['retries']>,
): string {
  const retry = retries?.[result];
  if (retry === undefined) return 'not again';
  return `up to ${formatCount(retry.times, 'more time')}, after ${renderSeconds(retry.afterSeconds)}`;
}

function renderSeconds(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
