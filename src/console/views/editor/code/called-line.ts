/** The mark of the line at which the simulated call is. */
import { StateEffect, StateField } from '@codemirror/state';
import type { EditorState } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';

/** Sets the 1-based line of the mark; undefined removes it. */
export const setCalledLine = StateEffect.define<number | undefined>();

const mark = Decoration.line({ class: 'cm-called' });

/** Keeps the mark at its line while the text changes. */
export const calledLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    const effect = effects.findLast((one) => one.is(setCalledLine));
    return effect === undefined ? marks.map(changes) : markLine(state, effect.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function markLine({ doc }: EditorState, line: number | undefined): DecorationSet {
  if (line === undefined || line < 1 || line > doc.lines) return Decoration.none;
  return Decoration.set([mark.range(doc.line(line).from)]);
}
