/** Scenarios at a real `dev`: the same scripts, over HTTP and in real time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Command, run } from './command.ts';

const flow = `ringflow: 1
name: desk
languages: [en-US]
vars: { tier: plain }
params: { who: { type: string, default: you } }
on: { error: sorry }
steps:
  hello: { say: 'Hi \${params.who}.' }
  main:
    menu: { prompt: '1 or 2?', choices: [{ key: 1, goto: gold }, { key: 2, goto: sales }], timeout: 20s, attempts: 2 }
    on: { exhausted: hangup }
  gold: { set: { tier: gold }, next: bye }
  sales:
    connect: { to: '+49301110' }
    on: { busy: taken, no_answer: taken, failed: taken }
  done: { say: Done., next: hangup }
  taken: { say: Busy., next: hangup }
  bye: { say: Bye., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

const scenarios = `scenarios:
  - name: a key leads to gold
    script:
      - hears: Hi you
      - presses: 1
      - expects: { step: gold }
      - hears: Bye
      - expects: { ended: normal }
      - expects: { var: { name: tier, is: gold } }
  - name: sales are busy
    parties: { '+49301110': busy }
    script:
      - hears: 1 or 2
      - presses: 2
      - expects: { command: connect, to: '+49301110', from: '+4930555000' }
      - hears: Busy
  - name: sales answer and hang up
    parties: { '+49301110': { answers: 200ms, hangs_up: 500ms } }
    script:
      - presses: 2
      - hears: Done
  - name: the flow calls somebody
    start: { direction: outbound, params: { who: Ada } }
    script:
      - hears: Hi Ada
      - hangs_up
      - expects: { ended: normal }
  - name: nobody says so
    script:
      - hears: Hi
      - presses: 1
      - hears: Xylophone
  - name: at night
    start: { at: '2026-01-05T22:00:00Z' }
    script: [hears: Hi]
  - name: for ever
    script: [waits: 10m]
`;

let folder: string;
let dev: Command;
let live: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringflow-live-'));
  writeFileSync(join(folder, 'flow.yaml'), flow);
  writeFileSync(join(folder, 'desk.scenario.yaml'), scenarios);
  dev = new Command(['dev', folder, '--port', '0', '--emulator-port', '0', '--store', 'memory:']);
  await dev.wrote('Stop with Ctrl-C');
  const [service = '', emulator = ''] = dev.stderr.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  live = ['--live', emulator, '--service', service];
});

afterAll(async () => {
  await dev.stop();
  rmSync(folder, { recursive: true });
});

describe('test --live', () => {
  test('plays what can be played, and tells the rest with its reason', async () => {
    const { stdout, stderr, code } = await run(['test', folder, ...live]);
    const lines = scenarios.split('\n');
    const place = (name: string) => `${folder}/desk.scenario.yaml:${lines.indexOf(`  - name: ${name}`) + 1}`;
    expect(stderr).toBe('');
    expect(stdout).toContain(
      'pass  a key leads to gold\npass  sales are busy\npass  sales answer and hang up\npass  the flow calls somebody\n',
    );
    expect(stdout).toContain(`FAIL  nobody says so (${place('nobody says so')})`);
    expect(stdout).toContain('the caller did not hear "Xylophone" before the call ended');
    expect(stdout).toContain('caller    hears "Hi you." (en-US)');
    expect(stdout).toContain(
      `skip  at night (${place('at night')}): not run live: it sets the start time\n` +
        `skip  for ever (${place('for ever')}): not run live: it takes 600 s, longer than the limit of 60 s\n`,
    );
    expect(stdout).toMatch(/\n4 passed, 1 failed, 2 skipped\n$/);
    expect(code).toBe(1);
  });

  test('where none can be played the run has failed, since nothing is known', async () => {
    const { stdout, stderr, code } = await run(['test', folder, ...live, '--filter', 'at night']);
    expect(stdout).toContain('0 passed, 0 failed, 1 skipped');
    expect(stderr).toContain('ringflow: none of the scenarios could be run live\n');
    expect(code).toBe(1);
  });

  test('a call that takes longer than it may has failed', async () => {
    const args = ['test', folder, ...live, '--filter', 'gold', '--live-limit', '300ms'];
    const { stdout, code } = await run(args);
    expect(stdout).toContain('calls are limited to 0.3 s (--live-limit)');
    expect(code).toBe(1);
  });

  test('what nobody answers, and flags that do not go together, are told in one line', async () => {
    const nowhere = await run(['test', folder, '--live', 'http://127.0.0.1:9']);
    expect(nowhere.stderr).toMatch(
      /^ringflow: http:\/\/127\.0\.0\.1:9\/_emulator\/clock cannot be reached: .+\n$/,
    );
    expect([nowhere.code, nowhere.stdout]).toEqual([1, '']);
    for (const flags of [['--coverage'], ['--jobs', '2'], ['--watch']]) {
      const { stderr, code } = await run(['test', folder, ...live, ...flags]);
      expect([stderr.split('\n')[0], code]).toEqual([
        flags[0] === '--watch'
          ? 'ringflow: --watch cannot be combined with --live'
          : `ringflow: --live cannot be combined with ${String(flags[0])}`,
        2,
      ]);
    }
  });
});
