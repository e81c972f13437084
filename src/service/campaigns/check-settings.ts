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
  const mistakes: SettingsMistake[] = [
    ...(country === undefined || isSupportedCountry(country)
      ? []
      : [{ member: 'country' as const, detail: `"${country}" is not a country code` }]),
    ...windows
      .filter(({ from, until }) => from >= until)
      .map(({ from, until }) => ({
        member: 'windows' as const,
        detail: `the window from ${from} until ${until} is never open`,
      })),
    ...(flow === undefined ? [] : findParamMistakes(settings, flow)),
  ];
  if (mistakes.length === 0) return;
  throw new Refusal(
    'invalid_campaign',
    mistakes.map(({ detail }) => detail).join('; '),
    mistakes.map(({ member, detail }) => ({ in: 'body', pointer: `/${member}`, detail })),
  );
}

interface SettingsMistake {
  member: 'country' | 'windows' | 'params' | 'columns';
  detail: string;
}

function findParamMistakes(
  { params = {}, columns = {} }: CampaignSettings,
  { params: declared }: CompiledFlow,
): SettingsMistake[] {
  const own = Object.keys(columns).filter((name) => name !== 'number' && name !== 'time_zone');
  const findUnknown = (member: 'params' | 'columns', names: readonly string[]) =>
    names
      .filter((name) => !Object.hasOwn(declared, name))
      .map((name) => ({ member, detail: `the flow has no parameter "${name}"` }));
  return [
    ...findUnknown('params', Object.keys(params)),
    ...findUnknown('columns', own),
    ...Object.entries(params).flatMap(([name, value]) => {
      const type = declared[name]?.type;
      return type !== undefined && toType(value, type) === undefined
        ? [{ member: 'params' as const, detail: `parameter "${name}" must be of type ${type}` }]
        : [];
    }),
  ];
}
