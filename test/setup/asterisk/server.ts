/** Real Asterisks for tests: each with its own ports, its own configuration and its own recordings, gone when stopped. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { renderSetup } from '../../../src/carriers/asterisk/setup/index.ts';
import type { AsteriskSetup } from '../../../src/carriers/asterisk/setup/index.ts';
import { freePort, freeUdpBlock, PORT_BLOCK } from '../free-port.ts';
import { asteriskRoot, readAsteriskIds } from './root.ts';

const run = promisify(execFile);

/** Time for a start on a busy machine. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Ports of a block that Asterisk does not use: SIP of agents and callers, and their audio. */
const TELEPHONE_PORTS = 60;

export interface AsteriskOptions {
  /** Default: `desk`. */
  systemName?: string;
  /** Stasis application. Default: `ringflow`. */
  application?: string;
  /** WebSocket address to which Asterisk connects for events; absent: only the test opens sockets. */
  eventsUrl?: string;
  /** Addresses to which calls can be streamed. */
  streams?: AsteriskSetup['streams'];
  /** Addresses whose calls are accepted. Default: 127.0.0.1. */
  trusted?: string[];
}

export interface AsteriskServer {
  systemName: string;
  application: string;
  ari: { url: string; user: string; password: string };
  /** UDP port on which it receives SIP, on 127.0.0.1. */
  sipPort: number;
  /** Where it rings `PJSIP/agent` and `PJSIP/{number}@agent`: a telephone of the test listens there. */
  agentPort: number;
  /** Folder of files that belong to it, and of scenarios and captures of telephones. */
  folder: string;
  /** Folder of its recordings. */
  recordings: string;
  /** Folder for prompts: `sound:<folder>/<name without ending>` plays one. */
  prompts: string;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** Returns a free UDP port in its block for a telephone; the three above it are free, too. */
  takePort(): number;
  /** Returns what it logged: notices, warnings, errors. */
  readLog(): string;
  /** Runs one command of its command line, such as `core show channels`. */
  command(text: string): Promise<string>;
  /** Kills it: it tells neither telephones nor Ringflow. */
  kill(): Promise<void>;
  /** Starts it again on the same ports, after `kill`; with another address for events, if one is given. */
  start(eventsUrl?: string): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Starts an Asterisk. Resolves when it takes calls, after about two seconds. */
export async function startAsterisk(options: AsteriskOptions = {}): Promise<AsteriskServer> {
  const folder = makeFolder();
  const setup = await planSetup(folder, options);
  const instance = new Instance(setup, folder);
  await instance.start();
  return instance;
}

/** The configuration that `ringflow carrier asterisk init` writes, for ports of its own. */
async function planSetup(
  folder: string,
  {
    systemName = 'desk',
    application = 'ringflow',
    eventsUrl,
    streams = [],
    trusted = ['127.0.0.1'],
  }: AsteriskOptions,
): Promise<AsteriskSetup> {
  const first = freeUdpBlock();
  const ari = { address: '127.0.0.1', port: await freePort(), user: 'ringflow', password: makeSecret() };
  return {
    systemName,
    application,
    ari,
    ...(eventsUrl !== undefined && { eventsUrl }),
    sip: { address: '127.0.0.1', port: first },
    rtp: { first: first + TELEPHONE_PORTS, last: first + PORT_BLOCK - 1 },
    streams,
    trusted,
    telephones: [{ name: 'agent', reach: { address: `sip:agent@127.0.0.1:${first + 2}` } }],
    folder,
  };
}

function makeSecret(): string {
  return randomBytes(16).toString('hex');
}

function makeFolder(): string {
  const parent = join(asteriskRoot, 'ringflow-tests');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'asterisk-'));
  for (const name of ['etc', 'run', 'lib', 'log', 'spool/recording', 'spool/tmp', 'prompts'])
    mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

class Instance implements AsteriskServer {
  readonly systemName: string;
  readonly application: string;
  readonly ari: AsteriskServer['ari'];
  readonly sipPort: number;
  readonly agentPort: number;
  readonly folder: string;
  readonly recordings: string;
  readonly prompts: string;
  #setup: AsteriskSetup;
  #process: ChildProcess | undefined;
  #nextPort: number;

  constructor(setup: AsteriskSetup, folder: string) {
    const { systemName, application, ari, sip } = setup;
    this.#setup = setup;
    this.systemName = systemName;
    this.application = application;
    this.ari = { url: `http://127.0.0.1:${ari.port}`, user: ari.user, password: ari.password };
    this.sipPort = sip.port;
    this.agentPort = sip.port + 2;
    this.folder = folder;
    this.recordings = join(folder, 'spool/recording');
    this.prompts = join(folder, 'prompts');
    this.#nextPort = sip.port + 8;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  takePort(): number {
    const first = this.sipPort + 8;
    const port = this.#nextPort;
    const next = port + 4;
    this.#nextPort = next + 4 > this.sipPort + TELEPHONE_PORTS ? first : next;
    return port;
  }

  readLog(): string {
    try {
      return readFileSync(join(this.folder, 'log/messages.log'), 'utf8');
    } catch {
      return '';
    }
  }

  async command(text: string): Promise<string> {
    const { stdout } = await run('chroot', [
      asteriskRoot,
      'asterisk',
      '-C',
      this.#configuration(),
      '-rx',
      text,
    ]);
    return stdout;
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async start(eventsUrl = this.#setup.eventsUrl): Promise<void> {
    if (eventsUrl !== undefined) this.#setup = { ...this.#setup, eventsUrl };
    this.#write();
    const child = spawn(
      'chroot',
      [asteriskRoot, 'asterisk', '-f', '-U', 'asterisk', '-G', 'asterisk', '-C', this.#configuration()],
      { stdio: 'ignore' },
    );
    this.#process = child;
    const killWithTests = () => child.kill('SIGKILL');
    process.once('exit', killWithTests);
    child.once('exit', () => process.off('exit', killWithTests));
    await this.#untilBooted(child);
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #configuration(): string {
    return join(this.folder, 'etc/asterisk.conf');
  }

  /** Writes the configuration, and removes the sockets of one that was killed. */
  #write(): void {
    for (const file of renderSetup(this.#setup))
      writeFileSync(join(this.folder, 'etc', file.name), file.text);
    rmSync(join(this.folder, 'run'), { recursive: true, force: true });
    mkdirSync(join(this.folder, 'run'));
    const { uid, gid } = readAsteriskIds();
    for (const name of ['.', ...readdirSync(this.folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(this.folder, name), uid, gid);
  }

  async #untilBooted(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      if (child.exitCode !== null)
        throw new Error(`Asterisk ended with ${child.exitCode}: ${this.readLog()}`);
      if (await this.#hasBooted()) return;
      if (Date.now() > deadline) throw new Error(`Asterisk does not start: ${this.readLog()}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  async #hasBooted(): Promise<boolean> {
    const answer = await this.command('core waitfullybooted').catch(() => '');
    return answer.includes('fully booted');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await Promise.race([over, pause(5_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
    await over;
  }
}
