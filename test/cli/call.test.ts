import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { registerCall } from '../../src/cli/phone/call.ts';
import { Keyboard } from '../../src/cli/phone/phone-keyboard.ts';
import type { Io } from '../../src/cli/shared/io.ts';
import type { Input } from '../../src/cli/phone/phone-keyboard.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { compiled, deskFlow } from '../verification/testkit/flow.ts';
import { folderWith, runCommand } from './command.ts';
import type { Ran } from './command.ts';
import { configOf } from '../builders/config.ts';

const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function flowsWith(files: Record<string, string>): string {
  const folder = folderWith(files);
  open.push(folder.remove);
  return folder.path;
}

/** Calls with these lines from a pipe. */
function call(lines: string[], ...args: string[]): Promise<Ran> {
  const input: Input = Readable.from(lines.map((line) => `${line}\n`));
  return runCommand(
    (program, io) => {
      registerCall(program, io, input);
    },
    ['call', ...args],
  );
}

const folder = () => flowsWith({ 'desk/flow.yaml': deskFlow });

describe('ringflow call --offline --fast', () => {
  const offline = (lines: string[], ...args: string[]) =>
    call(lines, 'desk', '--offline', folder(), '--fast', ...args);

  it('shows what the caller hears, and does what is typed when the call is ready for it', async () => {
    expect(await offline(['2', '0042', '1234'])).toEqual({
      out: `-- +12025550199 calls +12025550100: ringing
-- answered
[en-US] Welcome to Acme.
[en-US] For billing press 1. For your account press 2. To leave press 9.
> 2
[en-US] Your account number.
> 0042
[en-US] Your PIN.
> 1234
[en-US] Thank you, account 0042. Goodbye.
-- the call has ended: Normal Clearing
`,
      err: '',
      code: 0,
    });
  });

  it('lets the caller wait in silence, talk to somebody and hang up', async () => {
    const { out } = await offline(['wait 12s', '1', 'wait 5s', 'hangup'], '--party', '+49301110=busy');
    expect(out).toBe(`-- +12025550199 calls +12025550100: ringing
-- answered
[en-US] Welcome to Acme.
> wait 12s
[en-US] For billing press 1. For your account press 2. To leave press 9.
[en-US] Are you still there? For billing press 1. For your account press 2. To leave press 9.
> 1
-- calling +49301110
-- +49301110 is disconnected: User Busy
-- calling +49301111
> wait 5s
-- +49301111 answers: you are connected
> hangup
-- +49301111 is disconnected: Normal Clearing
-- the call has ended: Normal Clearing
`);
  });

  it('shows what the flow does after the end of the call', async () => {
    const flow = `ringflow: 1
name: after
on: { end: asked }
steps:
  hi: { say: Hi., next: hangup }
  asked: { http: { post: 'http://127.0.0.1:1/calls', timeout: 2s }, on: { failed: thanks } }
  thanks: { sms: { template: thanks, campaign: c }, on: { failed: hangup }, next: later }
  later: { sms: { template: later, campaign: c, schedule: 1h }, on: { failed: hangup } }
`;
    const { out, err } = await call(['1'], 'after', '--offline', flowsWith({ 'flow.yaml': flow }), '--fast');
    expect(out).toBe(`-- +12025550199 calls +12025550100: ringing
-- answered
[en-US] Hi.
-- the call has ended: Normal Clearing
-- a message to +12025550199: [thanks]
-- the message to +12025550199 is delivered
`);
    expect(err).toContain('ignored, the call has ended: 1\n');
    expect(err).toContain('-- the flow sends POST http://127.0.0.1:1/calls');
  });

  it('stays on the line when the pipe is empty', async () => {
    const { out, code } = await offline([]);
    expect(out).toMatch(/Are you still there\?.*\n-- the call has ended: Normal Clearing\n$/);
    expect(code).toBe(0);
  });

  it('tells what nobody listened to, and what came too late', async () => {
    const { out, err } = await offline(['say hello', 'nonsense here', '9', '1', 'wait 3s', 'hangup']);
    expect(out).toContain('> say hello\n-- speech ignored: the flow is not listening\n');
    expect(err).toBe(`"nonsense here" is unknown; type help for a list
ignored, the call has ended: 1
ignored, the call has ended: wait 3s
`);
  });

  it('takes the numbers that are given', async () => {
    const { out } = await offline(['hangup'], '--from', '+4930111222', '--to', '+4930111333');
    expect(out).toMatch(/^-- \+4930111222 calls \+4930111333: ringing\n/);
  });

  it('has the flow call whoever sent a message', async () => {
    const flow =
      'ringflow: 1\nname: hi\non: { error: hi }\nsteps:\n  hi: { say: "You wrote ${message.text} from ${message.from}." }\n';
    const path = flowsWith({ 'flow.yaml': flow });
    const { out, code } = await call([], 'hi', '--offline', path, '--fast', '--message', 'call me');
    expect(out).toContain('[en-US] You wrote call me from +12025550199.\n');
    expect(code).toBe(0);
  });
});

