/** Finding flows, and compiling each once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { call, flow } from 'ringflow/testing';
import { folderWith } from '../../cli/command.ts';

const greeting = (words: string, name = 'greeting') =>
  `ringflow: 1\nname: ${name}\non: { error: hello }\nsteps: { hello: { say: ${words}, next: hangup } }\n`;

const files = folderWith({
  'greeting/flow.yaml': greeting('Hello.'),
  'moving/flow.yaml': greeting('Here.', 'moving'),
  'front/flow.yaml': `ringflow: 1\nname: front\non: { error: last }\nsteps:\n  first: { run: { flow: greeting } }\n  last: { say: Goodbye., next: hangup }\n`,
});
afterAll(files.remove);
const place = { flows: files.path };
const file = join(files.path, 'greeting/flow.yaml');

describe('a flow', () => {
  test('is found by its name, its path, its folder and its address', () => {
    const byName = flow('greeting', place);
    expect(byName).toMatchObject({ name: 'greeting', file });
    expect(byName.version).toMatch(/^[0-9a-f]{16}$/);
    for (const given of [file, join(files.path, 'greeting'), pathToFileURL(file)])
      expect(flow(given)).toMatchObject({ name: 'greeting', version: byName.version });
  });

  test('is called from where it was found', async () => {
    const c = await flow('greeting', place).call().from('+4915100000001');
    await c.hears('Hello');
    await c.endsAs('normal');
    expect(c.story).toContain('call from +4915100000001');
  });

  test('that has changed since is compiled anew, and so is one that runs it', async () => {
    const before = [flow('greeting', place), flow('front', place)];
    writeFileSync(file, greeting('Good morning.'));
    const after = [flow('greeting', place), flow('front', place)];
    for (const [index, { version }] of after.entries()) expect(version).not.toBe(before[index]?.version);
    await (await call('front', place)).hears('Good morning');
    writeFileSync(file, greeting('Hello.'));
    expect(flow('greeting', place).version).toBe(before[0]?.version);
  });

  test('is found again where its name has moved to', () => {
    expect(flow('moving', place).file).toBe(join(files.path, 'moving/flow.yaml'));
    writeFileSync(join(files.path, 'moving/flow.yaml'), greeting('Gone.', 'gone'));
    writeFileSync(join(files.path, 'front/moving.flow.yaml'), greeting('There.', 'moving'));
    expect(flow('moving', place).file).toBe(join(files.path, 'front/moving.flow.yaml'));
  });
});
