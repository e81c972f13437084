/**
 * Measures the console in a browser, on `serve` with a flow of 1,000 steps and 200 callers: the first load, opening a diagram,
 * painting changed steps, frames while events arrive, keys, and changing views. Each measure has a floor in the same run: a page
 * without the console that shows as much, or the same page while nothing happens. CPU time is that of the main thread of the page.
 */
import type { Page } from 'playwright-core';
import type { ConsoleFigure } from './console/figure.ts';
import { FLOW, startBench, ThreadTime } from './console/scene.ts';
import type { Bench } from './console/scene.ts';
import { measureMistake, measureTyping } from './console/typing.ts';
import { median, percentile } from './stats.ts';

const ROUNDS = 3;
const CALLS = 200;
/** Each key leads a call to its next menu: an event for the key and one for the prompt. */
const KEYS_PER_SECOND = 100;
const WATCH_MS = 5_000;
const KEYS = 100;

export async function measureConsole(): Promise<ConsoleFigure[]> {
  const bench = await startBench();
  try {
    return [
      await measureFirstLoad(bench),
      await measureViews(bench),
      await measureOpening(bench),
      await measureNewCall(bench),
      ...(await measureLive(bench)),
      await measureTyping(bench),
      await measureMistake(bench),
    ];
  } finally {
    await bench.stop();
  }
}

async function measureFirstLoad({ open, openFloor }: Bench): Promise<ConsoleFigure> {
  const readLoad = async (page: Page) => {
    const { at } = await page.evaluate<{ at: number }>('loaded');
    await page.context().close();
    return at;
  };
  const load = (selector: string, count: number) =>
    `globalThis.loaded = probe.untilShown('${selector}', { count: ${count} })`;
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(
      await readLoad(await openFloor('<script type="module" src="/load.js"></script>', load('h1', 1))),
    );
    ours.push(await readLoad(await open('default', load('.tile .figure', 4))));
  }
  return {
    measure: 'first load, p50, ms',
    budget: '1000',
    floor: median(floor),
    ours: median(ours),
  };
}

const VIEWS = ['Flows', 'Live', 'Calls', 'Campaigns', 'Numbers', 'Overview'];

/** From the click on an entry of the rail to the frame with the title of the view. */
async function measureViews({ open, openFloor }: Bench): Promise<ConsoleFigure> {
  const page = await open('default');
  await page.evaluate(`probe.untilShown('.tile .figure', { count: 4 })`);
  const thread = await ThreadTime.of(page);
  const times: number[] = [];
  // The first round loads the files of the views.
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round === 1) await thread.readMs();
    for (const view of VIEWS) {
      const shown = page.evaluate<{ after: number }>(`probe.untilShown('h1', { text: '${view}' })`);
      await page.locator('.rail-link', { hasText: view }).click();
      const { after } = await shown;
      if (round > 0) times.push(after);
    }
  }
  const cpuMs = (await thread.readMs()) / times.length;
  await page.context().close();
  const empty = await openFloor(
    `<button onclick="document.body.append(document.createElement('h1'))">Go</button>`,
  );
  const floor: number[] = [];
  for (let round = 1; round <= ROUNDS * VIEWS.length; round += 1) {
    const shown = empty.evaluate<{ after: number }>(`probe.untilShown('h1', { count: ${round} })`);
    await empty.getByRole('button').click();
    floor.push((await shown).after);
  }
  await empty.context().close();
  return {
    measure: 'change of view, p95, ms',
    budget: '100',
    floor: percentile(floor, 0.95),
    ours: percentile(times, 0.95),
    cpuMs,
  };
}

/** From the click on the flow to the frame with its diagram. */
async function measureOpening({ open, openFloor }: Bench): Promise<ConsoleFigure> {
  const ours: Spent[] = [];
  let markup = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await open('default/flows');
    const link = page.getByRole('rowheader', { name: FLOW }).getByRole('link');
    await link.waitFor();
    const thread = await ThreadTime.of(page);
    const shown = page.evaluate<{ after: number }>(`probe.untilShown('[data-step]', { count: 1000 })`);
    await link.click();
    const { after } = await shown;
    ours.push({ ms: after, cpuMs: await thread.readMs() });
    markup = await page
      .locator('.diagram-view')
      .evaluate((element: { outerHTML: string }) => element.outerHTML);
    await page.context().close();
  }
  const floor: Spent[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openFloor();
    const thread = await ThreadTime.of(page);
    const ms = await page.evaluate<number>(`probe.showMarkup(${JSON.stringify(markup)})`);
    floor.push({ ms, cpuMs: await thread.readMs() });
    await page.context().close();
  }
  return {
    measure: 'flow of 1,000 steps opened, p50, ms',
    budget: '1500',
    floor: median(floor.map(({ ms }) => ms)),
    ours: median(ours.map(({ ms }) => ms)),
    floorCpuMs: median(floor.map(({ cpuMs }) => cpuMs)),
    cpuMs: median(ours.map(({ cpuMs }) => cpuMs)),
  };
}

interface Spent {
  ms: number;
  cpuMs: number;
}

const POLL_MS = 20;

