/** Replays a call on the draft of its flow, in a worker of the page, and tells what its caller would have noticed. */
import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { exportCall } from '../../api/generated/index.ts';
import type { GetCallResponse } from '../../api/generated/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { ReplayedCall } from '../../worker/protocol.ts';
import { createChecker } from '../editor/checker.ts';
import { findFlowFile, readDraft } from '../editor/stored-draft.ts';

interface DraftReplayProps {
  project: string;
  call: GetCallResponse;
  onClose: () => void;
}

type State =
  { kind: 'running' } | { kind: 'failed'; message: string } | { kind: 'done'; result: ReplayedCall };

export function DraftReplay({ project, call, onClose }: DraftReplayProps) {
  const [state, setState] = useState<State>({ kind: 'running' });
  useEffect(() => {
    const leaving = new AbortController();
    replay(project, call, leaving.signal).then(
      (result) => {
        setState({ kind: 'done', result });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ kind: 'failed', message: tell(error) });
      },
    );
    return () => {
      leaving.abort();
    };
  }, [project, call.id]);
  return (
    <Dialog title="This call on the draft" onClose={onClose}>
      <div role="status">
        {state.kind === 'running' && <p class="muted">Replaying…</p>}
        {state.kind === 'failed' && <p class="bad">The call was not replayed: {state.message}</p>}
        {state.kind === 'done' && <Outcome result={state.result} />}
      </div>
      <div class="row">
        <a class="button" href={`/console/${project}/flows/${call.flow}/edit`}>
          Open the draft
        </a>
        <button type="button" class="button plain" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

async function replay(project: string, call: GetCallResponse, signal: AbortSignal): Promise<ReplayedCall> {
  const { id, flow: name } = call;
  const [{ files }, exported] = await Promise.all([
    readDraft({ project, flow: name }),
    unwrap(exportCall({ path: { project, id }, query: { keep_numbers: true }, parseAs: 'text', signal })),
  ]);
  const flow = findFlowFile(files, name);
  if (flow === undefined) return { kind: 'mistakes' };
  signal.throwIfAborted();
  const checker = createChecker();
  try {
    return await checker.run('replayCall', { files, flow, exported }, { signal });
  } finally {
    checker.end();
  }
}

function tell(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const TOLD: Record<ReplayedCall['kind'], { tone: Tone; text: string }> = {
  same: { tone: 'ok', text: 'goes the same way' },
  hears: { tone: 'warn', text: 'hears something else' },
  ends: { tone: 'bad', text: 'ends elsewhere' },
  unknown: { tone: 'neutral', text: 'cannot be replayed' },
  mistakes: { tone: 'bad', text: 'cannot be replayed' },
};

function Outcome({ result }: { result: ReplayedCall }) {
  const { tone, text } = TOLD[result.kind];
  return (
    <>
      <p>
        <Pill tone={tone}>{text}</Pill>
      </p>
      {result.kind === 'mistakes' && <p>The draft has mistakes: mend them first.</p>}
      {result.kind === 'unknown' && <p>{result.why}</p>}
      {(result.kind === 'hears' || result.kind === 'ends') && <FirstDifference {...result.difference} />}
      {'isMadeUp' in result && result.isMadeUp && (
        <p class="small muted">What the caller entered was masked; other values were used in its place.</p>
      )}
    </>
  );
}

type Difference = Extract<ReplayedCall, { difference: unknown }>['difference'];

function FirstDifference({ step, before, after }: Difference) {
  return (
    <dl class="replayed">
      <dt class="small muted">First difference</dt>
      <dd>
        at <code>{step}</code>
      </dd>
      <dt class="small muted">This call</dt>
      <dd>{before?.text ?? 'had ended'}</dd>
      <dt class="small muted">On the draft</dt>
      <dd>{after?.text ?? 'has ended'}</dd>
    </dl>
  );
}
