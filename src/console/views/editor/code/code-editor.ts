/**
 * The text editor of a draft: one file at a time, each with its own undo history.
 *
 * CODE-1 It stands in a shadow root, so that its styles are adopted style sheets, which the Content-Security-Policy allows.
 * CODE-2 Texts that come from elsewhere are transactions, so that they can be undone.
 */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo, undoDepth } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldKeymap, indentUnit } from '@codemirror/language';
import { formatDocument } from '@codemirror/lsp-client';
import type { LSPClient } from '@codemirror/lsp-client';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import type { ChangeSpec, Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Checker } from '../../../worker/client.ts';
import type { DraftFiles } from '../../../worker/protocol.ts';
import { calledLine, setCalledLine } from './called-line.ts';
import { createdFiles, listFileChanges, noteCreated } from './created-files.ts';
import type { CreatedFile } from './created-files.ts';
import { createFixCard, fixAtCursor, goToNextMistake, openFixCard, setMistakes } from './fix-card.ts';
import { connectLanguage, findRenaming } from './language.ts';
import type { Renaming } from './language.ts';
import { toOffset } from './mistakes.ts';
import type { Fix, Mistake, WorkspaceChange } from './mistakes.ts';
import { theme } from './theme.ts';
import { typedOver } from './typed-over.ts';

interface CodeEditorOptions {
  checker: Checker;
  files: DraftFiles;
  /** Path of the file that is shown first. */
  path: string;
  isReadOnly: boolean;
  onChange: (path: string, text: string) => void;
  /** Called when a file that an edit created is no longer part of the draft. */
  onRemove: (path: string) => void;
  /** Called with the 1-based line of the cursor. */
  onCursor: (path: string, line: number) => void;
  /** Tells the mistakes of the open file; undefined until it has been checked. */
  onMistakes: (mistakes: readonly Mistake[] | undefined) => void;
  /** Tells whether the open file has a change to undo. */
  onUndoable: (canUndo: boolean) => void;
  onSave: () => void;
  /** Asks for a new name of what the cursor is on; returns whether there is one. */
  onRename: () => boolean;
  /** Called when a fix is wanted where there is no mistake. */
  onChooseFix: () => void;
}

/** Time after the last key until the text is checked, ms. */
const CHECK_MS = 150;

