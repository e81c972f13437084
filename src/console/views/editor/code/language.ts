/** The language server in the editor: completions, hover texts, rename and formatting. Its texts are shown as text. */
import { LSPClient } from '@codemirror/lsp-client';
import { hoverTooltip, showDialog } from '@codemirror/view';
import type { Command, EditorView } from '@codemirror/view';
import { askServer, renderText } from './ask-server.ts';
import type { ServerText } from './ask-server.ts';
import { completions } from './completions.ts';
import { markMistakes } from './mistakes.ts';
import type { MistakeListener, WorkspaceChange } from './mistakes.ts';
import type { Checker } from '../../../worker/client.ts';

/** Time that the language server has for an answer, ms: the first one waits for the worker to load. */
const ANSWER_MS = 60_000;

/** Connects to the language server of a checker. */
export function connectLanguage(checker: Checker, listener: MistakeListener): LSPClient {
  const client = new LSPClient({
    timeout: ANSWER_MS,
    extensions: [markMistakes(listener), completions, hovers],
  });
  return client.connect(checker.language);
}

const hovers = hoverTooltip(async (view, offset) => {
  const found = await askServer<{ contents: ServerText } | null>(view, 'textDocument/hover', {
    position: offset,
  });
  if (found === null || found === undefined) return null;
  return { pos: offset, above: true, create: () => ({ dom: renderText(found.contents) }) };
});

/** Creates a command that asks for a new name of what the cursor is on; `apply` makes the changes in all files. */
export function createRename(apply: (change: WorkspaceChange) => void): Command {
  return (view) => {
    const word = view.state.wordAt(view.state.selection.main.head);
    if (word === null) return false;
    const { from, to } = word;
    const { close, result } = showDialog(view, {
      label: 'New name',
      input: { name: 'name', value: view.state.sliceDoc(from, to) },
      focus: true,
      submitLabel: 'Rename',
    });
    void result.then(async (form) => {
      view.dispatch({ effects: close });
      view.focus();
      const input = form?.elements.namedItem('name');
      if (!(input instanceof HTMLInputElement)) return;
      await rename(view, { position: from, newName: input.value }, apply);
    });
    return true;
  };
}

async function rename(
  view: EditorView,
  wanted: { position: number; newName: string },
  apply: (change: WorkspaceChange) => void,
): Promise<void> {
  const text = view.state.doc;
  try {
    const change = await askServer<WorkspaceChange | null>(view, 'textDocument/rename', wanted);
    if (change && view.state.doc.eq(text)) apply(change);
  } catch (error) {
    const { message } = error as { message: string };
    showDialog(view, { label: `Not renamed: ${message}` });
  }
}
