/** The check worker in a real page: compiler, language server, scenarios, prove and a phone, without a server. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CompiledDraft,
  PhoneMove,
  PhoneSnapshot,
  PhoneStart,
  PhoneStarted,
  ProveResult,
  ScenarioResults,
} from '../../src/console/worker/protocol.ts';
import type { EditResult } from '../../src/authoring/edits/index.ts';
import { loadFlows } from '../../src/authoring/flow-files/index.ts';
import { openBrowser, openPage } from './browser.ts';
import { buildCheckPage, serveCheckPage } from './check-page.ts';

const folder = new URL('../../flows/', import.meta.url).pathname;
const file = 'front-desk/flow.yaml';
const pinFile = 'pin-check/flow.yaml';
const draft = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(front-desk|pin-check)\/.*\.(yaml|csv)$/.test(path))
    .map((path) => [path, readFileSync(folder + path, 'utf8')]),
);
const text = draft[file] ?? '';
/** The desk with a name that nothing has. */
const broken = text.replace(/(\bnext: )\w+/, '$1nowhere');

const complaints: string[] = [];
let browser: Browser;
let page: Page;
let served: { url: string; close: () => void };

beforeAll(async () => {
  served = await serveCheckPage(await buildCheckPage());
  browser = await openBrowser();
  page = await openPage(browser);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(served.url);
  await page.waitForFunction('globalThis.checker !== undefined');
});
afterAll(async () => {
  await browser.close();
  served.close();
  expect(complaints).toEqual([]);
});

const ask = <Result>(name: string, takes: unknown): Promise<Result> =>
  page.evaluate<Result>(`checker.ask(${JSON.stringify(name)}, ${JSON.stringify(takes)})`);
const run = <Result>(name: string, takes: unknown): Promise<Result> =>
  page.evaluate<Result>(`checker.run(${JSON.stringify(name)}, ${JSON.stringify(takes)})`);

describe('compiling', () => {
  test('gives the version that Node gives, and the steps of the diagram', async () => {
    const { compiled, chart, hasErrors } = await ask<CompiledDraft>('compile', { files: draft, flow: file });
    const [flow] = loadFlows([folder + file]).flows;
    expect(hasErrors).toBe(false);
    expect(compiled?.version).toBe(flow?.version);
    expect(chart?.steps.map(({ id }) => id)).toEqual(Object.keys(flow?.steps ?? {}));
  });

  test('gives the mistakes of a broken flow with their places', async () => {
    const files = { ...draft, [file]: broken };
    const { compiled, diagnostics, chart } = await ask<CompiledDraft>('compile', { files, flow: file });
    const [mistake] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(compiled).toBeUndefined();
    expect(chart).toBeUndefined();
    expect(mistake?.message).toContain('nowhere');
    expect(broken.slice(mistake?.span.start.offset, mistake?.span.end.offset)).toContain('nowhere');
  });

  test('refuses a file that the draft does not have', async () => {
    await expect(ask('compile', { files: draft, flow: 'other/flow.yaml' })).rejects.toThrow(
      'the draft has no flow file other/flow.yaml',
    );
  });
});

describe('edits', () => {
  test('are given as changes of the text, or refused with the reason', async () => {
    const edit = { kind: 'retarget', step: 'english', outcome: 'next', to: 'operator' };
    const { chart } = await ask<CompiledDraft>('compile', { files: draft, flow: file });
    const [way] = chart?.steps.find(({ id }) => id === 'english')?.ways ?? [];
    const made = await ask<EditResult>('edit', {
      files: draft,
      flow: file,
      edit: { ...edit, outcome: way?.code },
    });
    expect(made).toMatchObject({ ok: true, edits: [{ newText: 'operator' }] });
    const refused = await ask<EditResult>('edit', {
      files: draft,
      flow: file,
      edit: { ...edit, step: 'nobody' },
    });
    expect(refused).toEqual({ ok: false, reason: 'there is no step "nobody"' });
  });
});

describe('the language server', () => {
  test('publishes the mistakes of an open document, and mends them with a quick fix', async () => {
    const wrong = text.replace('prompt: main_menu', 'prompt: main_menyu');
    const answered = await page.evaluate<string>(`new Promise((resolve) => {
      const uri = 'file:///${file}';
      const send = (message) => checker.language.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
      checker.setFiles(${JSON.stringify(draft)});
      checker.language.subscribe((text) => {
        const { id, method, params, result } = JSON.parse(text);
        if (id === 1) {
          send({ method: 'initialized', params: {} });
          send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text: ${JSON.stringify(wrong)} } } });
        }
        if (method === 'textDocument/publishDiagnostics') {
          const [found] = params.diagnostics;
          send({ id: 2, method: 'textDocument/codeAction', params: { textDocument: { uri }, range: found.range, context: { diagnostics: [found] } } });
        }
        if (id === 2) resolve(JSON.stringify(result));
      });
      send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    })`);
    expect(answered).toContain('"newText":"main_menu"');
    expect(answered).toContain(`file:///${file}`);
  });
});

