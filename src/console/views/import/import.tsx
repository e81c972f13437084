/** Import of flows of other systems: files in, questions, original and flow side by side, drafts out. Runs in the page. */
import { useRoute } from 'preact-iso';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answers, SourceFile } from '../../../importers/index.ts';
import { Page } from '../../shell/page.tsx';
import { listFlowPath } from '../../shell/flow-tabs.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Diagnostics } from '../../ui/diagnostics.tsx';
import type { ImportResult } from '../../worker/protocol.ts';
import { createChecker } from '../editor/checker.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportedFlows } from './imported-flows.tsx';
import { Losses } from './losses.tsx';
import { Questions } from './questions.tsx';
import './import.css';

export function ImportView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  return (
    <Permitted title="Import" action="drafts.write" project={project} role="author">
      <Page title="Import" path={listFlowPath(project)}>
        <Importing project={project} />
      </Page>
    </Permitted>
  );
}

/** What is shown: nothing yet, a wait, a result, or the reason why there is none. */
type State =
  { kind: 'empty' } | { kind: 'busy' } | { kind: 'failed' } | { kind: 'done'; result: ImportResult };

function Importing({ project }: { project: string }) {
  const checker = useMemo(createChecker, []);
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  const [state, setState] = useState<State>({ kind: 'empty' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      checker.end();
    },
    [checker],
  );
  const run = (chosen: readonly SourceFile[], answers: Partial<Answers>) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setFiles(chosen);
    setState({ kind: 'busy' });
    checker
      .run('importFiles', { files: chosen, answers }, { signal: control.signal })
      .then((result) => {
        setState({ kind: 'done', result });
      })
      .catch(() => {
        if (!control.signal.aborted) setState({ kind: 'failed' });
      });
  };
  return (
    <div class="import">
      <FileDrop
        onFiles={(chosen) => {
          run(chosen, {});
        }}
      />
      <p role="status" class="muted">
        {state.kind === 'busy' && 'Reading, translating and comparing…'}
        {state.kind === 'failed' && 'The import ended with an internal error. Choose the files again.'}
      </p>
      {state.kind === 'done' && (
        <>
          {state.result.diagnostics.length > 0 && (
            <section class="card">
              <div class="body">
                <Diagnostics
                  diagnostics={state.result.diagnostics.map(toShown)}
                  files={Object.fromEntries(files.map(({ file, text }) => [file, text]))}
                />
              </div>
            </section>
          )}
          <Questions
            questions={state.result.report.questions}
            onAnswers={(answers) => {
              run(files, answers);
            }}
          />
          <ImportedFlows project={project} result={state.result} files={files} />
          <Losses losses={state.result.report.losses} />
        </>
      )}
    </div>
  );
}

/** Puts the position of a diagnostic where the API has it. */
function toShown({ span, ...diagnostic }: ImportResult['diagnostics'][number]) {
  return { ...diagnostic, start: span.start, end: span.end };
}
