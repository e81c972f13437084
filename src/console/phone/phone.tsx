/** A phone: the transcript of a call, a keypad, something to say, and hanging up. It knows no call by itself. */
import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Keypad } from './keypad.tsx';
import { Transcript } from './transcript.tsx';
import type { TranscriptLine } from './transcript-line.ts';

/** The input that a call waits for. */
interface Awaited {
  /** The call would take a key now. */
  forKeys: boolean;
  /** The keys that it would take: `1, 2 or 3`, `4 digits, then #`; absent: unknown. */
  keys?: string | undefined;
  /** The call would take spoken words now. */
  forWords: boolean;
}

interface PhoneProps {
  lines: readonly TranscriptLine[];
  /** True while there is a call: keys, speech and hanging up are possible. */
  isLive: boolean;
  /** The input that the call waits for; absent: unknown. */
  awaited?: Awaited | undefined;
  /** Set to the keypad, so that it can be focused when a call begins. */
  keypad?: RefObject<HTMLDivElement | null>;
  onKey: (key: string) => void;
  /** Says something; resolves to true when it was said: the field is emptied then. */
  onSay: (text: string) => Promise<boolean>;
  onHangUp: () => void;
  /** Called when the call has ended while the focus was on its controls, which are disabled then. */
  onFocusLost?: () => void;
  /** Further buttons beside "Hang up". */
  actions?: ComponentChildren;
}

export function Phone(props: PhoneProps) {
  const { lines, isLive, awaited, onKey, onSay, onHangUp, onFocusLost, actions } = props;
  const ownKeypad = useRef<HTMLDivElement>(null);
  const controls = useFocusAfterCall(isLive, onFocusLost);
  return (
    <div class="phone">
      <div class="phone-talk">
        <Transcript lines={lines} />
        <p class="note">{isLive && awaited !== undefined && describeAwaited(awaited)}</p>
      </div>
      <div ref={controls} class="phone-controls" role="group" aria-label="Call controls">
        <Keypad element={props.keypad ?? ownKeypad} isDisabled={!isLive} onKey={onKey} />
        <SayForm isDisabled={!isLive} onSay={onSay} />
        <div class="row stretched">
          <button type="button" class="button danger" disabled={!isLive} onClick={onHangUp}>
            Hang up
          </button>
          {actions}
        </div>
      </div>
    </div>
  );
}

/** Returns a ref for the controls; reports when they are disabled while they have the focus. */
function useFocusAfterCall(isLive: boolean, onFocusLost: (() => void) | undefined) {
  const controls = useRef<HTMLDivElement>(null);
  // Read before the controls are disabled, which takes the focus away.
  const hadFocus = controls.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (!isLive && hadFocus) onFocusLost?.();
  }, [isLive]);
  return controls;
}

function describeAwaited({ forKeys, keys = 'a key', forWords }: Awaited): string {
  if (forKeys && forWords) return `Waits for ${keys}, or words`;
  if (forKeys) return `Waits for ${keys}`;
  return forWords ? 'Waits for words' : 'Takes no input now';
}

interface SayFormProps {
  isDisabled: boolean;
  onSay: (text: string) => Promise<boolean>;
}

/** Maximum length of what is said, as the platform limits it. */
const MAX_SAID = 4_096;

function SayForm({ isDisabled, onSay }: SayFormProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    void onSay(words).then((isSaid) => {
      if (isSaid) setWords('');
    });
  };
  return (
    <form class="field" onSubmit={submit}>
      <label for={id}>Say something</label>
      <div class="row stretched">
        <input
          id={id}
          class="input"
          maxLength={MAX_SAID}
          autocomplete="off"
          disabled={isDisabled}
          value={words}
          onInput={({ currentTarget }) => {
            setWords(currentTarget.value);
          }}
        />
        <button type="submit" class="button" disabled={isDisabled}>
          Say
        </button>
      </div>
    </form>
  );
}
