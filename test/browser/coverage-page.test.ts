/** The page of a coverage report in a real browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renderCoveragePage } from '../../src/verification/coverage/index.ts';
import { cover } from '../verification/coverage/scene.ts';
import { openBrowser, openPage } from './browser.ts';

const flow = `ringflow: 1
name: desk
imports: [./common.yaml]
prompts: { welcome: '<Welcome> & "good" day.' }
on: { error: sorry }
steps:
  hello: { say: welcome }
  main:
    menu:
      prompt: For sales, press 1. For support, press 2.
      choices:
        - { key: 1, goto: sales }
        - { key: 2, goto: support }
      no_input: [Are you there?]
    on: { exhausted: hangup }
  sales: { say: Sales., next: hangup }
  support: { say: Support., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
const common = 'ringflow: 1\nsteps:\n  spare: { say: Spare. }\n';
const script = 'scenarios: [{ name: sales, script: [presses: 1] }]';
const notCovered = ['support', 'sorry', 'spare'];

const folder = mkdtempSync(join(tmpdir(), 'ringflow-page-'));
const url = pathToFileURL(join(folder, 'index.html')).href;
let browser: Browser;
let page: Page;
let html: string;
/** What the page asked for, and what the browser complained of. */
let asked: string[];
let complaints: string[];

beforeAll(async () => {
  const { flows, sources } = cover({ 'flow.yaml': flow, 'common.yaml': common }, script);
  html = await renderCoveragePage(flows, sources);
  writeFileSync(join(folder, 'index.html'), html);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  [asked, complaints] = [[], []];
  page = await openPage(browser);
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(url);
  return () => page.close();
});

/** What a selector finds, seen from inside the page: `look` is an expression over `it`. */
const inPage = (selector: string, look: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((it) => String(${look}))`,
  );

describe('the page', () => {
  test('is whole in itself: it asks for nothing else, runs nothing and gives no cause for complaint', () => {
    expect(asked).toEqual([url]);
    expect(complaints).toEqual([]);
    expect(html).not.toMatch(/<script|\bsrc=|@import|url\(/);
    expect([...html.matchAll(/ (?:xlink:)?href="([^"#]+)/g)].map(([, to]) => to)).toEqual(['data:,']);
  });

  test('has no two places of one name, and every link leads to one', async () => {
    const ids = await inPage('[id]', 'it.id');
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  });

  test('names every step that was not covered, beside the diagram', async () => {
    const rows = await inPage(
      '.beside tbody tr',
      "[...it.cells].map((cell) => cell.textContent).join(' | ')",
    );
    const steps = rows.filter((row) => row.includes('| step |'));
    expect(steps).toEqual(['3 | step | spare', '17 | step | support', '18 | step | sorry']);
  });

  test('colours steps and arrows by what was covered', async () => {
    const marked = (mark: string) => inPage(`.node.${mark}`, "it.querySelector('text').textContent");
    expect((await marked('none')).toSorted()).toEqual(notCovered.toSorted());
    expect(await marked('part')).toEqual(['main']);
    expect(await marked('full')).toEqual(['hello', 'sales']);
    const stroke = 'getComputedStyle(it).stroke';
    const [red] = await inPage('.node.none path, .node.none polygon', stroke);
    const [green] = await inPage('.edge.full path', stroke);
    expect(red).not.toBe(green);
  });

  test('leads from a step to its line in the text, with what is written there', async () => {
    await page.locator('.node a', { hasText: 'support' }).click();
    const line = page.locator('span:target');
    expect(await line.textContent()).toContain('support: { say: Support., next: hangup }');
    expect(await line.getAttribute('class')).toBe('none');
    expect(await line.getAttribute('title')).toContain('not covered: step support');
  });

  test('shows the text of all files as it is', async () => {
    await page.evaluate("for (const mark of document.querySelectorAll('pre i')) mark.remove()");
    const texts = await inPage('pre', 'it.textContent');
    expect(texts.map((text) => text.trimEnd())).toEqual([flow.trimEnd(), common.trimEnd()]);
  });

  test('can be read on dark screens too', async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      return inPage('html, body', 'getComputedStyle(it).color + getComputedStyle(it).backgroundColor');
    };
    const [light, dark] = [await colours('light'), await colours('dark')];
    expect(light[1]).toMatch(/^rgb\(\d+, \d+, \d+\)rgb\(255, 255, 255\)$/);
    expect(dark[1]).toMatch(/^rgb\(2\d\d, 2\d\d, 2\d\d\)rgb\(\d\d, \d\d, \d\d\)$/);
  });
});
