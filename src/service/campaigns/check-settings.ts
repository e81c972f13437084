/** Checks the settings of a campaign against each other and against the flow. Their schema was checked before. */
import { Refusal } from '../management/index.ts';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { CompiledFlow } from '../../language/model/index.ts';
import { toType } from '../../language/model/index.ts';
import type { CampaignSettings } from './campaign.ts';

/** Throws a `Refusal`: `invalid_campaign`; with `strictly` also `flow_not_in_service` when there is no flow. */
export function checkSettings(
  settings: CampaignSettings,
  flow: CompiledFlow | undefined,
  how?: 'strictly',
): void {
  const { country, windows = [], flow: name } = settings;
  if (flow === undefined && how === 'strictly')
    throw new Refusal('flow_not_in_service', `no flow "${name}" is in service`);
  const problems = [
    ...(country === undefined || isSupportedCountry(country) ? [] : [`"${country}" is not a country code`]),
    ...windows
      .filter(({ from, until }) => from >= until)
      .map(({ from, until }) => `the window from ${from} until ${until} is never open`),
    ...(flow === undefined ? [] : findParamProblems(settings, flow)),
  ];
  if (problems.length > 0) throw new Refusal('invalid_campaign', problems.join('; '));
}

function findParamProblems(
  { params = {}, columns = {} }: CampaignSettings,
  { params: declared }: CompiledFlow,
) {
  const isKnownParam = (name: string) => Object.hasOwn(declared, name);
  const own = Object.keys(columns).filter((name) => name !== 'number' && name !== 'time_zone');
  return [
    ...[...Object.keys(params), ...own]
      .filter((name) => !isKnownParam(name))
      .map((name) => `the flow has no parameter "${name}"`),
    ...Object.entries(params).flatMap(([name, value]) => {
      const type = declared[name]?.type;
      return type !== undefined && toType(value, type) === undefined
        ? [`parameter "${name}" must be of type ${type}`]
        : [];
    }),
  ];
}
