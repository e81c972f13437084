/** Calls, watched as they happen: on one node, and on two that share a Redis. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../engine/until.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { closeCallsAfterEach, onRedis, onSqlite } from './call-scene.ts';
import type { CallScene } from './call-scene.ts';
import { watch } from './sse.ts';

closeCallsAfterEach();

/** Sees whole numbers, as the trace that an admin reads has them. */
const AUTHOR = { project: 'default', role: 'author' } as const;

async function watched(scene: CallScene, { at = -1, query = '', project = 'default' } = {}) {
  const node = scene.nodes.at(at) ?? expect.fail();
  const key = await scene.newKey({ ...AUTHOR, project });
  const address = `${node.url}/api/v1/projects/${project}/events${query}`;
  return {
    address,
    key,
    open: (lastEventId?: string) =>
      watch(address, key, { ...(lastEventId !== undefined && { lastEventId }) }),
  };
}

const end = (scene: CallScene, voiceId: string) =>
  scene.emulator.act((model, now) => model.people.hangUp(voiceId, now));

describe.each([
  ['on SQLite', onSqlite],
  ['by two nodes of one Redis, of which calls come to the other one', onRedis],
])('calls %s', (_where, openScene) => {
  test('are seen to begin, to move and to end, each event as it stands in the trace', async () => {
    const scene = await openScene();
    const { open } = await watched(scene);
    const watching = await open();
    expect(watching.headers.get('content-type')).toBe('text/event-stream');
    expect(watching.headers.get('cache-control')).toBe('no-store');
    const { voiceId, id } = await scene.calls();
    end(scene, voiceId);
    await until(() => watching.moves().some((move) => move.startsWith('call.ended')));
    const [first, ...moves] = watching.moves();
    expect([first, moves.at(-1)]).toEqual(['call.started ask', 'call.ended ask']);
    expect(moves.slice(0, -1).every((move) => move === 'call.moved ask')).toBe(true);
    const { body } =
      (await scene.nodes[0]?.admin('GET', `/projects/default/calls/${id}/trace`)) ?? expect.fail();
    const { trace, call } = body as { trace: object[]; call: object };
    const told = watching.events
      .filter(({ event = '' }) => event.startsWith('call.'))
      .map(({ data }) => JSON.parse(data) as { call: object; entry: object });
    expect(told.map(({ entry }) => entry)).toEqual(trace);
    expect(told.at(-1)?.call).toEqual(call);
  });

  test('are not missed by who comes back and says what came last', async () => {
    const scene = await openScene();
    const { open } = await watched(scene);
    const [one, other] = [await open(), await (await watched(scene, { at: 0 })).open()];
    const first = await scene.calls();
    await until(() => one.moves().length >= 2);
    one.close();
    const seen = one.events.length;
    end(scene, first.voiceId);
    await until(() => other.moves().some((move) => move.startsWith('call.ended')));
    const back = await open(one.events.at(-1)?.id);
    await until(() => back.moves().some((move) => move.startsWith('call.ended')));
    const told = [...one.events.slice(0, seen), ...back.events].filter(({ event = '' }) =>
      event.startsWith('call.'),
    );
    const all = other.events.filter(({ event = '' }) => event.startsWith('call.'));
    expect(told.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(back.events.map(({ event }) => event)).not.toContain('gap');
  });

  test('that were missed for good are a gap, behind which it goes on', async () => {
    const scene = await openScene();
    const watching = await (await watched(scene)).open('1-1');
    await until(() => watching.events.some(({ event }) => event === 'gap'));
    await scene.calls();
    await until(() => watching.moves().includes('call.started ask'));
  });

  test('are chosen by flow and by call', async () => {
    const scene = await openScene();
    const { id } = await scene.calls();
    const [ofFlow, ofNone, ofCall, ofOther] = await Promise.all(
      ['?flow=case', '?flow=other', `?call=${id}`, '?call=default.other'].map(async (query) =>
        (await watched(scene, { query })).open(),
      ),
    );
    const other = await scene.calls('+4930999');
    await scene.nodes[0]?.admin('POST', `/projects/default/calls/${id}/end`);
    await until(() => ofCall?.moves().some((move) => move.startsWith('call.ended')));
    const callsOf = (watching = ofFlow) =>
      new Set(
        watching?.events.flatMap(
          ({ data }) => (JSON.parse(data) as { call?: { id: string } }).call?.id ?? [],
        ),
      );
    // Each reader comes to it in its own time.
    await until(() => callsOf().size === 2);
    expect(callsOf()).toEqual(new Set([id, other.id]));
    expect(callsOf(ofCall)).toEqual(new Set([id]));
    expect([ofNone?.moves(), ofOther?.moves()]).toEqual([[], []]);
  });

  test('of one project are not seen by who watches another', async () => {
    const scene = await openScene(secretsOfProject);
    expect((await scene.nodes.at(-1)?.admin('PUT', '/projects/other', aProject))?.status).toBe(201);
    const mine = await (await watched(scene)).open();
    const theirs = await (await watched(scene, { project: 'other' })).open();
    expect(theirs.status).toBe(200);
    await scene.calls();
    await until(() => mine.moves().length > 0);
    expect(theirs.moves()).toEqual([]);
  });

  test('tell nothing that is secret', async () => {
    const scene = await openScene();
    const watching = await (await watched(scene)).open();
    const { id } = await scene.calls();
    const { admin } = scene.nodes.at(0) ?? expect.fail();
    await admin('POST', `/projects/default/calls/${id}/events`, { type: 'digits', digits: '2' });
    await admin('POST', `/projects/default/calls/${id}/events`, { type: 'digits', digits: '4711' });
    await until(() => watching.moves().includes('call.moved text'));
    // In an id or a time it may stand by chance.
    expect(JSON.stringify(watching.events)).not.toMatch(/(?<![\w-])4711(?![\w-])/);
  });
});

describe('a stream of events', () => {
  test('ends when the service is told to end, and does not hold that up', async () => {
    const scene = await onSqlite();
    const watching = await (await watched(scene)).open();
    await scene.nodes[0]?.service.stop();
    await until(() => watching.hasEnded());
  });

  test('is not for who has no role there', async () => {
    const scene = await onSqlite();
    const { address } = await watched(scene);
    const key = await scene.newKey(AUTHOR);
    const elsewhere = address.replace(`/projects/${AUTHOR.project}/`, '/projects/other/');
    expect(elsewhere).not.toBe(address);
    expect(await watch(elsewhere, key)).toMatchObject({ status: 403 });
    expect(await watch(address, 'rf_wrong')).toMatchObject({ status: 401 });
  });

  test('of a node that dies goes on at another one where it was', async () => {
    const scene = await onRedis();
    const [first, second] = scene.nodes;
    const { open } = await watched(scene, { at: 1 });
    const watching = await open();
    const { id } = await scene.calls();
    await until(() => watching.moves().length >= 2);
    await second?.service.stop();
    await until(() => watching.hasEnded());
    await first?.admin('POST', `/projects/default/calls/${id}/end`);
    const back = await (await watched(scene, { at: 0 })).open(watching.events.at(-1)?.id);
    await until(() => back.moves().some((move) => move.startsWith('call.ended')));
    expect(back.events.map(({ event }) => event)).not.toContain('gap');
  });
});
