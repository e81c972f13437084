/** Renders results of scenarios as text and as JSON. */
import { toPlainDiagnostic, renderPretty } from '../../language/diagnostics/index.ts';
import type { Diagnostic, PrettyOptions } from '../../language/diagnostics/index.ts';
import { resolveBeside } from '../../language/text/index.ts';
import type { CaseReport, Failure } from './run.ts';
import type { StoryLine } from './story.ts';
import { formatSinceStart } from './time.ts';

/** Renders one line with the result of a case. */
export function renderCase({ file, name, span, failure }: CaseReport): string {
  return failure === undefined ? `pass  ${name}\n` : `FAIL  ${name} (${file}:${span.start.line})\n`;
}

/**
 * Renders why a case failed: the line of the scenario, the step of the flow, and the story of the call; empty if it
 * passed.
 */
export function renderFailure(result: CaseReport, options: PrettyOptions): string {
  const { file, name, failure } = result;
  if (failure === undefined) return '';
  const problem = renderPretty([{ severity: 'error', file, ...failure }], options);
  const lines = [
    ...renderFlowPosition(result, failure),
    '',
    `  The call "${name}" up to that point:`,
    ...shortenStory(renderStory(result)).map((line) => `  ${line}`),
  ];
  return `${problem}${lines.join('\n')}\n\n`;
}

/** Numbers of story lines that are shown at the start and at the end. */
const SHOWN = { first: 40, last: 60 };

/** Omits the middle of a long story. */
function shortenStory(story: readonly string[]): string[] {
  const leftOut = story.length - SHOWN.first - SHOWN.last;
  if (leftOut <= 1) return [...story];
  const said = `… ${leftOut.toLocaleString('en-US')} lines omitted; use --json to see all …`;
  return [...story.slice(0, SHOWN.first), said, ...story.slice(-SHOWN.last)];
}

/** Renders the story of a call, one line per event. */
export function renderStory({ story, startedAt }: Pick<CaseReport, 'story' | 'startedAt'>): string[] {
  return story.map((line) => renderLine(line, startedAt));
}

/** A case that was not run. */
export interface NotRun {
  file: string;
  name: string;
  /** 1-based. */
  line: number;
  reason: string;
}

/** Results of a run. */
export interface Results {
  cases: readonly CaseReport[];
  notRun: readonly NotRun[];
  /** Paths of scenario files that could not be run. */
  broken: readonly string[];
  /** Diagnostics of those files and their flows. */
  diagnostics: readonly Diagnostic[];
}

/** Renders all results as JSON (docs/testing.md). */
export function renderResultsJson(results: Results): string {
  return JSON.stringify(plainResults(results), undefined, 2);
}

/** Converts results to plain data; times are ms since the start of the call. */
export function plainResults({ cases, notRun, broken, diagnostics }: Results) {
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const numbers = { passed: cases.length - failed, failed, skipped: notRun.length };
  const untried = { notRun: [...notRun], broken: [...broken] };
  return {
    ...numbers,
    cases: cases.map(plainCase),
    ...untried,
    diagnostics: diagnostics.map(toPlainDiagnostic),
  };
}

function plainCase({ file, flowFile, name, span, startedAt, endedAt, failure, story }: CaseReport) {
  const common = { file, flow: flowFile, name, line: span.start.line, ms: endedAt - startedAt };
  if (failure === undefined) return { ...common, passed: true as const };
  const { message, hint, span: at, step } = failure;
  const { line, column } = at.start;
  return {
    ...common,
    passed: false as const,
    failure: {
      message,
      ...(hint !== undefined && { hint }),
      ...{ line, column, ms: failure.at - startedAt },
      ...(step !== undefined && { step }),
    },
    story: story.map(({ at: time, ...told }) => ({ ms: time - startedAt, ...told })),
  };
}

/** Renders the step of the flow in which the call failed. */
export function renderFlowPosition(
  { flowFile, startedAt }: Pick<CaseReport, 'flowFile' | 'startedAt'>,
  { step, at }: Failure,
): string[] {
  if (step === undefined) return [];
  const file = step.file === undefined ? flowFile : resolveBeside(flowFile, step.file);
  return [
    `      flow: ${file}:${step.line}, in step "${step.name}" (${step.verb}), at ${formatSinceStart(at, startedAt)}`,
  ];
}

function renderLine({ at, who, text, line }: StoryLine, startedAt: number): string {
  const place = line === undefined ? '' : `, line ${line}`;
  return `${formatSinceStart(at, startedAt).padStart(8)}  ${who.padEnd(8)}  ${text}${place}`;
}
