/** The filter of the audit log. */
import { expect, test } from 'vitest';
import { filterEntries, listProjects } from '../../../../src/console/views/audit/filter.ts';

const entry = (action: string, subject: string, project: string) => ({
  at: 1,
  by: 'key:1',
  action,
  subject,
  project,
  detail: {},
});
const entries = [
  entry('route.put', 'Main', 'shop'),
  entry('key.create', 'abc', '*'),
  entry('flow.deploy', 'desk', 'shop'),
];

test('the text is part of the action or the subject, in any case', () => {
  expect(filterEntries(entries, { text: ' MAIN ', project: '' })).toEqual([entries[0]]);
  expect(filterEntries(entries, { text: 'deploy', project: '' })).toEqual([entries[2]]);
  expect(filterEntries(entries, { text: '.*', project: '' })).toEqual([]);
});

test('the project is one of those of the entries', () => {
  expect(listProjects(entries)).toEqual(['*', 'shop']);
  expect(filterEntries(entries, { text: '', project: '*' })).toEqual([entries[1]]);
  expect(filterEntries(entries, { text: '', project: '' })).toEqual(entries);
});
