/** Actions on variables, conditions, tables and opening hours. */
import { findOpeningAt, listSavedValues, toType } from '../../language/model/index.ts';
import type { Assignment, OpenState, Table, Value } from '../../language/model/index.ts';
import { evaluate, render, type FlowText } from '../render.ts';
import { shortenForNote, measureValue } from '../workload.ts';
import { assign, addNote, type Actions, type Scene } from './scene.ts';

export const dataActions: Actions<'set' | 'choose' | 'speak' | 'look_up' | 'look_at_clock'> = {
  set(scene, { values }) {
    for (const { variable, value } of values) assign(scene, variable, evaluateAssignment(scene, value));
  },

  choose(scene, { conditions }) {
    scene.draft.index = conditions.findIndex((condition, index) => {
      const holds = evaluate(scene.text, condition, scene.draft) === true;
      const shown = readsSecret(scene.text, condition) ? index + 1 : shortenForNote(condition);
      addNote(scene.draft, { kind: 'case', if: shown, holds }, measureValue(shown));
      return holds;
    });
  },

  speak({ draft }, { language }) {
    draft.language = language;
  },

  look_up(scene, { table: name, key, ...saved }) {
    const { draft, text } = scene;
    const { key: keys, columns, rows } = text.flow.tables[name] ?? NO_TABLE;
    const wanted = render(text, key, draft).trim();
    const row = Object.hasOwn(rows, wanted) ? rows[wanted] : undefined;
    addNote(draft, { kind: 'row', table: name, found: row !== undefined });
    draft.index = row === undefined ? -1 : 0;
    for (const [variable, column] of listSavedValues(saved)) {
      const cell = column === keys ? row && wanted : row?.[columns.indexOf(column)];
      const value = cell === undefined ? undefined : toType(cell, text.flow.vars[variable]?.type ?? 'string');
      if (value !== undefined) assign(scene, variable, value);
    }
  },

  look_at_clock({ draft, text, at }, { hours: name }) {
    const hours = text.flow.hours[name];
    if (hours === undefined) return;
    const opening = findOpeningAt(hours, at);
    draft.index = OPEN_STATES.indexOf(opening.state);
    addNote(draft, { kind: 'hours', ...opening, zone: hours.timezone });
  },
};

/** Stands for a missing table; checked flows have none. */
const NO_TABLE: Table = { key: '', columns: [], rows: {} };

/** In the order in which the outcomes of `hours` are tested. */
const OPEN_STATES: readonly OpenState[] = ['open', 'closed', 'holiday'];

/** Evaluates an assignment. Throws `ExpressionError`. */
export function evaluateAssignment({ draft, text }: Scene, value: Assignment['value']): Value {
  if ('literal' in value) return value.literal;
  if ('expression' in value) return evaluate(text, value.expression, draft);
  return render(text, value.template, draft);
}

/** True when a condition compares a secret, which its text may disclose (I7). */
function readsSecret({ secrets, expressions }: FlowText, condition: string): boolean {
  return [...expressions.findReads(condition)].some((name) => secrets.has(name));
}
