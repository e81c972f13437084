/** The words in which two texts differ. */
import { diffWordsWithSpace } from 'diff';

/** A stretch of a text; `isChanged`: the other text has something else, or nothing, in its place. */
export interface TextPart {
  text: string;
  isChanged: boolean;
}

interface WordDiff {
  before: TextPart[];
  after: TextPart[];
}

/** Splits two texts into what both have and what only one has. */
export function compareWords(before: string, after: string): WordDiff {
  const parts = diffWordsWithSpace(before, after);
  const toPart = ({ value, added, removed }: (typeof parts)[number]): TextPart => ({
    text: value,
    isChanged: added || removed,
  });
  return {
    before: parts.filter(({ added }) => !added).map(toPart),
    after: parts.filter(({ removed }) => !removed).map(toPart),
  };
}
