/** Files that an edit of the text creates: undoing the edit removes them again, and redoing it adds them. */
import { invertedEffects } from '@codemirror/commands';
import { StateEffect } from '@codemirror/state';
import type { Transaction } from '@codemirror/state';

/** A file that exists because of an edit. */
export interface CreatedFile {
  path: string;
  text: string;
}

const addFile = StateEffect.define<CreatedFile>();
const removeFile = StateEffect.define<CreatedFile>();

/** Has the undo history know of created files. */
export const createdFiles = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) => {
    if (effect.is(addFile)) return [removeFile.of(effect.value)];
    return effect.is(removeFile) ? [addFile.of(effect.value)] : [];
  }),
);

/** Returns the effect of an edit that creates a file. */
export function noteCreated(file: CreatedFile): StateEffect<CreatedFile> {
  return addFile.of(file);
}

/** Lists the files that transactions create and remove, in order. */
export function listFileChanges(transactions: readonly Transaction[]): FileChange[] {
  return transactions
    .flatMap(({ effects }) => effects)
    .flatMap((effect): FileChange[] => {
      if (effect.is(addFile)) return [{ kind: 'added', file: effect.value }];
      return effect.is(removeFile) ? [{ kind: 'removed', file: effect.value }] : [];
    });
}

interface FileChange {
  kind: 'added' | 'removed';
  file: CreatedFile;
}
