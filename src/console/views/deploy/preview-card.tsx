/** The last recorded calls, replayed on a version: which would go the same way, and what would differ. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { previewFlowVersion } from '../../api/generated/index.ts';
import type { PreviewFlowVersionResponse } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { formatCount, inflect } from '../../ui/format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';

const LAST = 200;

interface PreviewCardProps {
  project: string;
  flow: string;
  version: string;
}

type State =
  | { kind: 'idle' | 'running' | 'cancelled' }
  | { kind: 'done'; preview: PreviewFlowVersionResponse }
  | { kind: 'failed'; problem: ApiProblem };

export function PreviewCard({ project, flow, version }: PreviewCardProps) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setState({ kind: 'running' });
    const request = { path: { project, flow, version }, body: { last: LAST }, signal };
    try {
      setState({ kind: 'done', preview: await unwrap(previewFlowVersion(request)) });
    } catch (error) {
      setState(signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: asProblem(error) });
    }
  };
  return (
    <section class="card" aria-labelledby="preview">
      <header>
        <h2 id="preview">The last {LAST} recorded calls on this version</h2>
        {state.kind === 'running' ? (
          <button
            type="button"
            class="button compact end"
            onClick={() => {
              running.current?.abort();
            }}
          >
            Cancel
          </button>
        ) : (
          <button type="button" class="button compact end" onClick={() => void start()}>
            {state.kind === 'done' ? 'Replay again' : 'Replay'}
          </button>
        )}
      </header>
      <div role="status">
        {state.kind === 'idle' && (
          <p class="body muted">The replay tells what the callers would have noticed. No call is placed.</p>
        )}
        {state.kind === 'running' && <p class="body muted">Replaying…</p>}
        {state.kind === 'cancelled' && <p class="body muted">The replay was cancelled.</p>}
      </div>
      {state.kind === 'failed' && (
        <ProblemNote problem={state.problem} what="Cannot replay the calls" onRetry={() => void start()} />
      )}
      {state.kind === 'done' && <Preview project={project} preview={state.preview} />}
    </section>
  );
}

const groups = [
  { key: 'same', one: 'goes the same way', many: 'go the same way' },
  { key: 'hears', one: 'hears something else', many: 'hear something else' },
  { key: 'ends', one: 'ends elsewhere', many: 'end elsewhere' },
  { key: 'notReplayable', one: 'cannot be replayed', many: 'cannot be replayed' },
] as const;

/** Draws the shares of the groups; the figures below it tell the same. */
function PreviewBar({ preview }: { preview: PreviewFlowVersionResponse }) {
  const all = groups.reduce((sum, { key }) => sum + preview[key].count, 0);
  if (all === 0) return null;
  let from = 0;
  return (
    <div class="preview-bar">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {groups.map(({ key }) => {
          const x = from;
          const width = (100 * preview[key].count) / all;
          from += width;
          return <rect key={key} class={`share-${key}`} x={x} width={width} height="8" />;
        })}
      </svg>
    </div>
  );
}

/** Groups whose calls differ. */
const differing = [groups[1], groups[2]];

function Preview({ project, preview }: { project: string; preview: PreviewFlowVersionResponse }) {
  const { found, examined } = preview;
  if (found === 0) return <p class="body muted">No call of this flow is recorded.</p>;
  return (
    <>
      <PreviewBar preview={preview} />
      <dl class="body preview-counts">
        {groups.map(({ key, one, many }) => (
          <div key={key} class={`count-${key}`}>
            <dd>{preview[key].count}</dd>
            <dt class="small muted">{inflect(preview[key].count, one, many)}</dt>
          </div>
        ))}
      </dl>
      {examined < found && (
        <p class="body warn">
          The time was up after {examined} of {found} calls, newest first.
        </p>
      )}
      <PreviewCalls project={project} preview={preview} />
    </>
  );
}

/** Lists the calls that would differ, each with the first difference. */
function PreviewCalls({ project, preview }: { project: string; preview: PreviewFlowVersionResponse }) {
  const toCall = (call: string) => `/console/${project}/calls/${encodeURIComponent(call)}`;
  return (
    <>
      {differing.map(({ key, one, many }) =>
        preview[key].count === 0 ? null : (
          <details key={key} class="preview-calls">
            <summary>{formatCount(preview[key].count, one, many)}</summary>
            <ul>
              {preview[key].calls.map(({ call, step, before, after }) => (
                <li key={call}>
                  <a href={toCall(call)}>{call.slice(-8)}</a> <span class="muted">at {step}:</span>{' '}
                  <del>{before?.text ?? 'nothing'}</del> → <ins>{after?.text ?? 'nothing'}</ins>
                </li>
              ))}
            </ul>
          </details>
        ),
      )}
      {preview.notReplayable.count > 0 && (
        <details class="preview-calls">
          <summary>{preview.notReplayable.count} cannot be replayed</summary>
          <ul>
            {preview.notReplayable.calls.map(({ call, why }) => (
              <li key={call}>
                <a href={toCall(call)}>{call.slice(-8)}</a> <span class="muted">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
