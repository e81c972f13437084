import { expect, test } from 'vitest';
import { FormValues } from '../../../src/console/ui/form/values.ts';
import {
  readProjectSettings,
  toProjectSettings,
} from '../../../src/console/views/projects/project-values.ts';

function readForm(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return readProjectSettings(new FormValues(data));
}

const account = {
  'platform.appId': 'env:RINGFLOW_PROJECT_ID',
  'platform.appKey': 'env:RINGFLOW_PROJECT_KEY',
};

test('a project has an account at the platform, or none', () => {
  expect(readForm({ ...account, 'platform.url': '' })).toEqual({
    platform: { appId: 'env:RINGFLOW_PROJECT_ID', appKey: 'env:RINGFLOW_PROJECT_KEY' },
  });
  expect(readForm({ 'platform.appId': '', 'platform.appKey': '', defaultFlow: 'desk' })).toEqual({
    defaultFlow: 'desk',
  });
});

test('half of an account is sent, so that the API names what is missing', () => {
  expect(readForm({ 'platform.appId': 'env:RINGFLOW_PROJECT_ID' })).toEqual({
    platform: { appId: 'env:RINGFLOW_PROJECT_ID', appKey: '' },
  });
});

test('the settings of a project can be put back as they were', () => {
  const settings = { editing: 'off', defaultFlow: 'desk', limits: { concurrentCalls: 5 } } as const;
  expect(toProjectSettings({ id: 'shop', isDefault: false, ...settings })).toEqual(settings);
  expect(toProjectSettings({ id: 'default', isDefault: true })).toBeUndefined();
});
