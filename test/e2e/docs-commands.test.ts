/**
 * Every command in a code block of the documentation is run as it is printed, page by page, from top to bottom, unless
 * test/docs/not-run.ts says why it cannot be. Addresses, ports and ids are those of the test; a scene says what a page takes
 * for granted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf, pages, root } from '../docs/documented-commands.ts';
import { notRun, runByOwnTest } from '../docs/not-run.ts';
import { scenes } from './page-scenes.ts';
import { Page } from './page.ts';

/** A page has up to forty commands, each a process; a machine with much else to do takes seconds for one. */
const LONGEST_MS = 900_000;

const runnable = (page: string) =>
  commandsOf(page).filter(
    ({ text, block }) =>
      !notRun.some((one) => one.page === page && text.startsWith(one.begins)) &&
      !runByOwnTest.some((one) => one.page === page && one.block === block),
  );

test.each(pages.filter((page) => runnable(page).length > 0))(
  'the commands of %s',
  { timeout: LONGEST_MS },
  async (name) => {
    const scene = scenes[name] ?? {};
    const page = await Page.open();
    let badEnds: string[];
    try {
      await scene.begin?.(page, readFileSync(join(root, name), 'utf8'));
      for (const { text, line } of runnable(name)) {
        const step = scene.steps?.find(({ begins }) => text.startsWith(begins));
        await step?.before?.(page);
        const { code, stdout, stderr } = await page.run(text, step?.input?.(page));
        const said = `${name}:${line}: ${text}\n${stdout}${stderr}`;
        expect(step?.codes ?? [0], said).toContain(code);
        await step?.after?.(page, stdout);
      }
    } finally {
      badEnds = await page.close();
    }
    expect(badEnds).toEqual([]);
  },
);
