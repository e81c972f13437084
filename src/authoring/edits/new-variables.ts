/** Declares variables for steps that the diagram inserts. */
import { listNames, nodeAt } from '../../language/compiler/index.ts';
import { addEntry, lineBreak, type EditableFlow } from './step-lines.ts';
import type { TextEdit } from './text-edit.ts';

/** Declares a variable for a text under a name that is free, and returns that name. */
export function declareVariable(
  { text, draft }: EditableFlow,
  wanted: string,
): { variable: string; edits: TextEdit[] } {
  const taken = new Set(
    listNames(draft)
      .filter(({ section }) => section === 'vars')
      .map(({ name }) => name),
  );
  let variable = wanted;
  for (let count = 2; taken.has(variable); count += 1) variable = `${wanted}_${count}`;
  const declaration = `${variable}: { type: string, initial: '' }`;
  const { root } = draft.document;
  const vars = nodeAt(root, ['vars']);
  const [entry, steps] = root.kind === 'map' ? ['vars', 'steps'].map((key) => root.entries.get(key)) : [];
  if (vars?.kind === 'map' && entry !== undefined)
    return { variable, edits: [addEntry(text, { body: vars, entry }, declaration)] };
  const at = text.lastIndexOf('\n', steps?.keyRange.from ?? 0) + 1;
  const newText = ['vars:', `  ${declaration}`, '', ''].join(lineBreak(text));
  return { variable, edits: [{ from: at, to: at, newText }] };
}
