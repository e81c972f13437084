/** An uploaded flow behind a number of the emulator, and people who call it. */
import { until } from '../../engine/until.ts';
import type { ConsoleScene } from './scene.ts';

const NUMBER = '+4930555777';

/** Text that a careless page would run. */
export const MARKUP = '<img src=x onerror=alert(1)>';

/** A menu with one way; `way` is the work of the step that key 1 leads to. */
export const deskText = (prompt: string, way = 'say: Thank you.') => `ringflow: 1
name: desk
description: Sells things.
languages: [en-US]
on: { error: sorry }
steps:
  main:
    menu:
      prompt: ${prompt} press 1.
      timeout: 1m
      attempts: 2
      choices: [{ key: 1, goto: thanks }]
    on: { exhausted: sorry }
  thanks: { ${way}, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

/** The work of a step that always fails: nobody listens on that port. */
export const FAILING = 'http: { get: "http://127.0.0.1:9/" }';

/** A scenario that fails unless the flow thanks. */
export const SCENARIO = `scenarios:
  - name: buys
    script:
      - presses: '1'
      - hears: Thank you.
`;

export type DeskCalls = Awaited<ReturnType<typeof takeCalls>>;

/** Points the number at the flow `desk`; returns ways to upload, deploy and call it. */
export async function takeCalls({ ask, emulator, service }: ConsoleScene) {
  emulator.act(({ control }) => {
    control.setNumber(NUMBER, { webhook: service.hookUrl });
  });
  await ask('PUT', '/projects/default/routes/main', { number: NUMBER, takes: 'calls', flow: 'desk' });
  let callers = 0;
  const countQuestions = (id: string) =>
    emulator
      .act(({ journal }) => journal.readAfter(0, id))
      .filter((entry) => entry.kind === 'speech' && entry.text !== '').length;
  /** Begins a call; resolves with its id at the platform when the menu listens. */
  const begin = async (): Promise<string> => {
    callers += 1;
    const from = `+49151${10_000_000 + callers}`;
    const id = emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now));
    if (id === undefined) throw new Error('nobody answers the number');
    await until(() => countQuestions(id) > 0 && emulator.act(({ control }) => control.call(id)?.listens));
    return id;
  };
  const isOver = (id: string) =>
    until(() => emulator.act(({ control }) => control.call(id)?.state === 'disconnected'));
  /** Uploads the flow; returns its version. */
  const uploadFiles = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const { versions } = (await ask('POST', '/projects/default/flows', { files })) as {
      versions: { version: string }[];
    };
    return versions[0]?.version ?? '';
  };
  return {
    begin,
    uploadFiles,
    /** Calls, presses the key and waits for the end; without a key the caller hangs up. */
    call: async (key?: string): Promise<void> => {
      const id = await begin();
      emulator.act(({ people }, now) => {
        if (key === undefined) people.hangUp(id, now);
        else people.press(id, key, now);
      });
      await isOver(id);
    },
    /** Uploads a version with a scenario, which fails unless the flow thanks; returns the version. */
    upload: (prompt: string, way?: string): Promise<string> =>
      uploadFiles({
        'desk/flow.yaml': deskText(prompt, way),
        ...(way === undefined && { 'desk/buys.scenario.yaml': SCENARIO }),
      }),
    deploy: (version: string, more: object = {}) =>
      ask('PUT', '/projects/default/deployments/desk', { version, ...more }),
    readDeployment: async () =>
      (await ask('GET', '/projects/default/deployments/desk')) as {
        live: string;
        canary?: { version: string; percent: number };
        scheduled?: { version: string; at: number };
        guard?: object;
        takenBack?: { version: string };
      },
  };
}
