/** Keys in the editor: until the letter is painted, and until a mistake is told. */
import type { Page } from 'playwright-core';
import { percentile } from '../stats.ts';
import type { ConsoleFigure } from './figure.ts';
import { FLOW, FLOW_TEXT, SMALL_FLOW, ThreadTime } from './scene.ts';
import type { Bench } from './scene.ts';

const KEYS = 100;
const MISTAKES = 40;
/** Time that the editor waits for a further key, ms. */
const PAUSE_MS = 150;

/** From the key that makes a mistake to the frame that tells it; the floor is a page that waits as long for a further key. */
export async function measureMistake({ open, openFloor }: Bench): Promise<ConsoleFigure> {
  const type = async (page: Page, selector: string) => {
    const times: number[] = [];
    for (let round = 0; round < MISTAKES; round += 1) {
      const shown = page.evaluate<{ after: number }>(`probe.untilShown('${selector}.warn')`);
      await page.keyboard.press('x');
      times.push((await shown).after);
      const mended = page.evaluate(`probe.untilShown('${selector}.ok')`);
      await page.keyboard.press('Backspace');
      await mended;
    }
    return percentile(times, 0.95);
  };
  const page = await open(`default/flows/${SMALL_FLOW}/edit`);
  await page.evaluate(`probe.untilShown('.files .ok')`);
  await page.getByRole('textbox', { name: 'Text of flow.yaml' }).focus();
  await page.keyboard.press('Control+Home');
  const ours = await type(page, '.files .button');
  await page.context().close();
  const waiting = `setTimeout(() => { b.className = event.key === 'x' ? 'warn' : 'ok'; }, ${PAUSE_MS})`;
  const empty = await openFloor(`<textarea onkeydown="${waiting}"></textarea><b id="b"></b>`);
  await empty.getByRole('textbox').focus();
  const floor = await type(empty, 'b');
  await empty.context().close();
  return { measure: 'a mistake is told, p95, ms', budget: '300', floor, ours };
}

/** Letters typed into a prompt in the middle of the flow, with pauses in which it is checked and drawn. */
export async function measureTyping({ open, openFloor }: Bench): Promise<ConsoleFigure> {
  const type = async (page: Page) => {
    const thread = await ThreadTime.of(page);
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('x');
      await page.waitForTimeout(key % 10 === 9 ? 400 : 60);
    }
    const times = await page.evaluate<number[]>('probe.readKeys()');
    return { p95Ms: percentile(times, 0.95), cpuMs: (await thread.readMs()) / KEYS };
  };
  const page = await open(`default/flows/${FLOW}/edit?step=main100`);
  await page.evaluate(`probe.untilShown('[data-step]', { count: 1000 })`);
  const text = page.getByRole('textbox', { name: 'Text of flow.yaml' });
  await text.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  await page.evaluate('probe.readKeys()');
  const ours = await type(page);
  await page.context().close();
  const escaped = FLOW_TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const empty = await openFloor(`<textarea rows="40" cols="120">${escaped}</textarea>`);
  await empty.getByRole('textbox').focus();
  const floor = await type(empty);
  await empty.context().close();
  return {
    measure: 'key in the editor, p95, ms',
    budget: '50',
    floor: floor.p95Ms,
    ours: ours.p95Ms,
    floorCpuMs: floor.cpuMs,
    cpuMs: ours.cpuMs,
  };
}
