import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Command } from 'commander';
import { request } from 'undici';
import { findRequiredParams, readParams } from '../../call/index.ts';
import { renderPretty } from '../../language/diagnostics/index.ts';
import type { Party } from '../../platform/emulator/model/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { loadFlows } from '../../authoring/flow-files/index.ts';
import { carrierProfiles } from '../../carriers/index.ts';
import { createLineOption } from '../shared/carrier-option.ts';
import type { LineFlags } from '../shared/carrier-option.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { addParam } from '../shared/option-values.ts';
import { Emulator } from './phone-emulator.ts';
import { Keyboard, KEYBOARD_HELP } from './phone-keyboard.ts';
import type { Input } from './phone-keyboard.ts';
import type { PhoneLine, Placing } from './phone-line.ts';
import type { SimulationOptions } from '../../verification/testkit/index.ts';
import { readSurroundings } from './phone-answers.ts';
import { callOffline } from './phone-offline.ts';
import { runPhone } from './phone-talk.ts';

const EMULATOR_URL = 'http://127.0.0.1:4010';
const SERVICE_URL = 'http://127.0.0.1:8080';
/** Default caller, in a range reserved for fiction. */
const CALLER = '+12025550199';
const OFFLINE_NUMBER = '+12025550100';

interface CallFlags extends OfflineFlags {
  from: string;
  to?: string;
  url: string;
  party: Record<string, Party>;
  param?: Record<string, string>;
  outbound?: true;
  service: string;
}

interface OfflineFlags extends LineFlags {
  offline?: string | true;
  fast?: true;
  answers?: string;
  message?: string;
}

/** `ringflow call`: calls a flow from the terminal. */
export function registerCall(program: Command, io: Io, input: Input = process.stdin): void {
  const command = program
    .command('call')
    .description('call a flow from the terminal: hear what it says, press keys, hang up')
    .argument('<flow>', 'name of a flow; with --offline also a flow file or its folder')
    .option('--from <number>', "the caller's number", CALLER)
    .option('--to <number>', "number to call; default: the flow's own")
    .option(
      '--party <number=behaviour>',
      'how a number that the flow calls behaves: answers, busy, no_answer or rejects; repeatable',
      addParty,
      {},
    )
    .option(
      '--param <name=value>',
      'with --outbound or --offline: value of a flow parameter; repeatable',
      addParam,
    )
    .option('--outbound', 'let the flow call you')
    .option('--url <url>', 'URL of the emulator', EMULATOR_URL)
    .option('--service <url>', 'with --outbound: URL of the service that dev runs', SERVICE_URL)
    .addHelpText(
      'after',
      `\nDuring the call:\n${KEYBOARD_HELP}\nPiped input is typed when the call is ready for it.\nExit code: 0 the call has ended, 1 the call could not be placed.\n\nExamples:\n  ringflow call front-desk\n  ringflow call front-desk --offline --party +4930231251=busy\n  ringflow call appointment-reminder --outbound\n  ringflow call check-pin --offline --param number=0042\n  printf '1\\nwait 30s\\nhangup\\n' | ringflow call front-desk --offline --fast`,
    )
    .action((flow: string, flags: CallFlags) => runCall(flow, flags, { io, input }));
  addOfflineOptions(command);
}

function addOfflineOptions(command: Command): void {
  command
    .option(
      '--offline [dir]',
      'run the flow in this process, without service and emulator; dir is the folder with the flows (default flows)',
    )
    .addOption(createLineOption())
    .option(
      '--answers <file>',
      'with --offline: take the responses of web services (http) and the settings (env) from this scenario file',
    )
    .option(
      '--message <text>',
      'with --offline: let the flow call you in response to this text message from your number',
    )
    .option('--fast', 'with --offline: read all input first, then run the call in virtual time');
}

async function runCall(
  flow: string,
  flags: CallFlags,
  { io, input }: { io: Io; input: Input },
): Promise<void> {
  checkFlags(flags);
  const place =
    flags.offline === undefined ? await callAtEmulator(flow, flags) : callInProcess(flow, flags, io);
  const keyboard = new Keyboard(input);
  const hangUp = () => {
    keyboard.add({ kind: 'hangup', byInterrupt: true });
  };
  process.on('SIGINT', hangUp);
  let line: PhoneLine | undefined;
  try {
    if (flags.fast) await keyboard.closed;
    line = await place();
    await runPhone(line, keyboard, io);
  } finally {
    process.off('SIGINT', hangUp);
    line?.close();
    keyboard.close();
  }
}

function checkFlags({ fast, offline, outbound, param = {}, message, carrier }: CallFlags): void {
  if (carrier !== undefined && offline === undefined)
    throw new CommandFailure('--carrier requires --offline; with dev, give it to "ringflow dev"');
  if (fast && offline === undefined) throw new CommandFailure('--fast requires --offline');
  if (message !== undefined && offline === undefined)
    throw new CommandFailure(
      '--message requires --offline; with dev, send the message to a number with a route',
    );
  if (Object.keys(param).length > 0 && offline === undefined && outbound === undefined)
    throw new CommandFailure('--param requires --outbound or --offline: inbound calls have no parameters');
}

