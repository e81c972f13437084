/** The desk that people call in the tests of crashes: its flow, its platform, its books, and who calls it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { root } from './command.ts';
import type { Script } from './people.ts';

export const FLOWS = join(root, 'test/fixtures/flows/crash');
export const OUR_NUMBER = '+4930222';
export const TOKEN = 'crash-test-hook-token';
/** The flow passes here once, however the call ends. */
export const MILESTONE = 'noted';
/** No call may last longer: the limit of the flow, and what the detection of a dead node may add. */
export const LIMIT_MS = 5 * 60_000 + 10_000;

const FAVOURS = 42;

const welcome = 'Welcome to the desk that goes on whatever happens.';
const main =
  'For the desk press 1, for your number press 2, to leave press 3. All others are for those who ask the desk for a favour.';
const wrong = 'That was none of the keys that lead anywhere.';
/** What they hear then. */
export const silent = 'Are you still there? Take the time that you need.';
/** What the desk asks of those who say nothing. */
export const silence = 'Say nothing at all, for the desk would like to know how that goes.';
const number = 'Please enter the four digits of your number, one after the other.';
const nobody = 'Nobody at the desk is free to talk to you right now.';
const thanks = 'Thank you, 0471, that is all that we need to know of you.';
const favours = `The desk has done you ${FAVOURS} favours, and may well do you one more.`;
const sent = 'We have sent you a message in which you find everything that the desk knows.';
const goodbye = 'Goodbye, and thank you for your patience.';

const atMain = (keys: string) => (prompt: string) => (prompt.endsWith(main) ? keys : undefined);
const asked = ['accept', `say ${welcome}`, `say ${main}`];
const ending = [`say ${goodbye}`, 'hangup'];

/** Takes long, for the desk is patient. */
export const saysNothing: Script = {
  name: 'says nothing',
  presses: atMain('8'),
  expects: [...asked, `say ${silence}`, `say ${silent} ${silence}`, ...ending],
};

/** Who calls beside. */
export const scripts: Script[] = [
  { name: 'leaves', presses: atMain('3'), expects: [...asked, ...ending] },
  { name: 'is put through', presses: atMain('1'), expects: [...asked, 'connect +4930301', ...ending] },
  {
    name: 'finds the desk busy',
    presses: atMain('4'),
    expects: [...asked, 'connect +4930302', `say ${nobody}`, ...ending],
  },
  {
    name: 'gives a number',
    presses: (prompt) => (prompt === number ? '0471' : atMain('2')(prompt)),
    expects: [...asked, `say ${number}`, `say ${thanks}`, ...ending],
  },
  {
    name: 'presses a wrong key',
    presses: (prompt, heard) => atMain(heard.includes(`${wrong} ${main}`) ? '3' : '9')(prompt),
    expects: [...asked, `say ${wrong} ${main}`, ...ending],
  },
  { name: 'asks for favours', presses: atMain('6'), expects: [...asked, `say ${favours}`, ...ending] },
  { name: 'wants a message', presses: atMain('7'), expects: [...asked, 'sms', `say ${sent}`, ...ending] },
  { name: 'hangs up in the menu', hangsUp: { at: main }, expects: asked },
  {
    name: 'hangs up on the desk',
    presses: atMain('5'),
    hangsUp: 'when bridged',
    expects: [...asked, 'connect +4930303'],
  },
];

/** Each script in turn. */
export function scriptOf(call: number, among: readonly Script[] = scripts): Script {
  const script = among[call % among.length];
  if (script === undefined) throw new Error('there are no scripts');
  return script;
}

/** What the service needs to know to run the desk on this platform, beside its store and its address. */
export function deskEnv(platform: Emulator, books: Books): Record<string, string> {
  return {
    RINGFLOW_PLATFORM_URL: platform.url,
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_EGRESS: '127.0.0.0/8',
    DESK_URL: books.url,
  };
}

/** Starts the platform. Speech is fast; what nobody took comes again and again. `url` is where the service is reached. */
export function openPlatform(url: string): Promise<Emulator> {
  const hook = `${url}/hooks/default/${TOKEN}`;
  return startEmulator({
    settings: {
      redeliver: 1_000,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey: 'app-key', webhook: `${hook}/voice`, smsWebhook: `${hook}/sms` }],
      parties: {
        '+4930301': { afterMs: 200, acts: [{ afterMs: 300, hangsUp: true }] },
        '+4930302': { on_ring: 'busy', afterMs: 200 },
        '+4930303': { afterMs: 200 },
      },
      sms: { anyTemplate: true },
      dtmf: { gapMs: 50, windowMs: 1_000 },
      charactersPerSecond: 250,
      setupMs: 50,
      journalEntries: 1_000_000,
    },
  });
}

/** Where the desk notes the favours that it has done. */
export interface Books {
  url: string;
  close(): Promise<void>;
}

export async function openBooks(): Promise<Books> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ favours: FAVOURS }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
