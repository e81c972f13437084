/** Answers for others in a simulated call: a web service without an answer, and the other party. */
import { useId, useState } from 'preact/hooks';
import type { PhoneMove, PhoneSnapshot } from '../../worker/protocol.ts';
import type { DraftCall } from './draft-call.ts';

interface CallAnswersProps {
  call: DraftCall;
  snapshot: PhoneSnapshot;
  /** Numbers that the flow names. */
  numbers: readonly string[];
}

export function CallAnswers({ call, snapshot, numbers }: CallAnswersProps) {
  const { unanswered, waits, hasEnded } = snapshot;
  return (
    <>
      {!hasEnded && <PartyForm call={call} numbers={numbers} />}
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

type Party = Extract<PhoneMove, { kind: 'party' }>['party'];

/** Behaviours of another party, as scenarios have them. */
const BEHAVIOURS: readonly { label: string; party: Party }[] = [
  { label: 'answers', party: 'answers' },
  { label: 'is busy', party: 'busy' },
  { label: 'does not answer', party: 'no_answer' },
  { label: 'rejects the call', party: 'rejects' },
  { label: 'cannot be reached', party: { fails: '1s' } },
  { label: 'answers, hangs up after 5 s', party: { answers: '1s', hangs_up: '5s' } },
  // The platform cannot tell a machine from a person: to the flow it is a party that answers late and leaves by itself.
  { label: 'is an answering machine', party: { answers: '20s', hangs_up: '30s' } },
];

/** Sets how another party behaves when the flow calls it next. */
function PartyForm({ call, numbers }: Pick<CallAnswersProps, 'call' | 'numbers'>) {
  const [set, setSet] = useState('');
  const list = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const [number, chosen] = [fields.get('number'), fields.get('behaviour')];
    const behaviour = BEHAVIOURS[Number(chosen)];
    if (typeof number !== 'string' || behaviour === undefined) return;
    void call.move({ kind: 'party', number: number.trim(), party: behaviour.party }).then(() => {
      setSet(`${number.trim()} ${behaviour.label}.`);
    });
  };
  return (
    <form class="row" onSubmit={submit}>
      <label class="small">
        When called,{' '}
        <input class="input" name="number" list={list} required autocomplete="off" aria-label="Party" />
      </label>
      <datalist id={list}>
        {numbers.map((number) => (
          <option key={number} value={number} />
        ))}
      </datalist>
      <select class="input" name="behaviour" aria-label="Behaviour of the party">
        {BEHAVIOURS.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit" class="button compact">
        Set the party
      </button>
      <span class="small muted" role="status">
        {set}
      </span>
    </form>
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
