/** What was deployed, as data and in words. */
import type { PlainDiagnostic } from '../../diagnostics/index.ts';
import { CommandFailure } from '../io.ts';
import type { Planned } from './deploy-plan.ts';

/** What became of one flow. */
export interface FlowReport extends Planned {
  what: 'unchanged' | 'live' | 'canary' | 'scheduled';
}

/** What `--json` prints. */
export interface DeployReport {
  /** Nothing was changed; `flows` tells what would be. */
  dryRun: boolean;
  flows: FlowReport[];
  /** Flows that take calls there, and are not among the files; they go on as before. */
  removed: string[];
  /** Warnings. */
  diagnostics: PlainDiagnostic[];
  tests: { passed: number; failed: number; skipped: number };
}

/** Nothing was deployed, with what `--json` prints of the reasons. */
export class Refused extends CommandFailure {
  readonly details: Record<string, unknown>;

  constructor(message: string, details: Record<string, unknown>) {
    super(message, 1);
    this.details = details;
  }
}

/** Each flow with what a caller notices of it. */
export function inWords({ dryRun, flows, removed }: DeployReport): string {
  const others =
    removed.length === 0 ? '' : `not among the files, take calls as before: ${removed.join(', ')}\n`;
  const end = dryRun ? 'this was a dry run: nothing has changed\n' : '';
  return `${flows.map((one) => flowInWords(one, dryRun)).join('')}${others}${end}`;
}

const WORDS: Record<FlowReport['what'], string> = {
  unchanged: 'all calls as before',
  live: 'all calls',
  canary: 'some calls beside',
  scheduled: 'all calls later',
};

function flowInWords(report: FlowReport, dryRun: boolean): string {
  const { flow, version, what, changes } = report;
  const takes = dryRun && what !== 'unchanged' ? 'would take' : 'takes';
  const first = `${flow}: ${version} ${takes} ${WORDS[what]}${besides(report)}\n`;
  if (report.change !== 'changed') return first;
  if (changes === undefined)
    return `${first}  what changed cannot be told: the version before has errors by the rules of today\n`;
  if (changes.length === 0) return `${first}  nothing that a caller notices changed\n`;
  return first + changes.map(({ text }) => `  ${text}\n`).join('');
}

function besides({ before, what, change }: FlowReport): string {
  if (change === 'new') return ' (new)';
  if (before === undefined || what === 'unchanged') return '';
  return ` (${what === 'live' ? 'before: ' : ''}${before})`;
}
