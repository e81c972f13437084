/** The keypad of a phone. Keys of the keyboard press it while the focus is in it. */
import type { RefObject } from 'preact';

interface KeypadProps {
  /** Set to the element that takes keys of the keyboard. */
  element: RefObject<HTMLDivElement | null>;
  isDisabled: boolean;
  onKey: (key: string) => void;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** Names of keys that screen readers would not read. */
const NAMES: Readonly<Record<string, string>> = { '*': 'star', '#': 'pound' };

export function Keypad({ element, isDisabled, onKey }: KeypadProps) {
  const pressTyped = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (!KEYS.includes(key) || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    if (!isDisabled) onKey(key);
  };
  return (
    <div
      ref={element}
      class="keypad"
      role="group"
      aria-label="Keypad; keyboard input works here too"
      tabIndex={-1}
      onKeyDown={pressTyped}
    >
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          class="button"
          aria-label={NAMES[key] ?? key}
          disabled={isDisabled}
          onClick={() => {
            onKey(key);
          }}
        >
          {key}
        </button>
      ))}
    </div>
  );
}
