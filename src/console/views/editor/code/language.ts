/** The language server in the editor: completions, hover texts, rename and formatting. Its texts are shown as text. */
import { LSPClient } from '@codemirror/lsp-client';
import { hoverTooltip } from '@codemirror/view';
import type { EditorView } from '@codemirror/view';
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

/** A new name for what the cursor is on. */
export interface Renaming {
  /** The name now. */
  name: string;
  /** Tells why a name is not possible; undefined if it is. */
  findRefusal: (newName: string) => Promise<string | undefined>;
  /** Renames everywhere; returns why that is not possible. */
  rename: (newName: string) => Promise<string | undefined>;
}

/** Returns the way to rename what the cursor is on; undefined if there is no name. `apply` makes the changes in all files. */
export function findRenaming(
  view: EditorView,
  apply: (change: WorkspaceChange) => void,
): Renaming | undefined {
  const word = view.state.wordAt(view.state.selection.main.head);
  if (word === null) return undefined;
  const ask = async (newName: string, onChange: (change: WorkspaceChange) => void) => {
    const text = view.state.doc;
    try {
      const change = await askServer<WorkspaceChange | null>(view, 'textDocument/rename', {
        position: word.from,
        newName,
      });
      if (!view.state.doc.eq(text)) return 'The text has changed meanwhile: try again.';
      if (!change) return 'Nothing here has a name that can be changed.';
      onChange(change);
      return undefined;
    } catch (error) {
      return (error as { message: string }).message;
    }
  };
  return {
    name: view.state.sliceDoc(word.from, word.to),
    findRefusal: (newName) => ask(newName, () => undefined),
    rename: (newName) => ask(newName, apply),
  };
}