describe('scenarios', () => {
  test('pass', async () => {
    const results = await run<ScenarioResults>('runScenarios', { files: draft, flow: file });
    expect(results.passed).toBeGreaterThan(0);
    expect(results).toMatchObject({ failed: 0, broken: [], diagnostics: [] });
  });

  test('fail with the place and the transcript', async () => {
    const scenario =
      'scenarios:\n  - name: another welcome\n    script:\n      - hears: "Good morning, Vienna"\n';
    const files = { [file]: text, 'front-desk/own.scenario.yaml': scenario };
    const { cases, untaken } = await run<ScenarioResults>('runScenarios', { files, flow: file });
    expect(untaken).toContainEqual({ step: 'main', outcomes: ['2'] });
    const [failed] = cases;
    expect(failed).toMatchObject({ passed: false, file: 'front-desk/own.scenario.yaml', line: 2 });
    if (failed?.passed !== false) throw new Error('it fails');
    expect(failed.failure.line).toBe(4);
    expect(failed.story.some(({ who }) => who === 'caller')).toBe(true);
  });
});

describe('prove', () => {
  test('gives findings with their path and a scenario', async () => {
    const options = { maxSeconds: 5 };
    const { proof } = await run<ProveResult>('prove', { files: draft, flow: file, options });
    const [found] = proof?.findings ?? [];
    expect(found?.path).toContainEqual({ kind: 'entered', flow: 'front-desk', step: 'greeting' });
    expect(found?.scenario).toContain('scenarios:');
  });

  test('can be cancelled, and started again', async () => {
    const cancelled = await page.evaluate<string>(`(() => {
      const cancel = new AbortController();
      const proof = checker.run('prove', ${JSON.stringify({ files: draft, flow: file })}, {
        signal: cancel.signal,
      });
      setTimeout(() => cancel.abort());
      return proof.then(() => 'done', (reason) => reason.name);
    })()`);
    expect(cancelled).toBe('AbortError');
    const again = await run<ProveResult>('prove', { files: draft, flow: file, options: { maxStates: 50 } });
    expect(again.proof).toMatchObject({ file, stoppedBy: 'states' });
  });
});

describe('the phone', () => {
  const begin = (more: Partial<PhoneStart> = {}) =>
    ask<PhoneStarted>('startCall', { files: draft, flow: file, ...more });
  const move = (call: number, made: PhoneMove) => ask<PhoneSnapshot>('moveCall', { call, move: made });

  test('is answered, presses a key and is led on', async () => {
    const started = await begin();
    if (!started.ok) throw new Error(started.problems.join());
    const { call } = started.snapshot;
    const listening = await move(call, { kind: 'untilListens' });
    expect(listening.waits.forKeys).toBe(true);
    expect(listening.transcript.some(({ text: line }) => line.includes('hears "'))).toBe(true);
    await move(call, { kind: 'press', keys: '2' });
    const pressed = await move(call, { kind: 'untilListens' });
    expect(pressed.path.map(({ step }) => step)).toEqual(['greeting', 'german', 'main']);
    expect(pressed.language).toBe('de-DE');
    expect(pressed.path.at(-1)?.line).toBeGreaterThan(1);
    const ended = await move(call, { kind: 'hangUp', who: 'caller' });
    const done = await move(call, { kind: 'untilListens' });
    expect(ended.now).toBeLessThanOrEqual(done.now);
    expect(done).toMatchObject({ hasEnded: true, reason: 'normal' });
  });

  test('masks secret variables', async () => {
    const started = await ask<PhoneStarted>('startCall', { files: draft, flow: pinFile });
    if (!started.ok) throw new Error(started.problems.join());
    const { call } = started.snapshot;
    await move(call, { kind: 'untilListens' });
    await move(call, { kind: 'press', keys: '12345678' });
    await move(call, { kind: 'untilListens' });
    await move(call, { kind: 'press', keys: '4711' });
    const asked = await move(call, { kind: 'next' });
    expect(asked.vars).toMatchObject({ account: '12345678', pin: '***' });
    expect(JSON.stringify(asked.vars)).not.toContain('4711');
  });

  test('says why there is no call', async () => {
    const started = await begin({ files: { ...draft, [file]: broken } });
    expect(started).toMatchObject({ ok: false, problems: [`${file} has errors: fix them first`] });
    expect(await begin({ params: { colour: 'red' } })).toMatchObject({ ok: false });
    await expect(move(999, { kind: 'next' })).rejects.toThrow('there is no call 999');
  });
});
