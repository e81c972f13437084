/** Completions of the language server. The source of the library would render their documentation as HTML. */
import { autocompletion } from '@codemirror/autocomplete';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { askServer, renderText } from './ask-server.ts';
import type { ServerText } from './ask-server.ts';
import { toOffset } from './mistakes.ts';
import type { TextChange } from './mistakes.ts';

interface ServerCompletion {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: ServerText;
  textEdit: TextChange;
}

/** Icons by `CompletionItemKind`. */
const TYPES: Readonly<Record<number, string>> = {
  1: 'text',
  3: 'function',
  6: 'variable',
  10: 'property',
  14: 'keyword',
  20: 'constant',
};

/** What is typed before the cursor when completions are offered without being asked for. */
const TRIGGER = /[A-Za-z_ .{]$/;
/** A word that goes on with these characters keeps the completions that were offered for its beginning. */
const WORD = /^\w*$/;

async function complete({ view, state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
  if (view === undefined || !(explicit || TRIGGER.test(state.sliceDoc(pos - 1, pos)))) return null;
  const found = await askServer<ServerCompletion[] | null>(view, 'textDocument/completion', {
    position: pos,
  });
  const [first] = found ?? [];
  if (!found || first === undefined) return null;
  return {
    from: toOffset(state.doc, first.textEdit.range.start),
    options: found.map(toOption),
    validFor: WORD,
  };
}

function toOption({ label, kind = 1, detail, documentation, textEdit }: ServerCompletion): Completion {
  const type = TYPES[kind];
  return {
    label,
    ...(type !== undefined && { type }),
    ...(detail !== undefined && { detail }),
    ...(textEdit.newText !== label && { apply: textEdit.newText }),
    ...(documentation !== undefined && { info: () => renderText(documentation) }),
  };
}

export const completions = autocompletion({ override: [complete] });
