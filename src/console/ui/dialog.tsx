/** A modal dialog. The browser keeps the focus inside. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { WriteButton } from './write-button.tsx';

interface DialogProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => {
      returnFocus(opener);
    };
  }, []);
  return (
    <dialog ref={element} class={isWide ? 'wide' : ''} aria-labelledby={heading} onClose={onClose}>
      <div class="column">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Moves the focus to what opened the dialog, or to the title of the view. The browser does so only where the dialog stays. */
function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected === true ? opener : document.querySelector('h1');
  if (target instanceof HTMLElement) target.focus();
}

interface ConfirmProps {
  title: string;
  /** The consequence of the action. */
  children: ComponentChildren;
  /** The verb of the button: "End call". */
  action: string;
  /** A name that has to be typed first. */
  typed?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, children, action, typed, onConfirm, onClose }: ConfirmProps) {
  const input = useRef<HTMLInputElement>(null);
  const field = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    if (typed !== undefined && input.current?.value !== typed) {
      input.current?.setCustomValidity(`Type ${typed}`);
      input.current?.reportValidity();
      return;
    }
    onConfirm();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="column" onSubmit={submit}>
        <div>{children}</div>
        {typed !== undefined && (
          <div class="field">
            <label for={field}>
              Type <code>{typed}</code> to confirm
            </label>
            <input
              id={field}
              ref={input}
              class="input"
              autocomplete="off"
              onInput={() => input.current?.setCustomValidity('')}
            />
          </div>
        )}
        <div class="row">
          <WriteButton type="submit" class="button danger">
            {action}
          </WriteButton>
          <button type="button" class="button plain" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
