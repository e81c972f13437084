/** Answers for others in a simulated call: a web service without an answer, and the other party. */
import { useState } from 'preact/hooks';
import type { PhoneSnapshot } from '../../worker/protocol.ts';
import type { DraftCall } from './draft-call.ts';

interface CallAnswersProps {
  call: DraftCall;
  snapshot: PhoneSnapshot;
}

export function CallAnswers({ call, snapshot }: CallAnswersProps) {
  const { unanswered, waits, hasEnded } = snapshot;
  return (
    <>
      {unanswered !== undefined && <WebAnswer call={call} {...unanswered} />}
      {waits.forParty !== undefined && !hasEnded && (
        <div class="row">
          <span class="small">{waits.forParty} is on the line.</span>
          <button
            type="button"
            class="button compact"
            onClick={() => void call.move({ kind: 'hangUp', who: 'party' })}
          >
            Hang up for {waits.forParty}
          </button>
        </div>
      )}
      {waits.forMessageFrom !== undefined && (
        <p class="small">The call waits for a text message: what you say is sent as one.</p>
      )}
    </>
  );
}

interface WebAnswerProps {
  call: DraftCall;
  method: string;
  url: string;
}

/** Gives the answer of a web service that the flow asked. It counts for later requests of this call. */
function WebAnswer({ call, method, url }: WebAnswerProps) {
  const [mistake, setMistake] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const [status, body] = [fields.get('status'), fields.get('body')];
    try {
      const json: unknown = typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined;
      const answer = { status: Number(status), ...(json !== undefined && { json: json as string }) };
      void call.move({ kind: 'http', http: [{ match: `${method} ${url}`, answer }] });
      setMistake('');
    } catch {
      setMistake('The body is not JSON.');
    }
  };
  return (
    <form class="column" onSubmit={submit}>
      <p class="small">
        Nothing answers <code>{`${method} ${url}`}</code> yet. Give the answer of the next request:
      </p>
      <div class="row">
        <label class="small">
          Status{' '}
          <input class="input" name="status" type="number" min="100" max="599" defaultValue="200" required />
        </label>
        <label class="small">
          JSON <input class="input" name="body" autocomplete="off" />
        </label>
        <button type="submit" class="button compact">
          Set the answer
        </button>
      </div>
      {mistake !== '' && (
        <p class="bad small" role="alert">
          {mistake}
        </p>
      )}
    </form>
  );
}
