/** The proof of every path of a version, which runs in a worker of the page. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import type { DraftFiles, DraftFlow, ProveResult } from '../../worker/protocol.ts';
import { createChecker } from '../editor/checker.ts';

interface ProofCardProps {
  files: DraftFiles;
  /** Path of the flow file. */
  file: string;
  /** Address of the editor. */
  editor: string;
}

type State =
  { kind: 'running' } | { kind: 'failed'; message: string } | { kind: 'done'; result: ProveResult };

/** Findings that are listed; the editor has all of them. */
const MAX_LISTED = 5;

export function ProofCard({ files, file, editor }: ProofCardProps) {
  const [state, setState] = useState<State>({ kind: 'running' });
  useEffect(() => {
    const leaving = new AbortController();
    prove({ files, flow: file }, leaving.signal).then(
      (result) => {
        setState({ kind: 'done', result });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      leaving.abort();
    };
    // The files of a version never change.
  }, [file]);
  const proof = state.kind === 'done' ? state.result.proof : undefined;
  const findings = proof?.findings ?? [];
  return (
    <section class="card" aria-labelledby="proof">
      <header>
        <h2 id="proof">Every path</h2>
        <span class="small muted" role="status">
          {describeState(state)}
        </span>
        {findings.length > 0 && (
          <a class="button compact end" href={`${editor}?panel=findings`}>
            Open in the editor
          </a>
        )}
      </header>
      {findings.length > 0 && (
        <ul class="body column">
          {findings.slice(0, MAX_LISTED).map(({ code, severity, message, start }) => (
            <li key={`${code} ${start.line} ${message}`}>
              <Pill tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Pill> line {start.line}:{' '}
              {message} <code class="faint">{code}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function prove(draft: DraftFlow, signal: AbortSignal): Promise<ProveResult> {
  const checker = createChecker();
  try {
    return await checker.run('prove', draft, { signal });
  } finally {
    checker.end();
  }
}

function describeState(state: State): string {
  if (state.kind === 'running') return 'Proving…';
  if (state.kind === 'failed') return `Not proved: ${state.message}`;
  const { proof } = state.result;
  if (proof === undefined) return 'Not proved: this release finds errors in the version.';
  const { findings, situations, left, stoppedBy } = proof;
  const explored = formatCount(situations, 'situation');
  if (stoppedBy !== undefined)
    return `${formatCount(findings.length, 'finding')} in ${explored}; stopped with ${left} to go`;
  return findings.length === 0
    ? `✓ ${explored}, no dead end`
    : `${formatCount(findings.length, 'finding')} in ${explored}`;
}
