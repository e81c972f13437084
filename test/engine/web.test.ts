/** Requests to web services: effects of a visit, that may be lost with the process that makes them. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/index.ts';
import { held } from './platform-server.ts';
import { arrival, call, flowOf, LEASE_MS, useScene } from './scene.ts';

const scene = useScene();

const asking = flowOf(`
ringflow: 1
name: asking
env: { URL: The service. }
vars: { tier: "", pin: { type: string, initial: "4711", secret: true } }
steps:
  check:
    http: { post: "\${env.URL}/pin", query: { q: "5" }, json: { pin: "\${vars.pin}" }, timeout: 3s, retries: 1, save: { tier: "\${response.json.tier}" } }
    on: { failed: sorry }
  ok: { say: "Tier \${vars.tier}.", next: hangup }
  sorry: { say: Sorry., next: hangup }
`);

const afterText = flowOf(`
ringflow: 1
name: after-text
env: { URL: The service. }
steps:
  text: { sms: { template: thanks, campaign: desk }, on: { failed: ok } }
  check: { http: { post: "\${env.URL}/told", timeout: 3s, retries: 1 }, on: { failed: ok } }
  ok: { wait: 10m, next: hangup }
`);

/** A web service that answers when a test says so. */
class Service {
  readonly requests: { headers: IncomingHttpHeaders; response: ServerResponse; isGone: boolean }[] = [];
  readonly #server = createServer((request, response) => {
    const seen = { headers: request.headers, response, isGone: false };
    response.on('close', () => (seen.isGone = !response.writableFinished));
    this.requests.push(seen);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async request(number: number) {
    return scene().until(() => this.requests[number - 1]);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let service: Service;

beforeEach(async () => {
  service = new Service();
  await service.listen();
});
afterEach(() => service.close());

async function engine(): Promise<Engine> {
  const made = await scene().bare({ beginnings: { env: { URL: service.url } } });
  await made.flows.deploy(asking);
  made.start();
  return made;
}

const tierOf = async (alive: Engine) => (await alive.loadCall(call))?.context.vars.tier;

describe('a call that asks a web service', () => {
  test('goes on with what it answers', async () => {
    const alive = await engine();
    await alive.receive(arrival({ type: 'incoming' }));
    (await service.request(1)).response.end('{"tier":"gold"}');
    await scene().until(async () => (await tierOf(alive)) === 'gold');
    expect(scene().whats).toEqual([]);
    await scene().requests(1);
  });

  test('gives the request up when the caller hangs up (R5)', async () => {
    const alive = await engine();
    await alive.receive(arrival({ type: 'incoming' }));
    const request = await service.request(1);
    await alive.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await scene().until(() => request.isGone);
    expect(await alive.loadCall(call)).toMatchObject({ endedAt: expect.any(Number) as number });
  });

  test('loses one attempt with its process; the next one carries the same key (R3)', async () => {
    const dying = await scene().victim({ beginnings: { env: { URL: service.url } } }, [asking]);
    await dying.receive(arrival({ type: 'incoming' }));
    const lost = await service.request(1);
    const alive = await engine();
    await scene().untilDeadline();
    await scene().until(async () => (await alive.loadCall(call))?.context.web.outcome === 'again');
    await scene().untilDeadline();
    const again = await service.request(2);
    expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key']);
    lost.response.end('{"tier":"late"}');
    again.response.end('{"tier":"gold"}');
    await scene().until(async () => (await tierOf(alive)) === 'gold');
  });

  test('asks nothing once its engine stops: the next one does, at the deadline (R3)', async () => {
    const stopping = await scene().bare({ beginnings: { env: { URL: service.url } } });
    await stopping.flows.deploy(afterText);
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    await stopping.receive(arrival({ type: 'incoming' }));
    await scene().requests(1);
    const stopped = stopping.stop(LEASE_MS);
    answer.letGo();
    await stopped;
    expect((await stopping.loadCall(call))?.context).toMatchObject({
      step: 'check',
      web: { attempt: 1, outcome: '' },
    });
    await engine();
    await scene().untilDeadline();
    await scene().until(async () => (await stopping.loadCall(call))?.context.web.outcome === 'again');
    await scene().untilDeadline();
    (await service.request(1)).response.end('{}');
    await scene().until(async () => (await stopping.loadCall(call))?.context.step === 'ok');
    expect(service.requests).toHaveLength(1);
  });

  test('tells neither log nor trace what is secret (I7)', async () => {
    const alive = await engine();
    await alive.receive(arrival({ type: 'incoming' }));
    (await service.request(1)).response.end('{"tier":"gold","pin":"4711"}');
    await scene().until(async () => (await tierOf(alive)) === 'gold');
    const told = JSON.stringify([await alive.loadTrace(call), scene().log]);
    expect(told).toContain('"asks"');
    expect(told).not.toMatch(/4711|q=5/);
  });
});

test('a flow without its settings is not put into service', async () => {
  const alive = await scene().bare();
  await expect(alive.flows.deploy(asking)).rejects.toThrow(
    'the flow "asking" needs the environment variable URL',
  );
});
