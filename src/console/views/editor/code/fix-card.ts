/**
 * The mistakes of a line with their fixes, in a card at the line, and a mark beside each line that has mistakes.
 *
 * FIX-CARD-1 The card closes when the text changes or the cursor leaves its line: it would tell of another text.
 */
import { linter } from '@codemirror/lint';
import { Prec, RangeSet, StateEffect, StateField } from '@codemirror/state';
import type { EditorState, Extension, Range, Text } from '@codemirror/state';
import { EditorView, gutter, GutterMarker, keymap, showTooltip } from '@codemirror/view';
import type { Tooltip } from '@codemirror/view';
import type { Fix, Mistake } from './mistakes.ts';

interface FixCardOptions {
  isReadOnly: boolean;
  onFix: (fix: Fix) => void;
}

interface Known {
  mistakes: readonly Mistake[];
  marks: RangeSet<GutterMarker>;
  open: OpenCard | undefined;
}

interface OpenCard {
  /** Begins at 1. */
  line: number;
  /** True when a fix was asked for before the fixes of the mistakes were known. */
  isFixWanted: boolean;
}

/** Tells the mistakes of the text. */
export const setMistakes = StateEffect.define<readonly Mistake[]>();

/** Opens the card of a line; undefined closes it. */
const setOpen = StateEffect.define<OpenCard | undefined>();

const known = StateField.define<Known>({
  create: () => ({ mistakes: [], marks: RangeSet.of<GutterMarker>([]), open: undefined }),
  update(before, { state, changes, docChanged, effects }) {
    let { mistakes, marks, open } = before;
    if (docChanged) {
      mistakes = mistakes.map((one) => ({ ...one, from: changes.mapPos(one.from) }));
      marks = marks.map(changes);
    }
    if (docChanged || open?.line !== findLine(state)) open = undefined;
    for (const effect of effects) {
      if (effect.is(setOpen)) open = effect.value;
      if (effect.is(setMistakes)) {
        mistakes = effect.value;
        marks = markLines(state.doc, mistakes);
      }
    }
    const isSame = mistakes === before.mistakes && open === before.open;
    return isSame ? before : { mistakes, marks, open };
  },
});

/** Creates the card and the marks. */
export function createFixCard(options: FixCardOptions): Extension {
  return [
    known,
    // Before the other meanings of the key: it would clear the selection first.
    Prec.high(keymap.of([{ key: 'Escape', run: closeFixCard }])),
    // The card tells the same as what the pointer shows.
    linter(null, {
      tooltipFilter: (found, state) => (state.field(known).open === undefined ? [...found] : []),
    }),
    showTooltip.compute([known], (state) => toTooltip(state, options)),
    gutter({
      class: 'cm-mistake-gutter',
      markers: (view) => view.state.field(known).marks,
      domEventHandlers: {
        click(view, { from }) {
          view.dispatch({ selection: { anchor: from } });
          view.focus();
          return openFixCard(view);
        },
      },
    }),
    EditorView.updateListener.of(({ state, transactions, view }) => {
      const isNew = transactions.some(({ effects }) => effects.some((effect) => effect.is(setMistakes)));
      const isFixWanted = state.field(known).open?.isFixWanted === true;
      if (isNew && isFixWanted)
        queueMicrotask(() => {
          fixAtCursor(view, options.onFix);
        });
    }),
    EditorView.domEventHandlers({
      click: ({ target }, view) => {
        if (target instanceof Element && target.closest('.cm-lintRange') !== null) openFixCard(view);
      },
    }),
  ];
}

/** Moves the cursor to the next mistake, and opens the card of its line. */
export function goToNextMistake(view: EditorView): boolean {
  const { mistakes } = view.state.field(known);
  const { head } = view.state.selection.main;
  const sorted = mistakes.toSorted((one, other) => one.from - other.from);
  const next = sorted.find(({ from }) => from > head) ?? sorted[0];
  if (next === undefined) return false;
  view.dispatch({ selection: { anchor: next.from }, scrollIntoView: true });
  return openFixCard(view);
}

/** Applies the certain fix of the mistakes on the line of the cursor, or lets the user choose; false if the line has no mistakes. */
export function fixAtCursor(view: EditorView, onFix: FixCardOptions['onFix']): boolean {
  const mistakes = findMistakes(view.state, findLine(view.state));
  const certain = findCertainFix(mistakes);
  if (certain !== undefined) {
    onFix(certain);
    return true;
  }
  const isOpen = openFixCard(
    view,
    mistakes.every(({ fixes }) => fixes.length === 0),
  );
  view.dom.querySelector<HTMLElement>('.cm-fix-card button')?.focus();
  return isOpen;
}

