/**
 * Text that is typed over a selection, as a transaction.
 *
 * TYPED-OVER-1 The browser never deletes lines by itself: it keeps the looks of what it deletes as inline styles, which the
 * Content-Security-Policy refuses.
 */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Handles input over a selection in place of the browser. */
export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (view.state.readOnly || isComposing || !hasSelection(view)) return false;
    if (inputType === 'insertText' && data !== null) replaceSelection(view, data);
    else if (inputType.startsWith('delete')) deleteSelection(view);
    else return false;
    event.preventDefault();
    return true;
  },
  // Input of a composition cannot be cancelled: what it would replace is gone when it begins.
  compositionstart(_, view) {
    if (!view.state.readOnly && hasSelection(view)) deleteSelection(view);
    return false;
  },
});

function hasSelection({ state }: EditorView): boolean {
  return !state.selection.main.empty;
}

/** Lets the input handlers, such as that of brackets, come first, as for what the browser inserts. */
function replaceSelection(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = state.selection.main;
  const insert = () =>
    state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
  const isHandled = state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, text, insert));
  if (!isHandled) view.dispatch(insert());
}

function deleteSelection(view: EditorView): void {
  view.dispatch(view.state.replaceSelection(''), { userEvent: 'delete.selection', scrollIntoView: true });
}
