/** A call to a document as one side of a comparison. */
import type { Awaits, Side, Start, Turn } from '../../verification/compare/index.ts';
import { listKeyedExamples } from './answers.ts';
import { listComparedKeys } from './compared-digits.ts';
import type { FindParty } from './form-runner.ts';
import { FormRunner } from './form-runner.ts';
import type { Choice, Site } from './model.ts';
import type { State } from './state.ts';

const START: Start = {
  direction: 'inbound',
  at: Date.UTC(2026, 0, 5, 10),
  remote: '+15550190001',
  own: '+15550190002',
  params: {},
};

/** Creates the call of a dialog. */
export function interpretDocument(
  site: Site,
  entry: { doc: string; dialog: string },
  findParty: FindParty,
): Side<State> {
  const turn = (state: State, change: (runner: FormRunner) => void): Turn<State> => {
    const runner = new FormRunner(site, state, findParty);
    change(runner);
    const after = runner.finish();
    return { state: after, effects: runner.effects, awaits: findAwaited(site, after) };
  };
  return {
    starts: () => [START],
    begin: (start) =>
      turn({ start, frames: [], waiting: 'selection' }, (runner) => {
        runner.begin(entry.doc, entry.dialog);
      }),
    move: (state, move) =>
      turn(state, (runner) => {
        runner.take(move);
      }),
  };
}

function findAwaited(site: Site, { frames, waiting }: State): Awaits {
  if (waiting === 'party') return { kind: 'party' };
  if (waiting === 'reply') return { kind: 'reply', replies: [{ status: 200, json: {} }] };
  const frame = frames.at(-1);
  if (waiting !== 'answer' || frame === undefined) return { kind: 'nothing' };
  const doc = site.docs.get(frame.doc);
  const dialog = doc?.dialogs.find(({ name }) => name === frame.dialog);
  const item = dialog?.items[frame.item];
  if (doc === undefined || dialog === undefined || item?.kind !== 'field') return { kind: 'nothing' };
  const links = [...dialog.links, ...doc.links, ...(site.docs.get(doc.root ?? '')?.links ?? [])];
  const choices: readonly Choice[] = [...item.grammar.choices, ...links];
  return {
    kind: 'answer',
    keys: [
      ...choices.flatMap(({ keys }) => keys ?? []),
      ...listKeyedExamples(item.grammar),
      ...listComparedKeys(dialog, item.grammar),
    ],
    words: choices.flatMap(({ phrases: [first] }) => first ?? []),
  };
}
