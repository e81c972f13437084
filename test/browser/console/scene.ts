/** The console in a real browser, on a real service with an emulator behind it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import { loadFlowsWithSources } from '../../../src/authoring/flow-files/index.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';
import { ApiKeys } from '../../../src/service/management/index.ts';
import type { Grant } from '../../../src/service/management/index.ts';
import { startService } from '../../../src/service/start.ts';
import type { Service } from '../../../src/service/start.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { useFolders } from '../../authoring/flow-files/folder.ts';
import { configOf } from '../../builders/config.ts';
import { cheapSecrets } from '../../builders/secrets.ts';
import { openBrowser } from '../browser.ts';

/** Time that a view has to show something on a busy machine, ms. */
const PATIENCE_MS = 120_000;

export interface ConsoleScene {
  service: Service;
  emulator: Emulator;
  /** Creates a key with these grants. */
  newKey: (...grants: Grant[]) => Promise<string>;
  /** Sends a request of an admin to the API; throws when it is refused. */
  ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  /** Opens a page of the console for somebody with this role; the path begins after /console/. */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
  /** Stops the service. */
  stop: () => Promise<void>;
  /** Starts the stopped service again, at the same address and with the same database. */
  start: () => Promise<void>;
  /** Stops the service and starts it again. */
  restart: () => Promise<void>;
  /** Messages of the browser's console, among them refused requests and breaches of the Content-Security-Policy. */
  complaints: string[];
}

interface OpenOptions {
  role?: Grant['role'];
  /** Credentials in place of a new key; '': nobody is signed in. */
  key?: string;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

interface SceneOptions {
  /** The folder of flows that the service starts with; empty: none. */
  flows?: string[];
  config?: Partial<Config>;
  /** True for a service that shows the emulator's phone, as `ringflow dev` does. */
  hasPhone?: boolean;
  /** True for a service that hands out a key to pages of this machine, as `ringflow dev` does. */
  isLocal?: boolean;
  /** True for a service whose folder is edited in place, as that of `ringflow dev`. */
  isFollowed?: boolean;
}

const ignore = (): void => undefined;
const silentLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

let browser: Browser;
const opened: (() => Promise<unknown>)[] = [];

/**
 * Registers the hooks that start and stop the browser, the services and the pages of a test file.
 *
 * @param closeAfter registers what closes the scenes: after each test, or with `afterAll` after those of the file
 */
export function useConsole(
  closeAfter: (close: () => unknown) => void = afterEach,
): (options?: SceneOptions) => Promise<ConsoleScene> {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  // The hooks run in reverse order.
  afterAll(() => browser.close());
  const newFolder = useFolders(closeAfter);
  closeAfter(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
  });
  return (options) => openScene(newFolder().path, options);
}

const noFlows = { loaded: { flows: [] }, sources: undefined };

async function openScene(
  folder: string,
  {
    flows = ['flows/front-desk'],
    config = {},
    hasPhone = false,
    isLocal = false,
    isFollowed = false,
  }: SceneOptions = {},
) {
  const emulator = await startEmulator({
    settings: { setupMs: 0, charactersPerSecond: 400, dtmf: { gapMs: 50, windowMs: 60_000 } },
  });
  opened.push(() => emulator.close());
  const file = join(folder, 'ringflow.sqlite');
  const [path] = flows;
  const { loaded, sources } = path === undefined ? noFlows : loadFlowsWithSources(path);
  const settings = { console: true, store: { kind: 'sqlite' as const, file }, ...config };
  const startAt = (port: number) =>
    startService({
      config: configOf(emulator.url, { ...settings, port }),
      flows: loaded.flows,
      ...(path !== undefined && sources && { folder: { path, sources, isFollowed } }),
      log: silentLog,
      secrets: cheapSecrets,
      ...(hasPhone && { emulatorUrl: emulator.url }),
      ...(isLocal && { localKey: randomBytes(24).toString('base64url') }),
    });
  let service = await startAt(0);
  const port = Number(new URL(service.url).port);
  const stop = () => service.stop();
  const start = async () => {
    service = await startAt(port);
  };
  if (hasPhone) emulator.admitPages([service.url]);
  opened.push(() => service.stop());
  const newKey = (...grants: Grant[]) => createKey(file, grants);
  const adminKey = await newKey({ project: '*', role: 'admin' });
  const complaints: string[] = [];
  return {
    service,
    emulator,
    newKey,
    complaints,
    stop,
    start,
    restart: async () => {
      await stop();
      await start();
    },
    ask: (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      askApi(`${service.url}/api/v1${path}`, { method, key: adminKey, body, headers }),
    open: async (path: string, { role = 'admin', key: given, ...looks }: OpenOptions = {}) => {
      const key = given ?? (role === 'admin' ? adminKey : await newKey({ project: '*', role }));
      return openPage(`${service.url}/console/${path}`, { key, complaints, ...looks });
    },
  } satisfies ConsoleScene;
}

/** Creates a key as an operator makes the first one: with the file itself. */
async function createKey(file: string, grants: Grant[]): Promise<string> {
  const store = openSqliteStore({ file });
  try {
    const keys = new ApiKeys(store.registry, cheapSecrets);
    const { token, change } = await keys.create({ name: 'test', grants }, { id: 'test', at: Date.now() });
    await store.registry.write([change]);
    return token;
  } finally {
    await store.close();
  }
}

interface ApiRequest {
  method: string;
  key: string;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

async function askApi(url: string, { method, key, body, headers: more }: ApiRequest): Promise<unknown> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${key}`, ...type, ...more };
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

interface PageOptions extends Omit<OpenOptions, 'role' | 'key'> {
  key: string;
  complaints: string[];
}

async function openPage(
  url: string,
  { key, complaints, theme = 'light', width = 1440, height = 900 }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  opened.push(() => context.close());
  await keepKey(context, key);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => complaints.push(`${message.text()} (${message.location().url})`));
  await page.goto(url);
  return page;
}

/** Puts the key where the console keeps it for the session; '' for somebody who is not signed in. */
async function keepKey(context: BrowserContext, key: string): Promise<void> {
  if (key !== '')
    await context.addInitScript(`sessionStorage.setItem('ringflow.key', ${JSON.stringify(key)})`);
}

/**
 * Fails with what axe finds on the page: WCAG 2.2, levels A and AA, and good practice.
 *
 * @param rules names of rules that are checked alone
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Evaluated by the debugger, which the Content-Security-Policy of the page does not concern.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  const violations = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(violations).toEqual([]);
}

/** Fails when the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess).toBeLessThanOrEqual(0);
}
