/** Settings of a project and the values of their form. */
import type { ListProjectsResponse, PutProjectData } from '../../api/generated/index.ts';
import type { FormValues } from '../../ui/form/values.ts';

export type Project = ListProjectsResponse['items'][number];
export type ProjectSettings = PutProjectData['body'];

/** Reads the settings from the form. Groups without a value are left out. */
export function readProjectSettings(values: FormValues): ProjectSettings {
  const url = values.text('platform.url');
  const flow = values.text('defaultFlow');
  const dialPrefixes = values.lines('limits.dialPrefixes');
  const limits = {
    ...readNumber(values, 'limits', 'concurrentCalls'),
    ...readNumber(values, 'limits', 'dialsPerSecond'),
    ...(dialPrefixes.length > 0 && { dialPrefixes }),
  };
  const allow = values.lines('hooks.allow');
  const hooks = { ...(allow.length > 0 && { allow }), ...readNumber(values, 'hooks', 'maxAgeSeconds') };
  const platform = {
    ...{ appId: values.text('platform.appId'), appKey: values.text('platform.appKey') },
    ...(url !== '' && { url }),
    ...readCredentials(values, 'sms'),
    ...readCredentials(values, 'video'),
  };
  return {
    ...(Object.values(platform).some((value) => value !== '') && { platform }),
    ...(flow !== '' && { defaultFlow: flow }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(hooks).length > 0 && { hooks }),
  };
}

/** Returns the settings of a project as the API takes them; undefined for the default project, which has none. */
export function toProjectSettings({ isDefault, ...project }: Project): ProjectSettings | undefined {
  if (isDefault) return undefined;
  const { platform, editing, defaultFlow, limits, hooks } = project;
  return {
    ...(platform && { platform }),
    ...(editing && { editing }),
    ...(defaultFlow !== undefined && { defaultFlow }),
    ...(limits && { limits }),
    ...(hooks && { hooks }),
  };
}

function readNumber<Name extends string>(
  values: FormValues,
  group: string,
  name: Name,
): Partial<Record<Name, number>> {
  const number = values.number(`${group}.${name}`);
  return number === undefined ? {} : ({ [name]: number } as Record<Name, number>);
}

function readCredentials(
  values: FormValues,
  channel: 'sms' | 'video',
): Pick<NonNullable<ProjectSettings['platform']>, 'sms' | 'video'> {
  const appId = values.text(`platform.${channel}.appId`);
  const appKey = values.text(`platform.${channel}.appKey`);
  return appId === '' && appKey === '' ? {} : { [channel]: { appId, appKey } };
}
