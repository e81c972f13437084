/**
 * Renders results as JUnit XML for CI systems. It contains no times: calls take virtual time, and the same files give
 * the same report.
 */
import { renderPretty } from '../../language/diagnostics/index.ts';
import { renderFailure } from './render-results.ts';
import type { NotRun, Results } from './render-results.ts';
import type { CaseReport } from './run.ts';

interface JunitSubject extends Results {
  /** Returns the text of a file, for code frames. */
  source: (file: string) => string | undefined;
}

interface Tally {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

/** Renders a report with one suite for each scenario file. */
export function renderJunit(subject: JunitSubject): string {
  const { cases, notRun, broken } = subject;
  const files = [
    ...new Set([...cases, ...notRun, ...broken.map((file) => ({ file }))].map(({ file }) => file)),
  ];
  const suites = files.toSorted().map((file) => renderSuite(file, subject));
  const sum = (count: keyof Tally) => suites.reduce((total, { tally }) => total + tally[count], 0);
  const [tests, failures] = [sum('tests'), sum('failures')];
  const [errors, skipped] = [sum('errors'), sum('skipped')];
  const attributes = renderAttributes({ name: 'ringflow', tests, failures, errors, skipped });
  const body = suites.map(({ xml }) => xml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n${body}</testsuites>\n`;
}

function renderSuite(file: string, subject: JunitSubject): { xml: string; tally: Tally } {
  const filterFile = <One extends { file: string }>(all: readonly One[]) =>
    all.filter((one) => one.file === file);
  const cases = filterFile(subject.cases);
  const skipped = filterFile(subject.notRun);
  const isBroken = subject.broken.includes(file);
  const tally = {
    tests: cases.length + skipped.length + (isBroken ? 1 : 0),
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: isBroken ? 1 : 0,
    skipped: skipped.length,
  };
  const tests = [
    ...cases.map((report) => renderCaseXml(report, subject)),
    ...skipped.map(renderSkipped),
    ...(isBroken ? [renderBroken(file, subject)] : []),
  ];
  return {
    xml: `  <testsuite${renderAttributes({ name: file, ...tally })}>\n${tests.join('')}  </testsuite>\n`,
    tally,
  };
}

function renderCaseXml(report: CaseReport, { source }: JunitSubject): string {
  const { name, file, span, failure } = report;
  const head = renderAttributes({ name, classname: file, file, line: span.start.line });
  if (failure === undefined) return `    <testcase${head}/>\n`;
  const story = escapeXml(renderFailure(report, { source, colour: false }).trimEnd());
  const why = renderAttributes({ message: failure.message, type: 'scenario' });
  return `    <testcase${head}>\n      <failure${why}>${story}</failure>\n    </testcase>\n`;
}

function renderSkipped({ name, file, line, reason }: NotRun): string {
  const head = renderAttributes({ name, classname: file, file, line });
  return `    <testcase${head}>\n      <skipped${renderAttributes({ message: reason })}/>\n    </testcase>\n`;
}

/** Renders a file that could not be run. Diagnostics of its flow belong to other files, so each such file lists all. */
function renderBroken(file: string, { diagnostics, source }: JunitSubject): string {
  const head = renderAttributes({ name: 'can be run', classname: file, file, line: 1 });
  const why = renderAttributes({ message: 'errors in scenario or flow', type: 'diagnostics' });
  const told = escapeXml(renderPretty(diagnostics, { source, colour: false }).trimEnd());
  return `    <testcase${head}>\n      <error${why}>${told}</error>\n    </testcase>\n`;
}

function renderAttributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${escapeXml(String(value)).replaceAll(/[\t\n\r]/g, toCharacterReference)}"`,
    )
    .join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 does not allow (2.2): control characters, unpaired surrogates, non-characters. */
const unspeakable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(unspeakable, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Escapes a line end, which an attribute would lose. */
function toCharacterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