export class CodeEditor {
  readonly #options: CodeEditorOptions;
  readonly #client: LSPClient;
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, options: CodeEditorOptions) {
    this.#options = options;
    this.#path = options.path;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    options.checker.setFiles(options.files);
    this.#client = connectLanguage(options.checker, {
      onMistakes: (mistakes) => {
        this.#view.dispatch({ effects: setMistakes.of(mistakes) });
        options.onMistakes(mistakes);
      },
      onFix: (fix) => {
        this.applyFix(fix);
      },
    });
    const state = this.#open(options.path, options.files[options.path] ?? '');
    this.#view = new EditorView({ state, root, parent: root });
  }

  /** Shows a file, at a 1-based line if one is given. */
  show(path: string, line?: number): void {
    if (path !== this.#path) this.#switchTo(path);
    if (line === undefined) return;
    const { doc } = this.#view.state;
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const from = found.from + found.text.search(/\S|$/);
    this.#view.dispatch({
      selection: EditorSelection.cursor(from),
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Marks the line of the step at which the simulated call is; undefined: none. */
  markCalled(line: number | undefined): void {
    this.#view.dispatch({ effects: setCalledLine.of(line) });
  }

  /** Moves the cursor to a mistake. */
  goTo({ from, to }: Mistake): void {
    this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.#view.focus();
    openFixCard(this.#view);
  }

  /** Makes the change of a fix, in all files that it names. */
  applyFix({ edit }: Fix): void {
    this.#applyChange(edit);
    this.#view.focus();
  }

  /** Makes changes of the text of a file, as one step of its undo history; a file that they create is part of the step. */
  change(path: string, changes: ChangeSpec, created?: CreatedFile): void {
    const effects = created === undefined ? [] : [noteCreated(created)];
    if (path === this.#path) {
      this.#view.dispatch({ changes, effects, userEvent: 'input', scrollIntoView: true });
      return;
    }
    const { state } = this.#open(path, '').update({ changes, effects });
    if (created !== undefined) this.#addFile(created);
    this.#states.set(path, state);
    this.#options.onChange(path, state.doc.toString());
  }

  /** Replaces the texts of files; those that are equal keep their cursor. */
  replace(files: DraftFiles): void {
    for (const [path, text] of Object.entries(files)) {
      const old = (path === this.#path ? this.#view.state : this.#open(path, '')).doc;
      if (old.toString() !== text) this.change(path, { from: 0, to: old.length, insert: text });
    }
  }

  /** Takes back the last change of the open file. */
  undo(): void {
    undo(this.#view);
  }

  /** Returns the way to rename what the cursor is on; undefined if there is no name. */
  findRenaming(): Renaming | undefined {
    return findRenaming(this.#view, this.#applyChange.bind(this));
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#view.destroy();
    this.#client.disconnect();
  }

  #switchTo(path: string): void {
    this.#states.set(this.#path, this.#view.state);
    this.#path = path;
    this.#options.onMistakes(undefined);
    this.#view.setState(this.#open(path, ''));
    this.#options.onUndoable(undoDepth(this.#view.state) > 0);
  }

  /** Returns the state of a file that was shown before, or a new one with this text. */
  #open(path: string, text: string): EditorState {
    const known = this.#states.get(path);
    if (known !== undefined) return known;
    const doc = this.#options.files[path] ?? text;
    const state = EditorState.create({ doc, extensions: this.#createExtensions(path) });
    this.#states.set(path, state);
    return state;
  }

  #createExtensions(path: string): Extension {
    const { isReadOnly } = this.#options;
    return [
      ...looks,
      ...keys,
      createFixCard({
        isReadOnly,
        onFix: (fix) => {
          this.applyFix(fix);
        },
      }),
      keymap.of([
        { key: 'Mod-s', run: () => this.#save(), preventDefault: true },
        { key: 'Mod-.', run: () => this.#fixAtCursor(), preventDefault: true },
        { key: 'F2', run: () => this.#options.onRename(), preventDefault: true },
      ]),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}`, tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
        for (const { kind, file } of listFileChanges(transactions))
          if (kind === 'added') this.#addFile(file);
          else this.#removeFile(file);
        if (docChanged) this.#noteChange(state);
        if (docChanged || selectionSet) this.#noteCursor(state);
      }),
      path.endsWith('.csv') || path.endsWith('.json') ? [] : this.#client.plugin(toUri(path), 'yaml'),
    ];
  }

  #addFile({ path, text }: CreatedFile): void {
    if (!this.#states.has(path)) this.replace({ [path]: text });
  }

  /** A file that was changed since its creation stays, so that no text gets lost. */
  #removeFile({ path, text }: CreatedFile): void {
    if (this.#states.get(path)?.doc.toString() !== text) return;
    this.#states.delete(path);
    this.#options.onRemove(path);
  }

  #noteChange(state: EditorState): void {
    this.#options.onChange(this.#path, state.doc.toString());
    this.#options.onUndoable(undoDepth(state) > 0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#client.sync();
    }, CHECK_MS);
  }

  #noteCursor({ doc, selection }: EditorState): void {
    this.#options.onCursor(this.#path, doc.lineAt(selection.main.head).number);
  }

  #save(): true {
    this.#options.onSave();
    return true;
  }

  #fixAtCursor(): true {
    const isFound = fixAtCursor(this.#view, (fix) => {
      this.applyFix(fix);
    });
    if (!isFound) this.#options.onChooseFix();
    return true;
  }

  #applyChange({ changes = {} }: WorkspaceChange): void {
    if (this.#options.isReadOnly) return;
    for (const [uri, edits] of Object.entries(changes)) {
      const path = toPath(uri);
      const { doc } = path === this.#path ? this.#view.state : this.#open(path, '');
      const specs = edits.map(({ range: { start, end }, newText }) => ({
        from: toOffset(doc, start),
        to: toOffset(doc, end),
        insert: newText,
      }));
      this.change(path, specs);
    }
  }
}

const looks: Extension[] = [
  lineNumbers(),
  history(),
  createdFiles,
  drawSelection(),
  indentUnit.of('  '),
  yaml(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  calledLine,
  typedOver,
  theme,
];

/** Tab stays with the browser, so that the keyboard leaves the editor. */
const keys: Extension[] = [
  keymap.of([
    { key: 'F8', run: goToNextMistake, preventDefault: true },
    { key: 'Shift-Alt-f', run: formatDocument, preventDefault: true },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
  ]),
];

const ROOT = 'file:///';

function toUri(path: string): string {
  return ROOT + path.split('/').map(encodeURIComponent).join('/');
}

function toPath(uri: string): string {
  return uri.slice(ROOT.length).split('/').map(decodeURIComponent).join('/');
}
