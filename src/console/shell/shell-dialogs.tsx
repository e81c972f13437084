/** The dialogs that every view can open; they are loaded when they are first opened. */
import { ErrorBoundary, lazy } from 'preact-iso';
import { shownDialog } from './keys.ts';
import type { RailEntry } from './rail-entry.ts';

const Find = lazy(() => import('./find/find.tsx').then((module) => module.Find));
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

interface ShellDialogsProps {
  project: string;
  /** Views that the caller may see. */
  entries: readonly RailEntry[];
}

export function ShellDialogs(props: ShellDialogsProps) {
  const close = () => {
    shownDialog.value = undefined;
  };
  return (
    <ErrorBoundary>
      {shownDialog.value === 'find' && <Find {...props} onClose={close} />}
      {shownDialog.value === 'keys' && <KeysDialog onClose={close} />}
    </ErrorBoundary>
  );
}
