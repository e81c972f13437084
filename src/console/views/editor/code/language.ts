/** The language server in the editor: completions, hover texts, rename and formatting. Its texts are shown as text. */
import { autocompletion } from '@codemirror/autocomplete';
import type { CompletionSource } from '@codemirror/autocomplete';
import { LSPClient, LSPPlugin, serverCompletionSource } from '@codemirror/lsp-client';
import { hoverTooltip, showDialog } from '@codemirror/view';
import type { Command, EditorView } from '@codemirror/view';
import { markMistakes, toPosition } from './mistakes.ts';
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

/** Completions without their documentation, which the library renders as HTML. */
const completeAsText: CompletionSource = async (context) => {
  const found = await serverCompletionSource(context);
  if (found === null) return null;
  return {
    ...found,
    options: found.options.map(({ info: _info, ...option }) => option),
  };
};

const completions = autocompletion({ override: [completeAsText] });

const hovers = hoverTooltip(async (view, offset) => {
  const found = await ask<Hover | null>(view, 'textDocument/hover', { position: offset });
  if (found === null || found === undefined) return null;
  const text = toPlainText(found.contents);
  return {
    pos: offset,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hover';
      dom.textContent = text;
      return { dom };
    },
  };
});

interface Hover {
  contents: string | { value: string };
}

/** Returns a hover text without the marks of markdown. */
function toPlainText(contents: Hover['contents']): string {
  const text = typeof contents === 'string' ? contents : contents.value;
  return text
    .replace(/^```.*\n?/gm, '')
    .replace(/(?<!\\)(\*\*|`)/g, '')
    .replace(/\\([\\`*_{}[\]<>#|!&])/g, '$1')
    .trim();
}

/** Asks about the open file at an offset. Undefined if there is no language server. */
async function ask<Answer>(
  view: EditorView,
  method: string,
  { position, ...more }: { position: number; [parameter: string]: unknown },
): Promise<Answer | undefined> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return undefined;
  plugin.client.sync();
  return plugin.client.request<unknown, Answer>(method, {
    textDocument: { uri: plugin.uri },
    position: toPosition(view.state.doc, position),
    ...more,
  });
}

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
    const change = await ask<WorkspaceChange | null>(view, 'textDocument/rename', wanted);
    if (change && view.state.doc.eq(text)) apply(change);
  } catch (error) {
    const { message } = error as { message: string };
    showDialog(view, { label: `Not renamed: ${message}` });
  }
}
