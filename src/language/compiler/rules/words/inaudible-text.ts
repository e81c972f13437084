import type { Report } from '../../../diagnostics/index.ts';
import { entryOf, nodeAt, type Node } from '../../read/document.ts';
import { isSpokenText, listReferences } from '../../check/references.ts';
import type { FlowDraft } from '../../types.ts';
import { parseDuration } from '../../verbs/parts/fragments.ts';
import type { FlowRule } from '../flow-rule.ts';

/** Maximum number of seconds of silence within one prompt. */
const MAX_PAUSE_SECONDS = 10;

/**
 * Reports prompts in which callers hear nothing: text spoken without volume, and pauses that add up to a silence in
 * which callers take the line for dead. A single pause, in which somebody may look for a card, is not reported.
 */
export const inaudibleText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const node of listPieces(draft)) reportSilentVoice(node, draft, report);
    for (const list of listPrompts(draft)) reportPauses(list, draft, report);
  },
};

function reportSilentVoice(piece: Node, { document }: FlowDraft, report: Report): void {
  const volume = entryOf(entryOf(piece, 'prosody')?.value, 'volume')?.value;
  if (volume?.kind !== 'string' || volume.value !== 'silent') return;
  report({
    code: 'inaudible-text',
    message: 'callers hear nothing: the text is spoken at the volume "silent"',
    span: document.span(volume.range),
    hint: 'remove the volume, or write { text: …, pause: 1s } for a pause',
  });
}

function reportPauses(prompt: Node, { document }: FlowDraft, report: Report): void {
  const items = prompt.kind === 'list' ? prompt.items : [];
  // What follows the last pause is not part of the prompt, but callers wait for it all the same.
  const pauses = items.flatMap((item) => {
    const pause = entryOf(item, 'pause')?.value;
    return pause?.kind === 'string' ? [{ pause, ms: parseDuration(String(pause.value)) || 0 }] : [];
  });
  const seconds = Math.round(pauses.reduce((sum, { ms }) => sum + ms, 0) / 1_000);
  const [first, ...others] = pauses;
  if (first === undefined || others.length === 0 || seconds <= MAX_PAUSE_SECONDS) return;
  report({
    code: 'inaudible-text',
    message: `callers hear nothing for ${seconds} seconds within this prompt; expected at most ${MAX_PAUSE_SECONDS}`,
    span: document.span(first.pause.range),
    hint: 'use shorter pauses: a second is long',
  });
}

/** Returns the pieces of prompts that have a text. */
function listPieces(draft: FlowDraft): Node[] {
  const { root } = draft.document;
  const texts = listReferences(draft, 'template').filter(
    (reference) => reference.path.at(-1) === 'text' && isSpokenText(reference),
  );
  return texts.flatMap(({ path }) => nodeAt(root, path.slice(0, -1)) ?? []);
}

/** Returns the lists of pieces. */
function listPrompts(draft: FlowDraft): Node[] {
  const { root } = draft.document;
  const lists = listReferences(draft, 'template')
    .filter((reference) => reference.path.at(-1) === 'text' && isSpokenText(reference))
    .flatMap(({ path }) => (typeof path.at(-2) === 'number' ? (nodeAt(root, path.slice(0, -2)) ?? []) : []));
  return [...new Set(lists)];
}
