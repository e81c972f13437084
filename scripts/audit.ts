/** Asks the registry whether something that Ringflow runs on is known to be dangerous. Exits with 1 where it is. */
import { spawnSync } from 'node:child_process';
import { verdictOf } from './audit-verdict.ts';

const question = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
const { stdout } = spawnSync('npm', question, { encoding: 'utf8' });
const { lines, exitCode } = verdictOf(stdout);
for (const line of lines) console.log(`audit: ${line}`);
process.exitCode = exitCode;
