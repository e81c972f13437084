/** What a running Asterisk must be like for Ringflow, checked by its answers. */
import { posix } from 'node:path';

/** Sends one request to ARI, for a path below `/ari`. Status 0: there was no answer. */
export type AskAri = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
) => Promise<{ status: number; body: unknown }>;

interface Expected {
  /** Name of the carrier. */
  name: string;
  /** Stasis application. */
  application: string;
  /** Dial string of outbound calls. */
  dial?: string;
  /** A sound of a few seconds in the folder of prompts: its path without the extension. */
  sound?: string;
}

/** One thing that was checked. */
export interface Check {
  code:
    | 'reachable'
    | 'credentials'
    | 'version'
    | 'system-name'
    | 'write-access'
    | 'recording'
    | 'prompts'
    | 'endpoint'
    | 'application'
    | 'events';
  /** `pending`: it becomes `ok` when Ringflow runs, or the telephone registers. */
  result: 'ok' | 'pending' | 'failed';
  /** What was found, and what to do about it. */
  text: string;
}

/** First version of each branch that opens the event socket itself. */
const MINIMUM: Record<number, number> = { 20: 15, 21: 10, 22: 5 };
const NEWEST_LISTED = 22;

interface Info {
  system?: { version?: string };
  config?: { name?: string };
}

/** Checks an Asterisk; `pause` waits a moment. Ends after the first check that makes the others meaningless. */
export async function checkAsterisk(
  ask: AskAri,
  expected: Expected,
  pause: () => Promise<void>,
): Promise<Check[]> {
  const { status, body } = await ask('GET', '/asterisk/info');
  if (status === 0) return [failed('reachable', 'no answer: is Asterisk running, and is the address right?')];
  if (status === 401) return [failed('credentials', 'Asterisk refuses user and password: compare ari.conf')];
  if (status !== 200) return [failed('reachable', `ARI answers ${status}: is this an Asterisk?`)];
  const info = body as Info;
  return [
    ok('credentials', 'ARI accepts user and password'),
    checkVersion(info.system?.version ?? ''),
    checkName(info.config?.name ?? '', expected.name),
    ...(await checkCommands(ask, expected, pause)),
    ...(expected.dial === undefined ? [] : [await checkEndpoint(ask, expected.dial)]),
    await checkApplication(ask, expected.application),
  ];
}

function checkVersion(version: string): Check {
  const [, major = '0', minor = '0'] = /^(?:certified-)?(\d+)\.(\d+)/.exec(version) ?? [];
  const isNew = Number(major) > NEWEST_LISTED || Number(minor) >= (MINIMUM[Number(major)] ?? Infinity);
  if (isNew) return ok('version', `version ${version}`);
  return failed('version', `version ${version} cannot open the event socket: install 22.5 or later`);
}

function checkName(found: string, name: string): Check {
  if (found === name) return ok('system-name', `its system name is ${name}`);
  return failed('system-name', `its system name is "${found}": set systemname=${name} in asterisk.conf`);
}

/** A command for a channel that does not exist changes nothing: 404 with write access, 403 without. */
async function checkWriteAccess(ask: AskAri): Promise<Check> {
  const { status } = await ask('POST', '/channels/ringflow-check/answer');
  if (status === 404) return ok('write-access', 'the user may control calls');
  return failed('write-access', `the user may not control calls (${status}): set read_only=no in ari.conf`);
}

/** Without write access there is nothing to record or play. */
async function checkCommands(ask: AskAri, { sound }: Expected, pause: () => Promise<void>): Promise<Check[]> {
  const access = await checkWriteAccess(ask);
  if (access.result !== 'ok') return [access];
  const recording = await checkRecording(ask, pause);
  return [access, recording, ...(sound === undefined ? [] : [await checkPrompts(ask, sound, pause)])];
}

/** Number of times that the state of a play is asked for. */
const PLAY_TRIES = 20;

/** Plays a sound to a bridge without channels. Asterisk accepts a sound that it cannot read, and forgets it at once. */
async function checkPrompts(ask: AskAri, sound: string, pause: () => Promise<void>): Promise<Check> {
  await ask('POST', '/bridges?type=mixing&bridgeId=ringflow-check');
  const media = encodeURIComponent(`sound:${sound}`);
  await ask('POST', `/bridges/ringflow-check/play?media=${media}&playbackId=ringflow-check`);
  let state: string | undefined = 'queued';
  for (let tries = 0; state === 'queued' && tries < PLAY_TRIES; tries += 1) {
    await pause();
    const { body } = await ask('GET', '/playbacks/ringflow-check');
    ({ state } = (body ?? {}) as { state?: string });
  }
  await ask('DELETE', '/playbacks/ringflow-check');
  await ask('DELETE', '/bridges/ringflow-check');
  if (state === 'playing') return ok('prompts', 'it can play the prompts');
  return failed(
    'prompts',
    `it cannot play the prompts: its user must be able to read ${posix.dirname(sound)}, under the same path`,
  );
}

