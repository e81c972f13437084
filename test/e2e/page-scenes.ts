/** What the pages of the documentation take for granted, and what stands for the ids that they print. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Act } from '../../src/platform/emulator/model/settings.ts';
import { root } from '../docs/documented-commands.ts';
import { until } from '../engine/until.ts';
import { CONFIRMING } from './page.ts';
import type { Page } from './page.ts';

export interface Scene {
  /** Lays out what a reader has by then; gets the text of the page. */
  begin?: (page: Page, text: string) => unknown;
  /** The first that fits a command is taken. */
  steps?: Step[];
}

interface Step {
  /** With this the command begins, as it is printed. */
  begins: string;
  before?: (page: Page) => unknown;
  input?: (page: Page) => string;
  /** Exit codes with which it may end; 0 unless said otherwise. */
  codes?: number[];
  after?: (page: Page, stdout: string) => unknown;
}

const CALLER = '+4917100009';
const NUMBER = '+4930555000';
/** `diff`, `preview` and `compat` end with 1 where they find a difference, which is what they are for. */
const FOUND = [0, 1];

/** The settings of the README, for a service before the page's emulator. */
function configure(page: Page): void {
  Object.assign(page.env, {
    RINGFLOW_PLATFORM_URL: page.emulator.url,
    RINGFLOW_APP_ID: 'demo',
    RINGFLOW_APP_KEY: 'demo-key',
    RINGFLOW_HOOK_TOKEN: 'a-token-of-the-documentation',
    RINGFLOW_PUBLIC_URL: page.url,
    RINGFLOW_SECRETS_DIR: join(page.folder, 'secrets'),
    RINGFLOW_DRAIN: '1s',
  });
}

/** A service that runs, and somebody who may operate it. */
async function serve(page: Page, command = 'npx ringflow serve'): Promise<void> {
  configure(page);
  await page.run(command);
  const { stdout } = await page.run('npx ringflow keys create operations --role admin');
  await page.run(`npx ringflow login --url ${page.url}`, stdout);
}

/** Somebody calls a number of the service, and does these things; resolves with the id of the call, once it is there. */
async function ring(page: Page, acts: Act[] = []): Promise<string> {
  const voiceId = page.emulator.act(({ people }, now) =>
    people.ring({ from: CALLER, to: NUMBER, acts }, now),
  );
  const id = `default.${String(voiceId)}`;
  await until(async () => (await page.run(`npx ringflow trace ${id}`)).stdout.includes('play'));
  return id;
}

/** The blocks of a page that are marked as flows. */
function flowsOf(text: string): string[] {
  return [...text.matchAll(/^```yaml flow\n(.*?)^```$/gms)].map(([, flow = '']) => flow);
}

