import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_PROJECT } from '../../call/index.ts';
import { parseStream, renderEnvironment, renderSetup } from '../../carriers/asterisk/setup/index.ts';
import type { AsteriskSetup, SetupFile, StreamConnection } from '../../carriers/asterisk/setup/index.ts';
import { CommandFailure, describeError } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { registerCarrierCheck } from './carrier-check.ts';
import type { JsonFlag } from './flags.ts';

/** File with the settings for `ringflow serve`. */
const ENVIRONMENT = 'ringflow.env';
/** The telephone that registers, and to which outbound calls lead while there is no trunk. */
const PHONE = 'phone';

const HELP = `
Writes a configuration with which Asterisk 22.5 or later hands its calls to Ringflow, with new passwords, and ${ENVIRONMENT}
with the settings for the service. Asterisk listens on this machine only, unless --sip-address says otherwise.

Exit code: 0 written, 2 the folder has files in it, cannot be written, or an option is invalid.

Examples:
  ringflow carrier asterisk init asterisk
  ringflow carrier asterisk init asterisk --name office --sip-address 0.0.0.0 --public-address 203.0.113.5`;

interface InitFlags extends JsonFlag {
  name: string;
  project: string;
  service: string;
  sipAddress: string;
  sipPort: string;
  publicAddress?: string;
  ariPort: string;
  rtp: string;
  rtpTimeout: string;
  stream?: StreamConnection[];
  force?: true;
}

/** `ringflow carrier`: sets carriers up, and checks them. */
export function registerCarrier(program: Command, io: Io): void {
  const asterisk = program
    .command('carrier')
    .description('set up what places and answers calls')
    .command('asterisk')
    .description('set up an Asterisk, and check it');
  asterisk
    .command('init')
    .description('write the configuration of an Asterisk')
    .argument('<folder>', 'folder for the files; mount it as /etc/asterisk, or copy them there')
    .option('--name <name>', 'name of the carrier', 'desk')
    .option('--project <id>', 'project that gets the calls', DEFAULT_PROJECT)
    .option('--service <url>', 'URL at which Asterisk reaches the service', 'http://127.0.0.1:8080')
    .option('--sip-address <address>', 'address on which Asterisk receives SIP', '127.0.0.1')
    .option('--sip-port <port>', 'UDP port on which Asterisk receives SIP', '5060')
    .option('--public-address <address>', 'address that telephones reach, if it is another one')
    .option('--ari-port <port>', 'TCP port for ARI, on 127.0.0.1', '8088')
    .option('--rtp <ports>', 'UDP ports for audio, two for each leg', '10000-10199')
    .option('--rtp-timeout <seconds>', 'time without audio after which a call ends; not while on hold', '120')
    .option('--stream <name=url>', 'WebSocket address to which flows may stream calls; repeatable', addStream)
    .option('--force', 'overwrite a configuration; its passwords are replaced')
    .option('--json', 'print the files and the command for the service as JSON')
    .addHelpText('after', HELP)
    .action((folder: string, flags: InitFlags) => {
      writeSetup(folder, flags, io);
    });
  registerCarrierCheck(asterisk, io);
}

function writeSetup(folder: string, flags: InitFlags, io: Io): void {
  refuseFilled(folder, flags.force === true);
  const eventsToken = makeSecret();
  const phonePassword = makeSecret();
  const setup = toSetup(flags, eventsToken, phonePassword);
  const { user, password } = setup.ari;
  const prompts = resolve(folder, 'prompts');
  const settings = {
    name: flags.name,
    ...(flags.project !== DEFAULT_PROJECT && { project: flags.project }),
    user,
    password,
    eventsToken,
    dial: `PJSIP/${PHONE}`,
    prompts,
    streams: flags.stream ?? [],
  };
  const environment = { name: ENVIRONMENT, text: renderEnvironment(settings), isSecret: true };
  const files = [...renderSetup(setup), environment].map((file) => writeSecretly(folder, file));
  const serve = `ringflow serve flows --default-flow <flow> --carrier ${flags.name}=asterisk+http://127.0.0.1:${setup.ari.port}`;
  mkdirSync(prompts, { recursive: true });
  if (flags.json === true) io.out(`${JSON.stringify({ files, serve })}\n`);
  else io.out(files.map((file) => `${file}\n`).join(''));
  io.err(renderNextSteps(folder, serve, setup));
}

