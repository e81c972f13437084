/** Commands about calls, asked of a service that runs. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerPreview } from '../../src/cli/author/preview.ts';
import { registerCalls } from '../../src/cli/operate/recorded-calls-command.ts';
import { liveEvents } from '../../src/cli/operate/live-events.ts';
import { registerLogs } from '../../src/cli/operate/logs.ts';
import { registerTrace } from '../../src/cli/operate/trace.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { dedented } from '../builders/flow.ts';
import { until } from '../engine/until.ts';
import { closeCallsAfterEach, DESK_TEXT, onRedis, onSqlite } from '../service/http/api/call-scene.ts';
import type { CallScene } from '../service/http/api/call-scene.ts';
import { freePort } from '../setup/free-port.ts';
import { runCommand } from './command.ts';

closeCallsAfterEach();
const newFolder = useFolders();
afterEach(() => {
  vi.unstubAllEnvs();
});

/** A service with a call on it, and who may steer calls there. */
async function operated() {
  const scene = await onSqlite();
  const [{ url }] = scene.nodes as [CallScene['nodes'][number]];
  vi.stubEnv('RINGFLOW_TOKEN', await scene.newKey({ project: 'default', role: 'operator' }));
  const use = (register: typeof registerCalls, ...args: string[]) =>
    runCommand(register, [...args, '--url', url]);
  return { scene, url, use, ...(await scene.calls()) };
}

async function over(scene: CallScene, id: string): Promise<void> {
  await until(async () => {
    const answer = await scene.nodes[0]?.admin('GET', `/projects/default/calls/${id}`);
    return (answer?.body as { endedAt?: number }).endedAt;
  });
}

describe('with --url', () => {
  test('calls and their traces read as they do out of a store', async () => {
    const { use, id } = await operated();
    expect((await use(registerCalls, 'calls', 'list')).out).toMatch(
      new RegExp(`^[-0-9T:]{19}  ${id}  case  \\+4915112345678  at ask\n$`),
    );
    const head = JSON.parse((await use(registerCalls, 'calls', 'list', '--json')).out) as object;
    expect(head).toMatchObject({ id, flow: 'case', direction: 'inbound', step: 'ask', outcomes: [] });
    expect((await use(registerCalls, 'calls', 'list', '--state', 'ended')).out).toBe('');
    const { out } = await use(registerTrace, 'trace', id);
    expect(out).toContain('case  +4915112345678  calls\n              ● ask (menu)\n');
    const { out: detailed } = await use(registerTrace, 'trace', id, '--variables');
    expect(detailed).toMatch(/● ask \(menu\)\n(?: +→ .*\n)* +pin: secret\n/);
    expect(await use(registerTrace, 'trace', 'default.nobody')).toMatchObject({
      code: 1,
      err: 'ringflow: there is no call "default.nobody"\n',
    });
    expect(await use(registerTrace, 'trace', 'nobody')).toMatchObject({
      code: 1,
      err: 'ringflow: there is no call "nobody": ids of calls of this project begin with "default."\n',
    });
  });

  test('a call is given keys, and ended; what cannot be done is told in one line', async () => {
    const { use, id, scene } = await operated();
    const send = (...args: string[]) => use(registerCalls, 'calls', 'send', id, ...args);
    expect(await send('--keys', '1', '--key', 'k')).toMatchObject({ code: 0, out: `${id}: at step text\n` });
    expect(await send('--keys', '1', '--key', 'k')).toMatchObject({ code: 0 });
    expect(await send('--keys', '1')).toMatchObject({
      code: 1,
      err: 'ringflow: nothing in the call waits for "digits" now\n',
    });
    expect(await send()).toMatchObject({
      code: 2,
      err: 'ringflow: nothing to send: use --keys, --says or --texts\n',
    });
    expect(await use(registerCalls, 'calls', 'end', id)).toMatchObject({
      code: 0,
      out: `${id}: hanging up at step text\n`,
    });
    await over(scene, id);
    expect(await use(registerCalls, 'calls', 'end', id)).toMatchObject({
      code: 1,
      err: `ringflow: the call "${id}" is over\n`,
    });
    const { out } = await use(registerTrace, 'trace', id);
    expect(out).toContain('an operator ends the call\n              → hangup\n');
  });

  test('the last calls are replayed on a new version', async () => {
    const { use, id, voiceId, scene } = await operated();
    await use(registerCalls, 'calls', 'send', id, '--keys', '2');
    scene.emulator.act((model, now) => model.people.hangUp(voiceId, now));
    await over(scene, id);
    const text = `ringflow: 1\nname: case\n${dedented(DESK_TEXT).replace('Your PIN.', 'PIN?')}`;
    const file = newFolder().write('flow.yaml', text);
    const { out, code } = await use(registerPreview, 'preview', file, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ...{ replayed: 1, hears: 1 },
      steps: [{ step: 'pin', calls: [{ call: id, difference: { after: { text: 'PIN?' } } }] }],
    });
  });

  test('logs tell what several calls did, in the order in which they did it', async () => {
    const { use, id, scene } = await operated();
    const other = await scene.calls('+4930999');
    const all = (await use(registerLogs, 'logs', '--json')).out.trim().split('\n');
    const logged = all.map((line) => JSON.parse(line) as { call: { id: string }; entry: { at: number } });
    expect(new Set(logged.map(({ call }) => call.id))).toEqual(new Set([id, other.id]));
    const times = logged.map(({ entry }) => entry.at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((await use(registerLogs, 'logs', '--call', other.id)).out).not.toContain('+4915112345678');
    expect((await use(registerLogs, 'logs', '--flow', 'other')).out).toBe('');
  });

  test('and with --store at once is refused', async () => {
    const { use, id } = await operated();
    expect(await use(registerTrace, 'trace', id, '--store', 'sqlite:x')).toMatchObject({
      code: 2,
      err: 'ringflow: --store cannot be combined with --url\n',
    });
  });
});

describe('live events', () => {
  const path = '/projects/default/events';

  test('go on where they were when the service is gone for a while', async () => {
    const scene = await onRedis();
    const [first] = scene.nodes as [CallScene['nodes'][number]];
    const port = await freePort();
    const second = await scene.another({ port });
    const key = await scene.newKey({ project: 'default', role: 'viewer' });
    const broken: string[] = [];
    const lost = (why: string) => broken.push(why);
    const kinds: (string | undefined)[] = [];
    const events = liveEvents({ credentials: { url: second.url, key }, path, lost });
    const next = async () => {
      const came = (await events.next()) as { value: { event?: string } | undefined };
      kinds.push(came.value?.event);
    };
    await next();
    const { id } = await scene.calls();
    while (!kinds.includes('call.moved')) await next();
    await second.service.stop();
    await first.admin('POST', `/projects/default/calls/${id}/end`);
    const ending = (async () => {
      while (!kinds.includes('call.ended')) await next();
    })();
    await until(() => broken.length > 0);
    await scene.another({ port });
    await ending;
    expect(kinds).not.toContain('gap');
    await events.return(undefined);
  });

  test('of a service that refuses them, or that there is not, are told of at once', async () => {
    const scene = await onSqlite();
    const [{ url }] = scene.nodes as [CallScene['nodes'][number]];
    const of = (credentials: { url: string; key: string }) =>
      liveEvents({ credentials, path, lost: () => undefined }).next();
    await expect(of({ url, key: 'rf_wrong' })).rejects.toMatchObject({ exitCode: 1 });
    await expect(of({ url: 'http://127.0.0.1:9', key: 'rf_wrong' })).rejects.toMatchObject({ exitCode: 2 });
  });
});