type Place = () => Promise<PhoneLine>;

async function callAtEmulator(flow: string, flags: CallFlags): Promise<Place> {
  const { url, service, outbound, param: params = {} } = flags;
  for (const [flag, address, example] of [
    ['--url', url, EMULATOR_URL],
    ['--service', service, SERVICE_URL],
  ] as const)
    if (!URL.canParse(address))
      throw new CommandFailure(`${flag} is "${address}": expected a URL such as ${example}`);
  const emulator = new Emulator(url);
  const placing = buildPlacing(flags, flags.to ?? (await emulator.findNumber(flow)));
  return outbound === true
    ? () => emulator.beCalled(placing, () => requestCall(service, { flow, params, ...placing }))
    : () => emulator.call(placing);
}

/** Inbound, the phone calls the flow; outbound, the flow calls the phone. */
function buildPlacing({ from, party, outbound }: CallFlags, flowNumber: string): Placing {
  return outbound === true
    ? { direction: 'outbound', from: flowNumber, to: from, parties: party }
    : { direction: 'inbound', from, to: flowNumber, parties: party };
}

/** With a text message, the flow calls its sender. */
function buildStart(
  { message: text, ...flags }: CallFlags,
  flowNumber: string,
): Placing & Pick<SimulationOptions, 'message'> {
  if (text === undefined) return buildPlacing(flags, flowNumber);
  return { ...buildPlacing({ ...flags, outbound: true }, flowNumber), message: { from: flags.from, text } };
}

interface Wanted extends Placing {
  flow: string;
  params: Record<string, string>;
}

async function requestCall(service: string, { flow, params, from, to }: Wanted): Promise<void> {
  const { statusCode, body } = await request(`${service.replace(/\/+$/, '')}/dev/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ flow, from, to, params }),
  }).catch((cause: unknown) => {
    throw Object.assign(new CommandFailure(`no service at ${service}: start "ringflow dev" first`, 1), {
      cause,
    });
  });
  const answer = await body.text();
  if (statusCode !== 201)
    throw new CommandFailure(`the service refused the call (${statusCode}): ${answer}`, 1);
}

function callInProcess(name: string, flags: CallFlags, io: Io): Place {
  const { to = OFFLINE_NUMBER, from, offline, fast, answers } = flags;
  for (const [flag, number] of [
    ['--to', to],
    ['--from', from],
  ] as const)
    if (!/^\+?[1-9]\d{5,14}$/.test(number))
      throw new CommandFailure(`${flag} is "${number}": expected a number such as ${OFFLINE_NUMBER}`);
  const flow = findFlow(name, typeof offline === 'string' ? offline : 'flows', io);
  const given = flags.param ?? {};
  const params = readParams(flow, given);
  if (!params.ok) {
    const isMissing = findRequiredParams(flow).some((param) => !Object.hasOwn(given, param));
    const hint = isMissing ? ': give it with --param name=value' : '';
    throw new CommandFailure(`${params.problems.join('; ')}${hint}`);
  }
  const { carrier } = flags;
  const placing = {
    ...buildStart(flags, to),
    params: params.values,
    ...(carrier !== undefined && { carrier: carrierProfiles[carrier] }),
  };
  const surroundings = readSurroundings(flow, answers, io);
  return () => Promise.resolve(callOffline(surroundings, placing, { fast: fast === true, io }));
}

/** Finds the flow in a file or folder, or the flow with this name below `folder`. */
function findFlow(name: string, folder: string, io: Io): CompiledFlow {
  const isPath = existsSync(name);
  const { files, flows, diagnostics, source } = loadFlows([isPath ? name : folder]);
  const found = isPath && files.length === 1 ? flows[0] : flows.find((flow) => flow.name === name);
  if (found !== undefined) return found;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  io.err(renderPretty(errors, { source, colour: io.colour }));
  const known = flows.length === 0 ? 'none without errors' : flows.map((flow) => flow.name).join(', ');
  throw new CommandFailure(`no flow "${name}"; the flows in ${isPath ? name : folder} are: ${known}`, 1);
}

const behaviours = ['answers', 'busy', 'no_answer', 'rejects'] as const;

function addParty(given: string, parties: Record<string, Party>): Record<string, Party> {
  const [number = '', wanted] = given.split('=', 2);
  const behaviour = behaviours.find((one) => one === wanted);
  if (behaviour === undefined || number === '')
    throw new CommandFailure(
      `--party is "${given}": expected a number and one of ${behaviours.join(', ')}, as in +4930231251=busy`,
    );
  return { ...parties, [number]: { on_ring: behaviour } };
}
