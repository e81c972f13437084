import { scanTemplate } from '../../model/index.ts';
import { findReferenceSpan, listReferences, listSsml, stepNameOf } from '../check/references.ts';
import { readSsml } from '../rules/read-ssml.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { NeedRule } from './need.ts';

/** Finds the length of SSML documents: only plain text can be split (R8). */
export const ssmlLength: NeedRule = {
  find: (draft) =>
    listSsml(draft).map((reference) => ({
      need: 'ssml_length',
      chars: countFixedCharacters(reference.text),
      ...findPlace(draft, reference),
    })),
};

function countFixedCharacters(text: string): number {
  const parts = scanTemplate(text).parts.filter((part) => typeof part === 'string');
  return Array.from(parts.join('')).length;
}

/** Finds the elements of SSML documents. */
export const ssmlMarks: NeedRule = {
  find: (draft) =>
    listSsml(draft).map((reference) => ({
      need: 'ssml_marks',
      marks: [...new Set(readSsml(reference.text).elements.map(({ name }) => name))],
      ...findPlace(draft, reference),
    })),
};

/** Finds prompts that are stored at the carrier. */
export const storedPrompts: NeedRule = {
  find: (draft) =>
    listReferences(draft, 'template')
      .filter(({ path }) => path.at(-1) === 'stored')
      .map((reference) => ({
        need: 'stored_prompt',
        name: reference.text,
        ...findPlace(draft, reference),
      })),
};

function findPlace({ document }: FlowDraft, reference: Reference) {
  const step = stepNameOf(reference);
  return { ...(step !== undefined && { step }), span: findReferenceSpan(document, reference) };
}
