/** Mistakes of the open file with their fixes, as the language server finds them. */
import { setDiagnostics } from '@codemirror/lint';
import { LSPPlugin } from '@codemirror/lsp-client';
import type { LSPClient, LSPClientExtension } from '@codemirror/lsp-client';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** A position in a document: both begin at 0. */
interface Position {
  line: number;
  character: number;
}

/** A change of a text, as the language server sends it. */
export interface TextChange {
  range: { start: Position; end: Position };
  newText: string;
}

/** Changes by URI of the document. */
export interface WorkspaceChange {
  changes?: Record<string, TextChange[]>;
}

interface FoundMistake {
  range: { start: Position; end: Position };
  /** 1: error, 2: warning, 3: information. */
  severity?: number;
  code?: string;
  message: string;
}

/** A way to mend a mistake. */
export interface Fix {
  title: string;
  /** True where nothing else can be meant. */
  isPreferred?: boolean;
  edit: WorkspaceChange;
}

/** A mistake of the open file. */
export interface Mistake {
  /** Offsets in the text. */
  from: number;
  to: number;
  /** Begins at 1. */
  line: number;
  severity: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  /** The cure, when the message does not make it obvious. */
  reason?: string;
  fixes: Fix[];
}

/** Actions on the mistakes of the open file. */
export interface MistakeListener {
  onMistakes: (mistakes: readonly Mistake[]) => void;
  onFix: (fix: Fix) => void;
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Marks the mistakes that the language server publishes, and asks it for their fixes. */
export function markMistakes(listener: MistakeListener): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
      },
    },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, published: PublishedMistakes) => {
        const file = client.workspace.getFile(published.uri);
        const view = file?.getView();
        // Older mistakes are those of a text that has changed: newer ones follow.
        if (!file || !view || published.version !== file.version) return true;
        void showMistakes({ client, view, listener }, published);
        return true;
      },
    },
  };
}

interface PublishedMistakes {
  uri: string;
  version?: number;
  diagnostics: FoundMistake[];
}

interface Place {
  client: LSPClient;
  view: EditorView;
  listener: MistakeListener;
}

async function showMistakes(place: Place, { uri, diagnostics }: PublishedMistakes): Promise<void> {
  const { client, view } = place;
  const text = LSPPlugin.get(view)?.syncedDoc;
  if (text === undefined) return;
  const mistakes = diagnostics.map((found) => toMistake(found, text));
  const isNewest = () => LSPPlugin.get(view)?.uri === uri && view.state.doc.eq(text);
  if (isNewest()) mark(place, mistakes);
  if (mistakes.length === 0) return;
  const end = toPosition(text, text.length);
  const actions = await client.request<unknown, FixAction[] | null>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end },
    context: { diagnostics: [] },
  });
  if (isNewest()) mark(place, addFixes({ mistakes, diagnostics }, actions ?? []));
}

interface FixAction extends Fix {
  diagnostics?: FoundMistake[];
}

function addFixes(
  { mistakes, diagnostics }: { mistakes: Mistake[]; diagnostics: FoundMistake[] },
  actions: FixAction[],
): Mistake[] {
  const names = diagnostics.map(nameMistake);
  return mistakes.map((mistake, index) => ({
    ...mistake,
    fixes: actions.filter(({ diagnostics: mended = [] }) =>
      mended.some((one) => nameMistake(one) === names[index]),
    ),
  }));
}

function nameMistake({ code = '', message, range: { start, end } }: FoundMistake): string {
  return [start.line, start.character, end.line, end.character, code, message].join(' ');
}

function toMistake({ range, severity = 1, code = '', message }: FoundMistake, text: Text): Mistake {
  const [what = '', ...reason] = message.split('\n');
  return {
    from: toOffset(text, range.start),
    to: toOffset(text, range.end),
    line: range.start.line + 1,
    severity: SEVERITIES[severity - 1] ?? 'info',
    code,
    message: what,
    ...(reason.length > 0 && { reason: reason.join('\n') }),
    fixes: [],
  };
}

function mark({ view, listener }: Place, mistakes: Mistake[]): void {
  const marks = mistakes.map(({ from, to, severity, message, reason, fixes }) => ({
    ...{ from, to, severity },
    message: reason === undefined ? message : `${message}\n${reason}`,
    actions: fixes.map((fix) => ({
      name: fix.title,
      apply: () => {
        listener.onFix(fix);
      },
    })),
  }));
  view.dispatch(setDiagnostics(view.state, marks));
  listener.onMistakes(mistakes);
}

/** Returns the offset of a position, or the nearest one that the text has. */
export function toOffset(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(from + character, to);
}

/** Returns the position of an offset. */
export function toPosition(text: Text, offset: number): Position {
  const { number, from } = text.lineAt(offset);
  return { line: number - 1, character: offset - from };
}