export const scenes: Record<string, Scene> = {
  'README.md': {
    begin: async (page) => {
      page.copyFlows(['front-desk']);
      await page.run('npx ringflow dev');
    },
  },
  'docs/cookbook.md': {
    begin: (page) => {
      page.copyFlows(['callback-request']);
    },
    steps: [{ begins: 'npx ringflow call', input: () => 'hangup\n' }],
  },
  'docs/diff.md': {
    begin: async (page) => {
      page.copyFlows(['front-desk']);
      await page.run('git init --quiet --initial-branch main && git add flows');
      await page.run('git -c user.name=a -c user.email=a@b.test commit --quiet --message flows');
      await page.run("sed -i.bak 's/18:00/17:00/' flows/front-desk/flow.yaml && rm flows/front-desk/*.bak");
    },
    steps: [{ begins: 'npx ringflow diff', codes: FOUND }],
  },
  'docs/emulator.md': {
    begin: (page, text) => {
      const [, settings = ''] = /^```yaml\n(.*?)^```$/ms.exec(text) ?? [];
      page.write('emulator.yaml', settings);
    },
  },
  'docs/importing.md': {
    begin: (page) => {
      page.copyFlows(['front-desk']);
      const original = join(root, 'test/importers/studio/cases/front-desk/front-desk.json');
      page.write('my-flow.json', readFileSync(original, 'utf8'));
    },
  },
  'docs/hosting.md': {
    begin: (page) => {
      configure(page);
      Object.assign(page.env, { RINGFLOW_PROJECT_SHOP_APP_ID: 'shop' });
      page.write('secrets/shop-app-key', 'shop-key\n');
      page.copyFlows(['front-desk', 'appointment-reminder']);
      page.copyFlows(['front-desk'], 'shop-flows');
      const file = join(page.folder, 'shop-flows/front-desk/flow.yaml');
      page.write(
        'shop-flows/front-desk/flow.yaml',
        readFileSync(file, 'utf8').replace('name: front-desk', 'name: shop-desk'),
      );
      page.write('customers.csv', `number,appointment\n${CONFIRMING},Monday at nine\n`);
    },
    steps: [
      {
        begins: 'npx ringflow keys create operations',
        after: (page, stdout) => {
          page.write('operations.key', stdout);
        },
      },
      {
        begins: 'npx ringflow login',
        input: (page) => readFileSync(join(page.folder, 'operations.key'), 'utf8'),
      },
      {
        begins: 'npx ringflow deploy flows/front-desk --canary',
        before: (page) =>
          page.run(
            "sed -i.bak 's/ring: 30s/ring: 25s/' flows/front-desk/flow.yaml && rm flows/front-desk/*.bak",
          ),
      },
      { begins: 'npx ringflow stats front-desk --from', codes: FOUND },
      {
        begins: 'npx ringflow stats',
        before: async (page) => {
          const id = await ring(page, [{ afterMs: 10, hangsUp: true }]);
          await until(async () =>
            (await page.run(`npx ringflow calls list --state ended`)).stdout.includes(id),
          );
          await until(async () => (await page.run('npx ringflow stats front-desk')).code === 0);
        },
      },
      {
        begins: 'npx ringflow project token list',
        after: (page, stdout) => {
          page.replaced.push(['0f3c9a1b2d4e', /^([0-9a-f]{12})\b/m.exec(stdout)?.[1] ?? 'none']);
        },
      },
      {
        begins: 'npx ringflow campaign results',
        after: (page) => {
          // The sample notes what was answered, so that this says who confirmed.
          const results = readFileSync(join(page.folder, 'spring.csv'), 'utf8');
          expect(results).toMatch(/,answered,.*,appointment_confirmed,/);
        },
      },
      {
        begins: 'npx ringflow calls list --state live',
        before: async (page) => {
          page.replaced.push(['default.7b1d2c9e', await ring(page)]);
        },
      },
      {
        begins: 'npx ringflow planned list',
        after: (page, stdout) => {
          page.replaced.push([
            '071680e5-1401-4580-8e9f-d901afae6418',
            /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? 'none',
          ]);
        },
      },
      {
        begins: 'npx ringflow keys list',
        after: (page, stdout) => {
          page.replaced.push(['3f1c9a7be240', /^([0-9a-f]{12})\b.*\bci\b/m.exec(stdout)?.[1] ?? 'none']);
        },
      },
    ],
  },
  'docs/operations.md': {
    begin: (page) => {
      page.copyFlows(['front-desk']);
    },
    steps: [
      {
        begins: 'npx ringflow cdrs --from',
        before: async (page) => {
          const { stdout } = await page.run('npx ringflow keys create operations --role admin');
          await page.run(`npx ringflow login --url ${page.url}`, stdout);
        },
      },
    ],
  },
  'docs/perturb.md': {
    begin: (page) => {
      // The commands are what is tried here; the sample of this name takes minutes.
      page.write('flows/pin-check/flow.yaml', HELLO);
      page.write('flows/pin-check/hello.scenario.yaml', HELLO_SCENARIO);
    },
  },
  'docs/preview.md': {
    begin: async (page, text) => {
      page.write('flows/garage/flow.yaml', flowsOf(text)[0] ?? '');
      await serve(page, 'npx ringflow serve flows');
      page.emulator.act(({ control }) => {
        control.setParty('+4930231290', { on_ring: 'busy' });
      });
      const id = await ring(page, [{ afterMs: 1_500, presses: '2' }]);
      await until(async () => (await page.run('npx ringflow calls list --state ended')).stdout.includes(id));
      page.replaced.push(['default.7b1d2c9e', id]);
      const { stdout } = await page.run('npx ringflow calls list --json --last 1');
      page.replaced.push(['438d1e06a609f88a', /[0-9a-f]{16}/.exec(stdout)?.[0] ?? 'none']);
    },
    steps: [
      { begins: 'npx ringflow preview', codes: FOUND },
      { begins: 'npx ringflow compat', codes: FOUND },
    ],
  },
  'docs/prove.md': {
    begin: (page) => {
      page.copyFlows(['front-desk']);
    },
  },
  'docs/testing.md': {
    begin: (page) => {
      page.copyFlows(['front-desk']);
      page.write(
        'flows/front-desk/night.scenario.yaml',
        'scenarios:\n  - name: at night\n    tags: [night]\n    script: [hangs_up]\n',
      );
    },
    steps: [
      {
        begins: 'npx ringflow test --live',
        before: async (page) => {
          rmSync(join(page.folder, 'flows'), { recursive: true });
          page.write('flows/hello/flow.yaml', HELLO);
          page.write('flows/hello/hello.scenario.yaml', HELLO_SCENARIO);
          await page.run('npx ringflow dev');
        },
        after: (page) => {
          page.copyFlows(['front-desk']);
        },
      },
      { begins: 'npx ringflow test --coverage-min', codes: [1] },
    ],
  },
  'docs/tutorial.md': {
    begin: (page, text) => {
      page.write('flows/bakery/flow.yaml', flowsOf(text).at(-1) ?? '');
    },
    steps: [{ begins: 'npx ringflow call', input: () => 'hangup\n' }],
  },
  'docs/writing-flows.md': {
    begin: (page) => {
      page.copyFlows(['front-desk']);
      page.copyFlows(['front-desk'], 'before');
      page.write('old.yaml', readFileSync(join(page.folder, 'before/front-desk/flow.yaml'), 'utf8'));
    },
    steps: [
      { begins: 'npx ringflow call', input: () => 'hangup\n' },
      { begins: 'npx ringflow diff', codes: FOUND },
    ],
  },
};

const HELLO = `ringflow: 1
name: hello
on: { error: sorry }
steps:
  hello: { say: Hello., next: hangup }
  sorry: { say: Sorry. }
`;

const HELLO_SCENARIO = 'scenarios:\n  - name: hello\n    script: [{ hears: Hello }]\n';
