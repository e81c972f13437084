/** `ringflow dial` at a real service, in this process. */
import { afterEach, expect, test, vi } from 'vitest';
import { registerDial } from '../../src/cli/operate/dial.ts';
import { closeCallsAfterEach, onSqlite, OUR_NUMBER } from '../service/http/api/call-scene.ts';
import type { CallScene } from '../service/http/api/call-scene.ts';
import { runCommand } from './command.ts';

closeCallsAfterEach();
afterEach(() => {
  vi.unstubAllEnvs();
});

const SOMEBODY = '+4915112345679';

async function operated() {
  const scene = await onSqlite();
  const [{ url, admin }] = scene.nodes as [CallScene['nodes'][number]];
  vi.stubEnv('RINGFLOW_TOKEN', await scene.newKey({ project: 'default', role: 'operator' }));
  const dial = (to: string, ...args: string[]) =>
    runCommand(registerDial, ['dial', 'case', to, '--from', OUR_NUMBER, '--url', url, ...args]);
  const placed = async () => {
    const { body } = await admin('GET', `/projects/default/calls?number=${SOMEBODY.slice(1)}`);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  return { dial, placed };
}

test('a call is placed, under one key once, and under none each time', async () => {
  const { dial, placed } = await operated();
  const { out, code } = await dial(SOMEBODY, '--key', 'appointment-4711');
  expect(code).toBe(0);
  expect(await dial(SOMEBODY, '--key', 'appointment-4711', '--json')).toEqual({
    out: `{"id":"${out.trim()}"}\n`,
    err: '',
    code: 0,
  });
  expect(await placed()).toEqual([out.trim()]);
  await dial(SOMEBODY);
  expect(await placed()).toHaveLength(2);
});

test('another call under the same key is refused, and none is placed', async () => {
  const { dial, placed } = await operated();
  await dial('+4915112345670', '--key', 'k');
  const { err, out, code } = await dial(SOMEBODY, '--key', 'k');
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(err).toMatch(/^ringflow: .*key.*\n$/);
  expect(await placed()).toEqual([]);
});

test('what is no number is told with what was expected', async () => {
  const { dial } = await operated();
  expect((await dial('123')).err).toMatch(
    /^ringflow: the body is invalid: body\/to .* \(A number in E.164 form\)\n$/,
  );
});
