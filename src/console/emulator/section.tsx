/** A section of the emulator's page: a card with a title, its content, and why the last action in it failed. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

/** Runs an action. Resolves to true when it succeeded; a failure is shown in the section. */
export type Attempt = (action: () => Promise<unknown>) => Promise<boolean>;

interface SectionProps {
  title: string;
  /** Number of things in the section, beside the title. */
  count?: string;
  /** Class of the section, for its place in the grid. */
  place: string;
  children: (attempt: Attempt) => ComponentChildren;
}

export function Section({ title, count, place, children }: SectionProps) {
  const id = useId();
  const [failure, setFailure] = useState('');
  const attempt: Attempt = (action) =>
    action().then(
      () => {
        setFailure('');
        return true;
      },
      (error: unknown) => {
        setFailure(error instanceof Error ? error.message : String(error));
        return false;
      },
    );
  return (
    <section class={`card ${place}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span class="small faint">{count}</span>}
      </header>
      <div class="body column">
        {children(attempt)}
        <div role="alert">{failure !== '' && <p class="problem">{failure}</p>}</div>
      </div>
    </section>
  );
}

interface SendFormProps {
  label: string;
  /** Text of the button. */
  action: string;
  maxLength?: number;
  /** Sends what was entered; resolves to true when it was sent: the field is emptied then. */
  onSend: (text: string) => Promise<boolean>;
}

/** A field with a button. */
export function SendForm({ label, action, maxLength, onSend }: SendFormProps) {
  const id = useId();
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    void onSend(text).then((isSent) => {
      if (isSent) setText('');
    });
  };
  return (
    <form class="field" onSubmit={submit}>
      <label for={id}>{label}</label>
      <div class="row stretched">
        <input
          id={id}
          class="input"
          autocomplete="off"
          required
          {...(maxLength !== undefined && { maxLength })}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
        <button type="submit" class="button">
          {action}
        </button>
      </div>
    </form>
  );
}
