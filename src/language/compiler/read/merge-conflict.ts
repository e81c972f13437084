import type { Guess } from './slip.ts';

/** A part of a file of which two versions were not merged. */
const CONFLICT = /^<{7}[^\n]*\n([^]*?)^(?:\|{7}[^\n]*\n[^]*?^)?={7}[^\n]*\n[^]*?^>{7}[^\n]*\n?/gm;

/** Explains the lines by which version control marks a conflict. */
export const guessMergeConflict: Guess = ({ from }, text) => {
  for (const { 0: all, 1: ours = '', index } of text.matchAll(CONFLICT)) {
    const range = { from: index, to: index + all.length };
    if (from < range.from || from >= range.to) continue;
    return {
      message: 'two versions of this part are in conflict since a merge',
      hint: 'keep the right one, and remove the other with the lines that begin with <<<<<<<, ======= and >>>>>>>',
      range: { from: index, to: index + all.indexOf('\n') },
      doubtful: range,
      edit: { range, text: ours },
      isGuess: true,
    };
  }
  return undefined;
};
