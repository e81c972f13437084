import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { findFlowAt, findFlowByName } from '../../../src/authoring/flow-files/index.ts';
import { folderWith } from '../../cli/command.ts';

const named = (name: string) => `ringflow: 1\nname: ${name}\nsteps: { hello: { say: Hello. } }\n`;
const files = folderWith({
  'desk/flow.yaml': named('desk'),
  'many/sales.flow.yaml': named('sales'),
  'many/support.flow.yml': named('support'),
  'many/again.flow.yaml': named('again'),
  'other/flow.yaml': named('again'),
  'broken/flow.yaml': 'ringflow: 1\nname: broken\nsteps: [\n',
  'none/readme.md': 'name: readme\n',
});
afterAll(files.remove);
const at = (...path: string[]) => join(files.path, ...path);

describe('the file of a flow by its name', () => {
  test.each([
    ['desk', at('desk/flow.yaml')],
    ['sales', at('many/sales.flow.yaml')],
    ['support', at('many/support.flow.yml')],
    // So that whoever asks for it is told what is wrong with it.
    ['broken', at('broken/flow.yaml')],
  ])('%s', (name, file) => {
    expect(findFlowByName(name, files.path)).toBe(file);
  });

  test.each([
    ['dask', files.path, 'there is no flow "dask" in', 'did you mean "desk"?'],
    ['reception', at('desk'), 'there is no flow "reception" in', 'it contains desk'],
    ['readme', at('none'), 'there is no flow "readme" in', 'it contains no flows'],
    ['again', files.path, 'several flows are named "again": ', 'give the path of one'],
    ['desk', at('nowhere'), 'there is no file or folder', 'nowhere'],
  ])('is not found: %s', (name, folder, what, hint) => {
    expect(() => findFlowByName(name, folder)).toThrow(what);
    expect(() => findFlowByName(name, folder)).toThrow(hint);
  });
});

describe('the file of a flow by its place', () => {
  test.each([
    ['a path', at('many/sales.flow.yaml'), at('many/sales.flow.yaml')],
    ['a folder', at('desk'), at('desk/flow.yaml')],
    ['an address', pathToFileURL(at('desk/flow.yaml')), at('desk/flow.yaml')],
  ])('%s', (_what, place, file) => {
    expect(findFlowAt(place)).toBe(file);
  });

  test('is not found where there are none, or several', () => {
    expect(() => findFlowAt(at('none'))).toThrow(`there is no flow in ${at('none')}`);
    expect(() => findFlowAt(at('many'))).toThrow('contains 3 flows: give the path of one of them');
    expect(() => findFlowAt(at('nowhere/flow.yaml'))).toThrow('there is no file or folder');
  });
});
