/** Scenarios with their results; a failed one tells what went wrong and where. */
import type { TestResults } from '../data/tests.ts';
import { Diagnostics } from './diagnostics.tsx';
import { Pill } from './pill.tsx';

interface TestCasesProps {
  results: TestResults;
  /** Scenario files, for the lines of their mistakes. */
  files: Readonly<Record<string, string>>;
  /** True to leave out scenarios that pass. */
  onlyFailed?: boolean;
}

export function TestCases({ results, files, onlyFailed = false }: TestCasesProps) {
  const { cases, notRun, diagnostics } = results;
  const shown = onlyFailed ? cases.filter(({ passed }) => !passed) : cases;
  return (
    <>
      <ul class="test-cases">
        {shown.map(({ file, line, name, passed, failure }) => (
          <li key={`${file} ${line}`}>
            <div class="row">
              <Pill tone={passed ? 'ok' : 'bad'}>{passed ? 'passes' : 'fails'}</Pill>
              <strong>{name}</strong>
              <span class="small faint">
                {file}:{line}
              </span>
            </div>
            {failure !== undefined && (
              <p class="small">
                Line {failure.line}: {failure.message}
                {failure.hint !== undefined && <span class="muted">; {failure.hint}</span>}.
                {failure.step !== undefined && <span class="muted"> At the step {failure.step.name}.</span>}
              </p>
            )}
          </li>
        ))}
        {notRun.map(({ file, line, name, reason }) => (
          <li key={`${file} ${line} not run`}>
            <div class="row">
              <Pill tone="warn">not run</Pill>
              <strong>{name}</strong>
              <span class="small faint">
                {file}:{line}
              </span>
            </div>
            <p class="small">{reason}</p>
          </li>
        ))}
      </ul>
      {diagnostics.length > 0 && <Diagnostics diagnostics={diagnostics} files={files} />}
    </>
  );
}
