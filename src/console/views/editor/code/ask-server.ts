/** Questions to the language server, and its texts as plain text. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import { toPosition } from './mistakes.ts';

/** Asks about the open file at an offset. Undefined if there is no language server. */
export async function askServer<Answer>(
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

/** A text of the language server, in markdown. */
export type ServerText = string | { value: string };

/** Renders a text without the marks of markdown. */
export function renderText(given: ServerText): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-hover';
  dom.textContent = toPlainText(typeof given === 'string' ? given : given.value);
  return dom;
}

function toPlainText(text: string): string {
  return text
    .replace(/^```.*\n?/gm, '')
    .replace(/(?<!\\)(\*\*|`)/g, '')
    .replace(/\\([\\`*_{}[\]<>#|!&])/g, '$1')
    .trim();
}