function toSetup(flags: InitFlags, eventsToken: string, phonePassword: string): AsteriskSetup {
  const name = parseName(flags.name, '--name');
  const project = parseName(flags.project, '--project');
  const address = parseAddress(flags.sipAddress, '--sip-address');
  const { publicAddress } = flags;
  return {
    systemName: name,
    application: `ringflow-${project}`,
    ari: {
      address: '127.0.0.1',
      port: parsePort(flags.ariPort, '--ari-port'),
      user: 'ringflow',
      password: makeSecret(),
    },
    eventsUrl: `${parseServiceUrl(flags.service)}/carriers/${name}/${project}/${eventsToken}/events`,
    sip: {
      address,
      port: parsePort(flags.sipPort, '--sip-port'),
      ...(publicAddress !== undefined && { publicAddress: parseAddress(publicAddress, '--public-address') }),
    },
    rtp: parsePortRange(flags.rtp),
    rtpTimeoutS: parseTimeout(flags.rtpTimeout),
    ...(flags.stream && { streams: flags.stream }),
    trusted: ['127.0.0.1'],
    telephones: [{ name: PHONE, reach: { password: phonePassword } }],
  };
}

function makeSecret(): string {
  return randomBytes(16).toString('hex');
}

function refuseFilled(folder: string, mayOverwrite: boolean): void {
  if (mayOverwrite || !existsSync(folder)) return;
  let isEmpty = false;
  try {
    isEmpty = readdirSync(folder).length === 0;
  } catch {
    // A file, or a folder that cannot be read.
  }
  if (!isEmpty)
    throw new CommandFailure(`${folder} exists and is not changed: choose another folder, or use --force`);
}

/** Replaces the file, since the mode of one that exists would stay. */
function writeSecretly(folder: string, { name, text, isSecret }: SetupFile): string {
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode: isSecret ? 0o600 : 0o644 });
    return path;
  } catch (error) {
    throw new CommandFailure(`${path} cannot be written: ${describeError(error)}`);
  }
}

function parseName(text: string, flag: string): string {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(text)) return text;
  throw new CommandFailure(
    `${flag} is "${text}": expected lower-case letters, digits and hyphens, at most 32`,
  );
}

function parseAddress(text: string, flag: string): string {
  if (/^[\d.]+$|^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(text)) return text;
  throw new CommandFailure(`${flag} is "${text}": expected an address such as 192.0.2.10`);
}

function parsePort(text: string, flag: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new CommandFailure(`${flag} is "${text}": expected a port`);
}

function addStream(text: string, streams: StreamConnection[] = []): StreamConnection[] {
  const stream = parseStream(text);
  if (stream !== undefined && !streams.some(({ name }) => name === stream.name)) return [...streams, stream];
  throw new InvalidArgumentError(
    'Expected a new name and an address, such as agent=wss://agent.example.com/calls.',
  );
}

function parsePortRange(text: string): { first: number; last: number } {
  const [from = '', to = ''] = text.split('-');
  const [first, last] = [parsePort(from, '--rtp'), parsePort(to, '--rtp')];
  if (last - first >= 3) return { first, last };
  throw new CommandFailure(`--rtp is "${text}": expected at least four ports, such as 10000-10199`);
}

function parseTimeout(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds >= 10) return seconds;
  throw new CommandFailure(`--rtp-timeout is "${text}": expected 10 to 9999 seconds`);
}

function parseServiceUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || /[\s;]/.test(text))
    throw new CommandFailure(`--service is "${text}": expected a URL such as http://127.0.0.1:8080`);
  return url.href.replace(/^http/, 'ws').replace(/\/$/, '');
}

function renderNextSteps(folder: string, serve: string, { sip, telephones }: AsteriskSetup): string {
  const [phone] = telephones;
  const password = phone !== undefined && 'password' in phone.reach ? phone.reach.password : '';
  return `
Next:
  1. Start Asterisk with these files:
       as a container:  ASTERISK_CONFIG=${resolve(folder)} docker compose -f deploy/asterisk/compose.yaml up -d
       as a package:    sudo install --owner=asterisk --mode=600 ${folder}/*.conf /etc/asterisk/ && sudo systemctl restart asterisk
  2. Start the service:
       set -a; . ${join(folder, ENVIRONMENT)}; set +a
       ${serve}
  3. Call any number from this machine, without an account: sip:1000@127.0.0.1:${sip.port}
     Outbound calls ring the telephone that registers as ${PHONE} with the password ${password}.
  A SIP trunk: see the end of ${join(folder, 'pjsip.conf')}, and docs/telephone.md.
`;
}
