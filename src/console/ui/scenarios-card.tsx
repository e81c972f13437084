/** The results of a version's scenarios, which can be run again. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { unwrap } from '../api/client.ts';
import { repeatTests } from '../api/generated/index.ts';
import { countFailed, describeTests, readTests } from '../data/tests.ts';
import type { TestResults } from '../data/tests.ts';
import { useResource } from '../data/resource.ts';
import { mayDo } from '../session/session.ts';
import { formatRecent } from './format.ts';
import { Loaded } from './loaded.tsx';
import { TestCases } from './test-cases.tsx';
import { showFailure } from './toasts.tsx';
import { WriteButton } from './write-button.tsx';

interface ScenariosCardProps {
  project: string;
  flow: string;
  version: string;
  /** True to leave out scenarios that pass. */
  onlyFailed?: boolean;
  /** Shown before the button. */
  children?: ComponentChildren;
}

export function ScenariosCard({ project, flow, version, onlyFailed = false, children }: ScenariosCardProps) {
  const path = { project, flow, version };
  const stored = useResource(`tests ${project} ${flow} ${version}`, () => readTests(path).then(toFound));
  const [repeated, setRepeated] = useState<{ at: number; version: string; results: TestResults }>();
  const [isRunning, setIsRunning] = useState(false);
  const repeat = async () => {
    setIsRunning(true);
    try {
      setRepeated({ at: Date.now(), version, results: await unwrap(repeatTests({ path, body: {} })) });
    } catch (error) {
      showFailure('The scenarios were not run', error);
    }
    setIsRunning(false);
  };
  return (
    <section class="card" aria-labelledby="scenarios">
      <Loaded resource={stored} what="the test results">
        {({ tests }) => {
          const current = repeated?.version === version ? repeated : tests;
          const results = current?.results;
          return (
            <>
              <header>
                <h2 id="scenarios" class={results && countFailed(results) > 0 ? 'bad' : ''}>
                  {results === undefined ? 'Scenarios' : describeTests(results)}
                </h2>
                {current !== undefined && <span class="small muted">run {formatRecent(current.at)}</span>}
                <div class="row end">
                  {children}
                  {results !== undefined && mayDo('flows.write', project) && (
                    <WriteButton class="button compact" disabled={isRunning} onClick={() => void repeat()}>
                      {isRunning ? 'Running…' : 'Run again'}
                    </WriteButton>
                  )}
                </div>
              </header>
              {results === undefined ? (
                <p class="body muted">This version was uploaded without scenarios.</p>
              ) : (
                <TestCases results={results} files={tests?.files ?? {}} onlyFailed={onlyFailed} />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Wraps the results: that a version has none is known, not missing. */
function toFound(tests: Awaited<ReturnType<typeof readTests>>) {
  return { tests };
}
