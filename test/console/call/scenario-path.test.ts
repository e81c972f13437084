import { expect, test } from 'vitest';
import {
  nameScenarioFile,
  placeScenario,
  toScenarioFile,
} from '../../../src/console/views/call/scenario-path.ts';

test('the file is named after the day and the call', () => {
  const startedAt = Date.parse('2026-11-23T15:42:00Z');
  expect(nameScenarioFile({ id: 'default.8e64f3e8-0001-4000-8000-00000000AB01', startedAt })).toBe(
    'call-2026-11-23-00000000ab01.scenario.yaml',
  );
  expect(nameScenarioFile({ id: 'a/../b', startedAt })).toBe('call-2026-11-23-ab.scenario.yaml');
});

test.each([
  [{ 'desk/flow.yaml': '', 'desk/menus.scenario.yaml': '', 'survey.yaml': '' }, 'desk/new.yaml'],
  [{ 'shared/texts.yaml': '', 'desk/flow.yaml': '' }, 'desk/new.yaml'],
  [{ 'desk.yaml': '' }, 'new.yaml'],
  [{}, 'new.yaml'],
])('the scenario goes beside the flow', (files, path) => {
  expect(placeScenario(files, 'desk', 'new.yaml')).toBe(path);
});

test.each([
  ['Cut off at “Vertrieb”: Köln', 'cut-off-at-vertrieb-koln.scenario.yaml'],
  ['../../x', 'x.scenario.yaml'],
  ['…', undefined],
])('the name %j becomes the name of a file', (name, file) => {
  expect(toScenarioFile(name)).toBe(file);
});

test('a file that has the name already stays', () => {
  const files = { 'desk/flow.yaml': '', 'desk/a.scenario.yaml': '', 'desk/a-2.scenario.yaml': '' };
  expect(placeScenario(files, 'desk', 'a.scenario.yaml')).toBe('desk/a-3.scenario.yaml');
});
