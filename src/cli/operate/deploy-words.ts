/** Report of a deployment, as data and as text. */
import type { PlainDiagnostic } from '../../language/diagnostics/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Planned } from './deploy-plan.ts';

/** Result for one flow. */
export interface FlowReport extends Planned {
  what: 'unchanged' | 'live' | 'canary' | 'scheduled';
  /** With `canary`: percentage of calls. */
  percent?: number;
  /** With `scheduled`: time of activation, ms since the epoch. */
  at?: number;
}

/** Output of `--json`. */
export interface DeployReport {
  /** True for a dry run: `flows` lists what would change. */
  dryRun: boolean;
  flows: FlowReport[];
  /** Deployed flows that are not in the folder; they stay unchanged. */
  removed: string[];
  /** Warnings. */
  diagnostics: PlainDiagnostic[];
  tests: { passed: number; failed: number; skipped: number };
}

/** A refused deployment, with the reasons that `--json` prints. */
export class Refused extends CommandFailure {
  readonly details: Record<string, unknown>;

  constructor(message: string, details: Record<string, unknown>) {
    super(message, 1);
    this.details = details;
  }
}

/** Renders each flow with its changes for callers. */
export function renderReport({ dryRun, flows, removed }: DeployReport): string {
  const others = removed.length === 0 ? '' : `not in this folder, unchanged: ${removed.join(', ')}\n`;
  const end = dryRun ? 'dry run: nothing was changed\n' : '';
  return `${flows.map((one) => renderFlow(one, dryRun)).join('')}${others}${end}`;
}

function renderFlow(report: FlowReport, dryRun: boolean): string {
  const { flow, version, what, changes } = report;
  const takes = dryRun && what !== 'unchanged' ? 'would take' : 'takes';
  const notes = renderNotes(report);
  const first = `${flow}: ${version} ${takes} ${renderShare(report)}${notes === '' ? '' : ` (${notes})`}\n`;
  if (report.change !== 'changed') return first;
  if (changes === undefined)
    return `${first}  changes unknown: the previous version has errors under the current rules\n`;
  if (changes.length === 0) return `${first}  no changes for callers\n`;
  return first + changes.map(({ text }) => `  ${text}\n`).join('');
}

/** Renders which calls the version takes. */
function renderShare({ what, percent = 0, at = 0, tried }: FlowReport): string {
  if (what === 'canary') return `${percent} of 100 calls`;
  if (what === 'scheduled') return `all calls from ${new Date(at).toISOString()} on`;
  if (what === 'live') return 'all calls';
  return `${tried === undefined ? 'all' : `${100 - tried.percent} of 100`} calls as before`;
}

/** Renders which versions it replaces and which continue beside it. */
function renderNotes({ version, before, what, change, tried, scheduled }: FlowReport): string {
  if (change === 'new') return 'new';
  if (what === 'unchanged') return '';
  const others = { live: 'before', canary: 'the others', scheduled: 'until then' }[what];
  // A canary keeps the schedule, and a scheduled deployment keeps the canary until its time.
  const ended = [
    what === 'scheduled' ? undefined : tried?.version,
    what === 'canary' ? undefined : scheduled?.version,
  ].filter((one) => one !== undefined && one !== version);
  const goesOn = what === 'scheduled' && tried !== undefined;
  const untilThen = goesOn ? `, and ${tried.version} for ${tried.percent} of 100 calls` : '';
  return [
    ...(before === undefined || before === version ? [] : [`${others}: ${before}${untilThen}`]),
    ...(ended.length === 0 ? [] : [`cancelled: ${ended.join(', ')}`]),
  ].join('; ');
}