/** Number of times that the file of a recording is asked for: Asterisk writes it when the recording ends. */
const STORED_TRIES = 10;

/**
 * Records a bridge without channels for a moment, and keeps nothing. Asterisk also accepts a recording that it cannot write,
 * so the file must be there.
 */
async function checkRecording(ask: AskAri, pause: () => Promise<void>): Promise<Check> {
  await ask('POST', '/bridges?type=mixing&bridgeId=ringflow-check');
  const { status } = await ask(
    'POST',
    '/bridges/ringflow-check/record?name=ringflow-check&format=wav&ifExists=overwrite',
  );
  await ask('POST', '/recordings/live/ringflow-check/stop');
  let isStored = false;
  for (let tries = 0; status === 201 && !isStored && tries < STORED_TRIES; tries += 1) {
    isStored = (await ask('GET', '/recordings/stored/ringflow-check')).status === 200;
    if (!isStored) await pause();
  }
  await ask('DELETE', '/recordings/stored/ringflow-check');
  await ask('DELETE', '/bridges/ringflow-check');
  if (isStored) return ok('recording', 'it can record calls');
  const cause = status === 201 ? 'it stores no file' : String(status);
  return failed(
    'recording',
    `it cannot record calls (${cause}): make the folder recording in its astspooldir (/var/spool/asterisk), writable for its user`,
  );
}

async function checkEndpoint(ask: AskAri, dial: string): Promise<Check> {
  const [, name] = /^PJSIP\/(?:[^@/]*@)?([^@/]+)$/.exec(dial) ?? [];
  if (name === undefined)
    return failed('endpoint', `"${dial}" is no dial string such as PJSIP/{number}@trunk`);
  const { status, body } = await ask('GET', `/endpoints/PJSIP/${encodeURIComponent(name)}`);
  if (status !== 200) return failed('endpoint', `there is no endpoint "${name}" in pjsip.conf`);
  const { state } = body as { state?: string };
  if (state === 'online') return ok('endpoint', `the endpoint ${name} can be reached`);
  return { code: 'endpoint', result: 'pending', text: `the endpoint ${name} is ${state ?? 'unknown'}` };
}

/** An application exists as soon as Asterisk is configured to connect it, or a program has connected. */
async function checkApplication(ask: AskAri, application: string): Promise<Check> {
  const query = `application=${encodeURIComponent(application)}`;
  const { status } = await ask('POST', `/events/user/ringflow-check?${query}`);
  if (status === 204) return ok('application', `it has the application ${application}`);
  const text = `it has no application ${application}: compare apps in ari.conf, or start the service if Asterisk does not connect to it`;
  return { code: 'application', result: 'pending', text };
}

/** What a service says of its carriers (`/readyz`). */
export interface ServiceState {
  connectedCarriers?: readonly { carrier: string }[];
  lostCarriers?: readonly { carrier: string }[];
}

/** True when a service knows a carrier and is not connected to it. */
export function isLost({ lostCarriers = [] }: ServiceState, carrier: string): boolean {
  return lostCarriers.some((one) => one.carrier === carrier);
}

/** Checks that a service receives the events: Asterisk itself does not tell. `state` is undefined when no service answers. */
export function checkEvents(state: ServiceState | undefined, carrier: string, service: string): Check {
  if (state?.connectedCarriers?.some((one) => one.carrier === carrier) === true)
    return ok('events', `the service at ${service} receives its events`);
  const text =
    state === undefined
      ? `no service answers at ${service}: start it, or name its address by --service`
      : isLost(state, carrier)
        ? `the service at ${service} receives no events: its log says why; compare uri in websocket_client.conf with its address and token`
        : `the service at ${service} knows no carrier "${carrier}": compare its --carrier`;
  return { code: 'events', result: state === undefined ? 'pending' : 'failed', text };
}

function ok(code: Check['code'], text: string): Check {
  return { code, result: 'ok', text };
}

function failed(code: Check['code'], text: string): Check {
  return { code, result: 'failed', text };
}