describe('ringflow call --offline', () => {
  it('follows the clock without --fast', async () => {
    const flow = 'ringflow: 1\nname: hi\nsteps:\n  hi: { say: Hi. }\n';
    const { out, code } = await call([], 'hi', '--offline', flowsWith({ 'flow.yaml': flow }));
    expect(out).toContain('[en-US] Hi.\n-- the call has ended: Normal Clearing\n');
    expect(code).toBe(0);
  });

  it('a person at a terminal is heard at once, and hangs up with Ctrl-D', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const path = folder();
    input.write('1\n');
    input.end();
    const { out, code } = await runCommand(
      (program, io) => {
        registerCall(program, io, input);
      },
      ['call', 'desk', '--offline', path],
    );
    expect(out).toBe(`-- +12025550199 calls +12025550100: ringing
-- answered
[en-US] Welcome to Acme.
-- key 1 ignored: the flow is not collecting keys
-- the call has ended: Normal Clearing
`);
    expect(code).toBe(0);
  });

  it('a person who hangs up once more waits for nothing that the flow does afterwards', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const flow = `ringflow: 1
name: slow
on: { error: bye, end: pause }
steps:
  bye: { hangup: }
  pause: { wait: 1h }
`;
    const path = flowsWith({ 'flow.yaml': flow });
    const { out, code } = await runCommand(
      (program, io) => {
        const watched: Io = {
          ...io,
          out(text) {
            io.out(text);
            if (text.includes('has ended')) setImmediate(() => input.end());
          },
        };
        registerCall(program, watched, input);
      },
      ['call', 'slow', '--offline', path],
    );
    expect(out).toMatch(/-- the call has ended: .*\n$/);
    expect(code).toBe(0);
  });

  it('Ctrl-C ends what the flow does afterwards, even where lines come from a pipe', async () => {
    const flow = `ringflow: 1
name: slow
on: { error: bye, end: pause }
steps:
  bye: { hangup: }
  pause: { wait: 1h }
`;
    const input = new PassThrough();
    const path = flowsWith({ 'flow.yaml': flow });
    const { out, err, code } = await runCommand(
      (program, io) => {
        const watched: Io = {
          ...io,
          out(text) {
            io.out(text);
            if (text.includes('has ended')) setImmediate(() => process.emit('SIGINT'));
          },
        };
        registerCall(program, watched, input);
      },
      ['call', 'slow', '--offline', path],
    );
    expect(out).toMatch(/-- the call has ended: .*\n$/);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('is called by the flow with --outbound', async () => {
    const { out } = await call(['9'], 'desk', '--offline', folder(), '--fast', '--outbound');
    expect(out).toMatch(
      /^-- \+12025550100 calls \+12025550199: ringing\n-- answered\n[^]*> 9\n-- the call has ended/,
    );
  });

  const greeting = `ringflow: 1
name: greeting
params: { who: string, times: int, loud: { type: bool, default: false } }
steps:
  hi: { say: "Hi \${params.who}, \${params.times + 1}, \${params.loud}." }
`;

  it('gives the flow its parameters, read by their types', async () => {
    const path = flowsWith({ 'flow.yaml': greeting });
    const given = ['--param', 'who=Ada = Lovelace', '--param', 'times=02', '--param', 'loud=true'];
    const { out, code } = await call([], 'greeting', '--offline', path, '--fast', ...given);
    expect(out).toContain('[en-US] Hi Ada = Lovelace, 3, true.\n');
    expect(code).toBe(0);
  });

  it('says which parameters are missing or wrong', async () => {
    const path = flowsWith({ 'flow.yaml': greeting });
    const { err, code } = await call(
      [],
      'greeting',
      '--offline',
      path,
      '--param',
      'times=many',
      '--param',
      'x=',
    );
    expect(err).toBe(
      'ringflow: parameter "who" is missing; parameter "times" must be of type int; parameter "x" is not declared (the flow takes who, times, loud): give it with --param name=value\n',
    );
    expect(code).toBe(2);
  });

  it('asks for no value of a parameter that is not declared', async () => {
    const path = flowsWith({ 'flow.yaml': greeting });
    const given = ['--offline', path, '--param', 'who=Ada', '--param', 'times=2', '--param', 'x=1'];
    const { err } = await call([], 'greeting', ...given);
    expect(err).toBe('ringflow: parameter "x" is not declared (the flow takes who, times, loud)\n');
  });

  it('shows messages, recordings and streams, and sends a message', async () => {
    const path = flowsWith({
      'flow.yaml': `
ringflow: 1
name: line
on: { error: bye }
steps:
  link: { sms: { template: link, campaign: c, data: { code: 7 } } }
  code: { wait: { for: message }, on: { timeout: bye } }
  heard: { say: "You wrote \${message.text}." }
  agent: { stream: { to: wss://agent.example.com, timeout: 3s }, on: { timeout: desk } }
  desk: { connect: { to: "+4930333" }, on: { bridged: record, busy: bye, no_answer: bye } }
  record: { record: { start: "a-\${call.id}" } }
  pause: { hold: }
  again: { resume: }
  talk: { wait: { for: bridge_end } }
  bye: { hangup: }
`,
    });
    const { out } = await call(
      ['wait 3s', 'text 4711', 'wait 20s', 'hangup'],
      'line',
      '--offline',
      path,
      '--fast',
    );
    expect(out).toBe(`-- +12025550199 calls +12025550100: ringing
> wait 3s
-- a message to +12025550199: [link] code: 7
-- the message to +12025550199 is delivered
> text 4711
-- answered
[en-US] You wrote 4711.
> wait 20s
-- streaming your voice to wss://agent.example.com
-- stream ended
-- calling +4930333
-- +4930333 answers: you are connected
-- recording started
-- on hold
-- no longer on hold
> hangup
-- +4930333 is disconnected: Normal Clearing
-- recording ended
-- the call has ended: Normal Clearing
`);
  });

  it('shows the room that the caller is in', async () => {
    const path = flowsWith({
      'flow.yaml':
        'ringflow: 1\nname: line\non: { error: bye }\nsteps:\n  room: { room: { join: r1 } }\n  bye: { hangup: }\n',
    });
    const { out } = await call(['wait 3s', 'hangup'], 'line', '--offline', path, '--fast');
    expect(out).toContain('-- you joined the room r1\n');
  });

  it('takes a flow file and a folder with one flow', async () => {
    const path = folder();
    for (const flow of [`${path}/desk/flow.yaml`, path])
      expect(await call(['hangup'], flow, '--offline', '--fast')).toMatchObject({ code: 0 });
  });

  it('names the flows that there are when the one asked for is not there', async () => {
    const path = folder();
    expect(await call([], 'front', '--offline', path)).toEqual({
      out: '',
      err: `ringflow: no flow "front"; the flows in ${path} are: desk\n`,
      code: 1,
    });
  });

  it('shows what is wrong with a flow that cannot be called', async () => {
    const path = flowsWith({ 'flow.yaml': deskFlow.replace('goto: ask', 'goto: asks') });
    const { err, code } = await call([], 'desk', '--offline', path);
    expect(err).toContain('[dangling-target]');
    expect(err).toContain('are: none without errors');
    expect(code).toBe(1);
  });

  it.each([
    [['desk', '--fast'], '--fast requires --offline'],
    [['desk', '--message', 'hi'], '--message requires --offline'],
    [['desk', '--offline', '--to', 'home'], '--to is "home": expected a number such as +12025550100'],
    [
      ['desk', '--party', '+4930=asleep'],
      '--party is "+4930=asleep": expected a number and one of answers, busy',
    ],
    [['desk', '--param', 'who=Ada'], '--param requires --outbound or --offline'],
    [['desk', '--param', 'who'], '--param is "who": expected name=value'],
    [['desk', '--url', 'nowhere'], '--url is "nowhere": expected a URL such as http://127.0.0.1:4010'],
  ])('%j is refused with 2', async (args, message) => {
    const { err, code } = await call([], ...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('ringflow call at an emulator', () => {
  const quick = { setupMs: 0, charactersPerSecond: 2_000, dtmf: { gapMs: 20, windowMs: 60_000 } };

  async function emulator(): Promise<Emulator> {
    const started = await startEmulator({ settings: quick });
    open.push(() => started.close());
    return started;
  }

  /** An emulator with a service behind one of its numbers, which places calls for whoever asks. */
  async function platform(): Promise<Emulator & { service: string }> {
    const started = await emulator();
    const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const service = await startService({
      config: configOf(started.url, { defaultFlow: 'desk' }),
      flows: [compiled()],
      log: silent,
      openDial: true,
    });
    open.push(() => service.stop());
    started.act(({ control }) => {
      control.setNumber('+12025550100', { webhook: service.hookUrl, label: 'desk' });
    });
    return Object.assign(started, { service: service.url });
  }

  it('is called by the flow with --outbound, and answers', async () => {
    const { url, service } = await platform();
    const { out, err, code } = await call(['9'], 'desk', '--outbound', '--url', url, '--service', service);
    expect(out).toBe(`-- +12025550100 calls +12025550199: ringing
-- answered
[en-US] Welcome to Acme.
[en-US] For billing press 1. For your account press 2. To leave press 9.
> 9
-- the call has ended: Normal Clearing
`);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('gives the service the parameters, and tells why it does not call', async () => {
    const { url, service } = await platform();
    const { err, code } = await call(
      [],
      'desk',
      '--outbound',
      '--url',
      url,
      '--service',
      service,
      '--param',
      'who=Ada',
    );
    expect(err).toContain('the service refused the call (400)');
    expect(err).toContain('parameter \\"who\\" is not declared (the flow takes none)');
    expect(code).toBe(1);
  });

  it('ends with 1 when no service is there to call the phone', async () => {
    const { url } = await platform();
    const gone = await startEmulator();
    await gone.close();
    const { err, code } = await call([], 'desk', '--outbound', '--url', url, '--service', gone.url);
    expect(err).toBe(`ringflow: no service at ${gone.url}: start "ringflow dev" first\n`);
    expect(code).toBe(1);
  });

  it('rings the number of the flow and talks to it over HTTP', async () => {
    const { url } = await platform();
    const { out, err, code } = await call(
      ['1'],
      'desk',
      '--url',
      url,
      '--party',
      '+49301110=busy',
      '--party',
      '+49301111=busy',
    );
    expect(out).toBe(`-- +12025550199 calls +12025550100: ringing
-- answered
[en-US] Welcome to Acme.
[en-US] For billing press 1. For your account press 2. To leave press 9.
> 1
-- calling +49301110
-- +49301110 is disconnected: User Busy
-- calling +49301111
-- +49301111 is disconnected: User Busy
[en-US] Billing is busy.
-- the call has ended: Normal Clearing
`);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('sends a message to the number of the flow', async () => {
    const started = await platform();
    expect((await call(['text hello', 'hangup'], 'desk', '--url', started.url)).code).toBe(0);
    const entries = started.act(({ journal }) => journal.readAfter(0));
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'sms_received',
        from: '+12025550199',
        to: '+12025550100',
        text: 'hello',
      }),
    );
  });

  it('hangs up', async () => {
    const { url } = await platform();
    const { out, code } = await call(['say hello', 'hangup'], 'desk', '--url', url);
    expect(out).toMatch(/> say hello\n[^]*> hangup\n[^]*-- the call has ended: Normal Clearing\n$/);
    expect(code).toBe(0);
  });

  it('names the flows that can be called', async () => {
    const { url } = await platform();
    expect(await call([], 'front', '--url', url)).toEqual({
      out: '',
      err: 'ringflow: the emulator has no number for the flow "front"; its flows are: desk\n',
      code: 1,
    });
  });

  it('ends with 1 when the call is refused', async () => {
    const { url } = await emulator();
    const { err, code } = await call([], 'desk', '--url', url, '--to', 'home');
    expect(err).toContain('home is not a number of any project');
    expect(code).toBe(1);
  });

  it('ends with 1 when the emulator goes away during the call', async () => {
    const started = await emulator();
    const calling = runCommand(
      (program, io) => {
        const watched = {
          ...io,
          out: (text: string) => {
            io.out(text);
            void started.close();
          },
        };
        registerCall(program, watched, new PassThrough());
      },
      ['call', 'desk', '--url', started.url, '--to', '+12025550100'],
    );
    expect(await calling).toEqual({
      out: '-- +12025550199 calls +12025550100: ringing\n',
      err: 'ringflow: the connection to the emulator was lost\n',
      code: 1,
    });
  });

  it('ends with 1 when nothing is there', async () => {
    const { url, close } = await startEmulator();
    await close();
    const { err, code } = await call([], 'desk', '--url', url);
    expect(err).toBe(
      `ringflow: no emulator at ${url}/_emulator: start "ringflow dev" first, or use --offline\n`,
    );
    expect(code).toBe(1);
  });
});

describe('a line that is typed', () => {
  it.each([
    ['12#', { kind: 'press', keys: '12#' }],
    [' 1 2 * ', { kind: 'press', keys: '12*' }],
    ['say I would like some help', { kind: 'say', text: 'I would like some help' }],
    ['text Yes, please', { kind: 'text', text: 'Yes, please' }],
    ['wait 5s', { kind: 'wait', ms: 5_000 }],
    ['hangup', { kind: 'hangup' }],
    ['help', { kind: 'help' }],
    ['say', { kind: 'unknown', typed: 'say' }],
    ['wait a bit', { kind: 'unknown', typed: 'wait a bit' }],
    ['', undefined],
  ])('%j', async (typed, act) => {
    const keyboard = new Keyboard(Readable.from([`${typed}\n`]));
    await keyboard.closed;
    expect(keyboard.first).toEqual(act);
  });
});

function ignore(): void {
  // A log that nobody reads.
}
