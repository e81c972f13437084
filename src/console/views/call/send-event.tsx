/** Sends keys or words to a live call, as if they came from the caller; for callers who may control calls. */
import { useId, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { sendCallEvent } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { mayDo } from '../../session/session.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import './send-event.css';

const KEYS = /^[0-9*#]{1,32}$/;

export function SendEvent({ project, id }: { project: string; id: string }) {
  const field = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ApiProblem | undefined>();
  if (!mayDo('calls.control', project)) return null;
  const send = (event: Event) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    const body = KEYS.test(words)
      ? { type: 'digits' as const, digits: words }
      : { type: 'speech' as const, text: words };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    unwrap(sendCallEvent({ path: { project, id }, headers, body })).then(
      () => {
        setText('');
        setProblem(undefined);
      },
      (error: unknown) => {
        setProblem(asProblem(error));
      },
    );
  };
  return (
    <form class="send-event column" onSubmit={send}>
      <div class="field">
        <label for={field}>Press keys or say something for the caller</label>
        <div class="row">
          <input
            id={field}
            class="input"
            autocomplete="off"
            maxLength={1_000}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
            }}
          />
          <WriteButton type="submit" class="button">
            Send
          </WriteButton>
        </div>
      </div>
      {problem !== undefined && <ProblemNote problem={problem} what="Nothing was sent" />}
    </form>
  );
}
