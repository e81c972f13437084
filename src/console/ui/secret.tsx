/** A text that is shown once, with a button that copies it. */
import { useId, useRef, useState } from 'preact/hooks';

export function Secret({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setNote('Copied.');
    } catch {
      // Without HTTPS the browser offers no clipboard to pages.
      setNote('The browser does not allow copying: the text is selected, press Ctrl C.');
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="row secret">
        <input id={id} ref={input} class="input" readOnly value={value} />
        <button type="button" class="button" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          Copy
        </button>
      </div>
      <span class="hint" role="status">
        {note}
      </span>
    </div>
  );
}
