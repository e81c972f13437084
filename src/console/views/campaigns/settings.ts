/** Settings of a campaign and the values of their form. */
import type { PutCampaignData } from '../../api/generated/index.ts';
import { readAll } from '../../ui/form/mistakes.ts';
import { COUNTRY, FLOW_NAME, PHONE_NUMBER, readName } from '../../ui/form/names.ts';
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

/** Reads the settings from the form. Throws an `ApiProblem` with all texts that cannot be read. */
export function readCampaignSettings(values: FormValues): CampaignSettings {
  const [flow, from, windows, params, columns, country] = readAll([
    () => readName(values, 'flow', FLOW_NAME),
    () => readName(values, 'from', PHONE_NUMBER),
    () => readWindowLines(values.lines('windows')),
    () => readParamLines(values.lines('params')),
    () => readColumns(values),
    () => readCountry(values),
  ]);
  const retries = RETRIED.flatMap(({ result }) => {
    const times = values.number(`retries.${result}.times`);
    const afterSeconds = values.number(`retries.${result}.afterSeconds`);
    return times === undefined && afterSeconds === undefined
      ? []
      : [[result, { times: times ?? 1, afterSeconds: afterSeconds ?? DEFAULT_RETRY_S }]];
  });
  return {
    flow,
    from,
    pace: { perSecond: values.number('pace.perSecond') ?? 1, atOnce: values.number('pace.atOnce') ?? 1 },
    by: values.text('by') === 'broadcast' ? 'broadcast' : 'calls',
    ...windows,
    ...params,
    ...columns,
    ...country,
    ...(retries.length > 0 && {
      retries: Object.fromEntries(retries) as NonNullable<CampaignSettings['retries']>,
    }),
  };
}

function readCountry(values: FormValues): Pick<CampaignSettings, 'country'> {
  if (values.text('country') === '') return {};
  return { country: readName(values, 'country', COUNTRY).toUpperCase() };
}

function readColumns(values: FormValues): Pick<CampaignSettings, 'columns'> {
  const { params: columns } = readParamLines(values.lines('columns'), 'columns');
  return columns === undefined ? {} : { columns };
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