/** Finds the only preferred fix of mistakes. */
function findCertainFix(mistakes: readonly Mistake[]): Fix | undefined {
  const [only, ...others] = mistakes.flatMap(({ fixes }) => fixes).filter(({ isPreferred }) => isPreferred);
  return others.length === 0 ? only : undefined;
}

/** Opens the card of the line of the cursor; false if the line has no mistakes. */
export function openFixCard(view: EditorView, isFixWanted = false): boolean {
  const line = findLine(view.state);
  if (findMistakes(view.state, line).length === 0) return false;
  view.dispatch({ effects: setOpen.of({ line, isFixWanted }) });
  return true;
}

function closeFixCard(view: EditorView): boolean {
  if (view.state.field(known).open === undefined) return false;
  view.dispatch({ effects: setOpen.of(undefined) });
  return true;
}

function findLine({ doc, selection }: EditorState): number {
  return doc.lineAt(selection.main.from).number;
}

function findMistakes(state: EditorState, line: number): Mistake[] {
  const isThere = ({ from }: Mistake) => state.doc.lineAt(Math.min(from, state.doc.length)).number === line;
  return state.field(known).mistakes.filter(isThere);
}

class Mark extends GutterMarker {
  readonly #severity: Mistake['severity'];

  constructor(severity: Mistake['severity']) {
    super();
    this.#severity = severity;
  }

  override toDOM(): HTMLElement {
    return createElement('span', `cm-mistake-mark ${this.#severity}`, '●');
  }
}

const MARKS = { error: new Mark('error'), warning: new Mark('warning'), info: new Mark('info') };
const BY_WEIGHT = ['info', 'warning', 'error'] as const;

/** Marks each line with the weightiest of its mistakes. */
function markLines(doc: Text, mistakes: readonly Mistake[]): RangeSet<GutterMarker> {
  const lines = new Map<number, Mistake['severity']>();
  for (const severity of BY_WEIGHT)
    for (const mistake of mistakes)
      if (mistake.severity === severity)
        lines.set(doc.lineAt(Math.min(mistake.from, doc.length)).from, severity);
  const ranges: Range<GutterMarker>[] = [...lines].map(([from, severity]) => MARKS[severity].range(from));
  return RangeSet.of(ranges, true);
}

function toTooltip(state: EditorState, options: FixCardOptions): Tooltip | null {
  const { open } = state.field(known);
  if (open === undefined) return null;
  const mistakes = findMistakes(state, open.line);
  const { from, text } = state.doc.line(open.line);
  if (mistakes.length === 0) return null;
  return {
    pos: from + text.search(/\S|$/),
    above: false,
    create: (view) => ({ dom: renderCard(view, { line: open.line, mistakes }, options) }),
  };
}

function renderCard(
  view: EditorView,
  { line, mistakes }: { line: number; mistakes: readonly Mistake[] },
  options: FixCardOptions,
): HTMLElement {
  const card = createElement('div', 'cm-fix-card');
  card.setAttribute('role', 'group');
  card.setAttribute('aria-label', `Mistakes of line ${line}`);
  const certain = findCertainFix(mistakes);
  for (const mistake of mistakes) card.append(...renderMistake(mistake, certain, options));
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    closeFixCard(view);
    view.focus();
  });
  return card;
}

function renderMistake(
  { severity, message, code, reason, fixes }: Mistake,
  certain: Fix | undefined,
  { isReadOnly, onFix }: FixCardOptions,
): HTMLElement[] {
  const what = createElement('p', '', '');
  const mark = createElement('span', `cm-mistake-mark ${severity}`, '●');
  mark.setAttribute('aria-hidden', 'true');
  what.append(mark, ` ${message} `, createElement('code', '', code));
  const why = reason === undefined ? [] : [createElement('p', 'cm-fix-reason', reason)];
  if (isReadOnly || fixes.length === 0) return [what, ...why];
  const row = createElement('div', 'cm-fix-row');
  for (const fix of fixes) {
    const button = createElement('button', 'cm-fix-button', fix.title);
    button.type = 'button';
    if (fix === certain) button.append(createElement('kbd', '', 'Ctrl .'));
    button.addEventListener('click', () => {
      onFix(fix);
    });
    row.append(button);
  }
  return [what, row, ...why];
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
