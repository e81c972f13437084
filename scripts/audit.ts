/** Checks the dependencies for known vulnerabilities. Exits with 1 if there is one, or if the check failed. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { verdictOf } from './audit-verdict.ts';

const { values } = parseArgs({ options: { 'allow-unchecked': { type: 'boolean', default: false } } });
const question = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
const { stdout } = spawnSync('npm', question, { encoding: 'utf8' });
const { lines, exitCode } = verdictOf(stdout, { isUncheckedAllowed: values['allow-unchecked'] });
for (const line of lines) console.log(`audit: ${line}`);
process.exitCode = exitCode;
