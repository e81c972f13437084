/** The phone of the emulator's page: calls a number, and shows the call that it follows. */
import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Phone } from '../phone/phone.tsx';
import { describeCall } from './call-text.ts';
import type { EmulatorFeed } from './feed.ts';
import { Section } from './section.tsx';
import type { Attempt } from './section.tsx';

export function CallPhone({ feed }: { feed: EmulatorFeed }) {
  const keypad = useRef<HTMLDivElement>(null);
  const numbers = useRef<HTMLSelectElement>(null);
  const placeCall = async (to: string) => {
    await feed.placeCall(to);
    keypad.current?.focus();
  };
  return (
    <Section title="Phone" place="desk-phone">
      {(attempt) => (
        <>
          <CallForm
            feed={feed}
            numbers={numbers}
            onCall={(to) => {
              void attempt(() => placeCall(to));
            }}
          />
          <CurrentCall
            feed={feed}
            keypad={keypad}
            attempt={attempt}
            onFocusLost={() => {
              numbers.current?.focus();
            }}
          />
        </>
      )}
    </Section>
  );
}

interface CallFormProps {
  feed: EmulatorFeed;
  /** Set to the choice of the number. */
  numbers: RefObject<HTMLSelectElement | null>;
  onCall: (to: string) => void;
}

/** Value of the choice "Another number…". */
const OTHER = '';

function CallForm({ feed, numbers, onCall }: CallFormProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string | undefined>();
  const [other, setOther] = useState('');
  const known = feed.numbers.value;
  const isKnown = chosen === OTHER || known.some(({ number }) => number === chosen);
  const number = isKnown ? chosen : known[0]?.number;
  const submit = (event: Event) => {
    event.preventDefault();
    onCall(number === undefined || number === OTHER ? other.trim() : number);
  };
  return (
    <form class="column" onSubmit={submit}>
      <div class="field">
        <label for={id}>Number to call</label>
        <div class="row stretched">
          <select
            id={id}
            ref={numbers}
            class="input"
            value={number ?? OTHER}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
            }}
          >
            {known.map(({ number: value, label }) => (
              <option key={value} value={value}>
                {label === undefined ? value : `${label}, ${value}`}
              </option>
            ))}
            <option value={OTHER}>Another number…</option>
          </select>
          <button type="submit" class="button primary">
            Call
          </button>
        </div>
      </div>
      {(number ?? OTHER) === OTHER && <OtherNumber value={other} onChange={setOther} />}
    </form>
  );
}

function OtherNumber({ value, onChange }: { value: string; onChange: (number: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Another number</label>
      <input
        id={id}
        class="input"
        type="tel"
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      />
    </div>
  );
}

interface CurrentCallProps {
  feed: EmulatorFeed;
  keypad: RefObject<HTMLDivElement | null>;
  attempt: Attempt;
  onFocusLost: () => void;
}

function CurrentCall({ feed: { phone }, keypad, attempt, onFocusLost }: CurrentCallProps) {
  const call = phone.call.value;
  return (
    <>
      <p class="call-state" role="status">
        {call === undefined ? 'No call' : describeCall(call)}
      </p>
      <Phone
        lines={phone.lines.value}
        isLive={phone.isLive.value}
        awaited={
          call?.state === 'connected'
            ? { forKeys: call.listens, forWords: call.listens_for_words }
            : undefined
        }
        keypad={keypad}
        onKey={(key) => {
          void attempt(() => phone.press(key));
        }}
        onSay={(text) => attempt(() => phone.say(text))}
        onHangUp={() => {
          void attempt(() => phone.hangUp('ours'));
        }}
        onFocusLost={onFocusLost}
        actions={
          call?.state === 'bridged' && (
            <button
              type="button"
              class="button"
              onClick={() => {
                void attempt(() => phone.hangUp('second'));
              }}
            >
              Second party hangs up
            </button>
          )
        }
      />
    </>
  );
}