/** From the ring of a phone to the frame with the call in the list; the floor is its time to the API's list. */
async function measureNewCall({ open, ask, callers }: Bench): Promise<ConsoleFigure> {
  const page = await open(`default/live?flow=${FLOW}`);
  await page.evaluate(`probe.untilShown('[data-step]', { count: 1000 })`);
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let calls = 1; calls <= ROUNDS; calls += 1) {
    const rung = performance.now();
    callers.begin(1);
    const shown = page.evaluate(`probe.untilShown('.live-list tbody tr', { count: ${calls} })`);
    const isListed = async () =>
      ((await ask('GET', '/calls?state=live&limit=200')) as CallPage).items.length >= calls;
    while (!(await isListed())) await page.waitForTimeout(POLL_MS);
    floor.push(performance.now() - rung);
    await shown;
    ours.push(performance.now() - rung);
  }
  await page.context().close();
  return {
    measure: 'a call appears in Live, p50, ms',
    budget: '1000',
    floor: median(floor),
    ours: median(ours),
  };
}

interface Frames {
  perSecond: number;
  p95Ms: number;
  events: number;
}

/** The live view of the flow with all calls: one batch of changes, then a steady stream of events. */
async function measureLive(bench: Bench): Promise<ConsoleFigure[]> {
  const { open, callers } = bench;
  callers.begin(CALLS);
  const page = await open(`default/live?flow=${FLOW}`);
  await page.evaluate(`probe.untilShown('.live-list tbody tr', { count: ${CALLS} })`);
  await page.evaluate(`probe.untilShown('[data-step]', { count: 1000 })`);
  const thread = await ThreadTime.of(page);
  const quiet = await page.evaluate<Frames>(`probe.countFrames(${WATCH_MS})`);
  const quietCpuMs = await thread.readMs();
  callers.press(KEYS_PER_SECOND);
  const busy = await page.evaluate<Frames>(`probe.countFrames(${WATCH_MS})`);
  const busyCpuMs = await thread.readMs();
  const list = await measureList(bench);
  callers.rest();
  await page.context().close();
  const seconds = WATCH_MS / 1_000;
  return [
    await measureRepaint(bench),
    {
      measure: `frames a second, ${Math.round(busy.events / seconds)} events a second`,
      budget: '>= 50',
      floor: quiet.perSecond,
      ours: busy.perSecond,
      floorCpuMs: quietCpuMs / seconds,
      cpuMs: busyCpuMs / seconds,
    },
    list,
  ];
}

/** A key in the list of calls, while events arrive and while none do. */
async function measureList({ open, callers }: Bench): Promise<ConsoleFigure> {
  const page = await open('default/calls');
  await page.evaluate(`probe.untilShown('table.calls tbody tr', { count: 50 })`);
  await page.locator('table.calls tbody tr a').first().focus();
  const press = async () => {
    for (let key = 0; key < KEYS; key += 1) await page.keyboard.press(key % 80 < 40 ? 'j' : 'k');
    return page.evaluate<number[]>('probe.readKeys()');
  };
  const busy = await press();
  callers.rest();
  const quiet = await press();
  callers.press(KEYS_PER_SECOND);
  await page.context().close();
  return {
    measure: 'key in a list, p95, ms',
    budget: 'floor + 17',
    floor: percentile(quiet, 0.95),
    ours: percentile(busy, 0.95),
  };
}

interface CallPage {
  items: { id: string; step: string }[];
}

const CHANGED = 20;
/** A step that the callers do not reach. */
const QUIET_STEP = 'main100';

/** Lists steps whose cards are drawn in full. */
async function listDrawnSteps(page: Page): Promise<string[]> {
  const selector = '.step:has(.name) [data-step]';
  await page.evaluate(`probe.untilShown('${selector}', { count: ${CHANGED} })`);
  const steps = await page.evaluate<string[]>(
    `[...document.querySelectorAll('${selector}')].map((link) => link.dataset.step)`,
  );
  return steps.slice(0, CHANGED);
}

/** Calls move to 20 steps at once. */
async function measureRepaint({ open, openFloor, ask }: Bench): Promise<ConsoleFigure> {
  const { items } = (await ask('GET', '/calls?state=live&limit=200')) as CallPage;
  const page = await open(`default/live?flow=${FLOW}`);
  await page.evaluate(`probe.untilShown('.live-list tbody tr', { count: ${CALLS} })`);
  await page.evaluate(`probe.untilShown('[data-step]', { count: 1000 })`);
  // So small, the view shows about as many cards as change.
  for (let click = 0; click < 2; click += 1) await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.locator(`[data-step=${QUIET_STEP}]`).scrollIntoViewIfNeeded();
  const steps = await listDrawnSteps(page);
  const ours: { frames: number; ms: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = items.slice(CHANGED * round, CHANGED * (round + 1));
    const messages = calls.map((call, index) => ({
      event: 'call.moved',
      data: JSON.stringify({ call: { ...call, step: steps[index] }, entry: { seq: 1_000_000 + round } }),
    }));
    const selectors = steps.map((step) => `[role=listitem]:has([data-step="${step}"]) > g`);
    ours.push(
      await page.evaluate(`probe.repaint(${JSON.stringify(messages)}, ${JSON.stringify(selectors)})`),
    );
  }
  const markup = await page
    .locator('.diagram-view')
    .evaluate((element: { outerHTML: string }) => element.outerHTML);
  await page.context().close();
  const empty = await openFloor();
  await empty.evaluate(`probe.showMarkup(${JSON.stringify(markup)})`);
  const texts = steps.map((step) => `[role=listitem]:has([data-step="${step}"]) .name`);
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    floor.push(await empty.evaluate<number>(`probe.changeTexts(${JSON.stringify(texts)})`));
  await empty.context().close();
  return {
    measure: `${CHANGED} steps changed, frames ${median(ours.map(({ frames }) => frames))}, ms`,
    budget: '2 frames',
    floor: median(floor),
    ours: median(ours.map(({ ms }) => ms)),
  };
}
