/** An Asterisk 22 for tests: a Debian in a folder, built once and used by every Asterisk that tests start. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { requireProgram } from '../install.ts';

const run = promisify(execFile);
const build = resolve(import.meta.dirname, '../../../deploy/asterisk/build-root.sh');
const built = join(tmpdir(), 'ringflow-asterisk-22');

/** Set to use an Asterisk that is there, in the folder of a chroot. */
const { RINGFLOW_ASTERISK: given } = process.env;

/** Folder of the Debian in which Asterisk runs. */
export const asteriskRoot = given === undefined ? built : resolve(given);

/** Before the first of the tests with an Asterisk: builds it, which takes a minute or two, and installs sipp. */
export async function setup(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('the tests with an Asterisk need root, for a chroot and for keys by RTP');
  await requireProgram({ name: 'sipp', package: 'sip-tester', isThere: () => isInstalled('sipp', '-v') });
  if (!hasAsterisk()) await buildRoot();
  linkToItself();
}

function isInstalled(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined;
}

function hasAsterisk(): boolean {
  return existsSync(join(asteriskRoot, 'usr/sbin/asterisk'));
}

async function buildRoot(): Promise<void> {
  if (given !== undefined)
    throw new Error(`RINGFLOW_ASTERISK is ${given}: expected a folder with usr/sbin/asterisk`);
  await requireProgram({
    name: 'debootstrap',
    package: 'debootstrap',
    isThere: () => isInstalled('debootstrap', '--version'),
  });
  // Another process may be building it: the second finds it built.
  const command = `[ -e "$1/usr/sbin/asterisk" ] || "$0" "$1"`;
  const args = [`${built}.lock`, 'sh', '-c', command, build, built];
  await run('flock', args, { maxBuffer: 64 * 1_048_576 });
}

/** Makes the paths of this machine below the root mean the same inside of the chroot. */
function linkToItself(): void {
  const link = join(asteriskRoot, asteriskRoot);
  mkdirSync(dirname(link), { recursive: true });
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync('/', link);
}

/** Returns the user and group ids as which Asterisk runs. */
export function readAsteriskIds(): { uid: number; gid: number } {
  const users = readFileSync(join(asteriskRoot, 'etc/passwd'), 'utf8');
  const [, uid = '', gid = ''] = /^asterisk:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  if (uid === '') throw new Error(`there is no user asterisk in ${asteriskRoot}`);
  return { uid: Number(uid), gid: Number(gid) };
}
