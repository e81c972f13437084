/** Short messages about what was done, with an undo where it can be taken back. */
import { signal } from '@preact/signals';
import { asProblem } from '../api/problem.ts';
import { WriteButton } from './write-button.tsx';

interface Toast {
  id: number;
  text: string;
  undo?: () => Promise<unknown>;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Time that a message stays, ms: time enough to undo. */
const SHOWN_MS = 10_000;

/** Shows a message for ten seconds. */
export function showToast(text: string, undo?: () => Promise<unknown>): void {
  const id = (lastId += 1);
  toasts.value = [...toasts.value, { id, text, ...(undo && { undo }) }];
  setTimeout(() => {
    dismiss(id);
  }, SHOWN_MS);
}

/** Shows why something failed; `what` is a sentence without its full stop. */
export function showFailure(what: string, error: unknown): void {
  showToast(`${what}: ${asProblem(error).message}`);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, undo }) => (
        <div key={id} class="toast">
          <span>{text}</span>
          {undo !== undefined && (
            <WriteButton
              class="button compact"
              onClick={() => {
                dismiss(id);
                undo().catch((error: unknown) => {
                  showFailure('Not undone', error);
                });
              }}
            >
              Undo
            </WriteButton>
          )}
          <button
            type="button"
            class="button compact plain"
            aria-label="Dismiss"
            onClick={() => {
              dismiss(id);
            }}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
