/** The console in a browser, with a service, its callers, and an empty page for the floor. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ts from 'typescript';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { openBrowser } from '../../test/browser/browser.ts';
import { openDirectory, serveArgs, started } from '../contestants.ts';
import type { Contestant } from '../contestants.ts';
import { createKeyAndClose } from '../fixtures.ts';
import { flowOfSteps } from '../flow-text.ts';

const NUMBER = '+4930100100';
const STEPS = 1_000;
const PATIENCE_MS = 60_000;

/** The flow that everybody calls. */
export const FLOW = 'bench';
export const FLOW_TEXT = flowOfSteps(STEPS, FLOW);

/** A flow of usual length, without mistakes. */
export const SMALL_FLOW = 'front-desk';
const SMALL_TEXT = readFileSync(`flows/${SMALL_FLOW}/flow.yaml`, 'utf8');

export interface Bench {
  /** Opens a page of the console; the path begins after /console/. `load` is evaluated in it before it loads. */
  open: (path: string, load?: string) => Promise<Page>;
  /** Opens the page of the floor, with a body. */
  openFloor: (body?: string, load?: string) => Promise<Page>;
  /** Sends a request to the API. */
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  callers: Callers;
  stop: () => Promise<void>;
}

/** Starts everything: the flow is in service and has a draft. */
export async function startBench(): Promise<Bench> {
  const place = await openDirectory();
  const emulator = await startEmulator({
    settings: {
      projects: [{ appId: 'bench', appKey: 'bench' }],
      anyNumber: true,
      charactersPerSecond: 10_000,
      dtmf: { mode: 'each', windowMs: 600_000 },
    },
  });
  const file = join(place.place, 'console.sqlite');
  const key = await createKeyAndClose(openSqliteStore({ file }));
  const contestant = await started([
    ...serveArgs(undefined, `sqlite:${file}`, emulator.url),
    '--api-rate',
    '10000',
  ]);
  const browser = await openBrowser();
  const floor = await startFloor();
  const { url } = contestant.server;
  const ask = (method: string, path: string, body?: unknown) =>
    askApi({ method, url: `${url}/api/v1/projects/default${path}`, body, key });
  await putIntoService(ask);
  return {
    open: (path, load) => openPage(browser, { url: `${url}/console/${path}`, key, load }),
    openFloor: async (body = '', load = '') => {
      floor.show(body);
      return openPage(browser, { url: floor.url, load });
    },
    ask,
    callers: new Callers(emulator, contestant),
    stop: async () => {
      await browser.close();
      floor.stop();
      await contestant.server.stop();
      await emulator.close();
      await place.stop();
    },
  };
}

/** People who call and press keys. */
class Callers {
  readonly #emulator: Emulator;
  readonly #ids: string[] = [];
  #next = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(emulator: Emulator, { hookUrl }: Contestant) {
    this.#emulator = emulator;
    emulator.act(({ control }) => {
      control.setNumber(NUMBER, { webhook: hookUrl });
    });
  }

  /** Begins calls. */
  begin(count: number): void {
    for (let caller = 0; caller < count; caller += 1) {
      const from = `+49151${10_000_000 + caller}`;
      const id = this.#emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now));
      if (id === undefined) throw new Error('nobody answers the number');
      this.#ids.push(id);
    }
  }

  /** Presses a key on so many calls a second, one after the other. */
  press(perSecond: number): void {
    const everyMs = 20;
    this.#timer = setInterval(() => {
      for (let presses = 0; presses < (perSecond * everyMs) / 1_000; presses += 1) {
        const id = this.#ids[this.#next % this.#ids.length] ?? '';
        this.#next += 1;
        this.#emulator.act(({ people }, now) => people.press(id, '1', now));
      }
    }, everyMs);
  }

  rest(): void {
    clearInterval(this.#timer);
  }
}

type Ask = Bench['ask'];

async function putIntoService(ask: Ask): Promise<void> {
  for (const [flow, text] of [
    [FLOW, FLOW_TEXT],
    [SMALL_FLOW, SMALL_TEXT],
  ] as const) {
    const body = { files: { 'flow.yaml': text } };
    const { versions } = (await ask('POST', '/flows', body)) as { versions: { version: string }[] };
    await ask('PUT', `/deployments/${flow}`, { version: versions[0]?.version });
  }
  await ask('PUT', '/routes/main', { number: NUMBER, takes: 'calls', flow: FLOW });
}

interface ApiRequest {
  method: string;
  url: string;
  body: unknown;
  key: string;
}

async function askApi({ method, url, body, key }: ApiRequest): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

const probe = ts.transpile(readFileSync(join(import.meta.dirname, 'page/probe.ts'), 'utf8'), {
  target: ts.ScriptTarget.ES2022,
});

interface PageOptions {
  url: string;
  key?: string;
  load?: string | undefined;
}

/** Opens a page in a new context, so that nothing is cached. */
async function openPage(browser: Browser, { url, key, load = '' }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (key !== undefined) await keepKey(context, key);
  await context.addInitScript({ content: `${probe}\n${load}` });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return page;
}

async function keepKey(context: BrowserContext, key: string): Promise<void> {
  await context.addInitScript(`sessionStorage.setItem('ringflow.key', ${JSON.stringify(key)})`);
}

/** Serves a page that has nothing but a body, and a script that reads data as the console does. */
async function startFloor() {
  let body = '';
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? [
      'text/html',
      `<!doctype html><title>floor</title><body>${body}`,
    ];
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    show: (shown: string) => {
      body = shown;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const files: Readonly<Record<string, [string, string]>> = {
  '/load.js': [
    'text/javascript',
    `fetch('/data.json').then((response) => response.json()).then(({ title }) => {
      document.body.append(Object.assign(document.createElement('h1'), { textContent: title }));
    });`,
  ],
  '/data.json': ['application/json', '{"title":"Floor"}'],
};

/** CPU time of the main thread of a page. */
export class ThreadTime {
  readonly #session: CDPSession;
  #before = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<ThreadTime> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const time = new ThreadTime(session);
    await time.readMs();
    return time;
  }

  /** Returns the CPU time since the last call, ms. */
  async readMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    const used = seconds - this.#before;
    this.#before = seconds;
    return used * 1_000;
  }
}
