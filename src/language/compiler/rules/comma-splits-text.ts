import type { Report } from '../../diagnostics/index.ts';
import { entryOf, listEntries, type ListNode, type Node, type ScalarNode } from '../read/document.ts';
import { shortenText } from '../read/words.ts';
import { isPromptName } from '../schema/name-forms.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports neighbours in brackets, without quotes, that read like one sentence: `[Sorry, I did not get that.]`. The first
 * of them does not end as a sentence does. It claims nothing about names of prompts, and of phrases only that none ends
 * with a full stop, a question mark or an exclamation mark.
 */
export const commaSplitsText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { root } = draft.document;
    for (const section of ['steps', 'always', 'defaults', 'prompts']) {
      const kind = section === 'prompts' ? 'text' : undefined;
      checkNode(entryOf(root, section)?.value, kind, { draft, report });
    }
  },
};

/** Texts that the flow says, or phrases that callers say. */
type Kind = 'text' | 'phrase';

const KINDS: Record<string, Kind> = {
  ...{ say: 'text', play: 'text', prompt: 'text', filler: 'text', no_input: 'text', no_match: 'text' },
  ...{ phrases: 'phrase', hints: 'phrase', yes: 'phrase', no: 'phrase' },
};

/** Keys whose values are no texts of the flow, whatever their keys are called. */
const OTHER_VALUES = ['json', 'form', 'data', 'with', 'set', 'save'];

interface Checking {
  draft: FlowDraft;
  report: Report;
}

function checkNode(node: Node | undefined, kind: Kind | undefined, checking: Checking): void {
  for (const { key, value } of listEntries(node))
    if (!OTHER_VALUES.includes(key))
      checkNode(value, Object.hasOwn(KINDS, key) ? KINDS[key] : kind, checking);
  if (node?.kind !== 'list') return;
  for (const item of node.items) checkNode(item, kind, checking);
  if (kind !== undefined) checkList(node, kind, checking);
}

function checkList(list: ListNode, kind: Kind, { draft: { document, promptNames }, report }: Checking): void {
  if (document.text[list.range.from] !== '[') return;
  const texts = list.items.map((item) => readPlainText(item, promptNames));
  for (let last = texts.length - 1; last > 0; last -= 1) {
    let first = last;
    while (first > 0 && isOneSentence(texts[first - 1], texts[first], kind)) first -= 1;
    const [begin, end] = [texts[first], texts[last]];
    if (first === last || begin === undefined || end === undefined) continue;
    const range = { from: begin.range.from, to: end.range.to };
    const quoted = quoteText(document.text.slice(range.from, range.to));
    const parts = texts.slice(first, last + 1).map((text) => `"${shortenText(text?.source ?? '')}"`);
    report({
      code: 'comma-splits-text',
      message: `the comma makes ${parts.length} texts of one: ${parts.join(', ')}`,
      span: document.span(range),
      hint: `write it in quotes: ${shortenText(quoted)}`,
      fix: { span: document.span(range), text: quoted },
    });
    last = first;
  }
}

/** Returns a text without quotes that is no prompt's name. */
function readPlainText(item: Node, promptNames: readonly string[]): ScalarNode | undefined {
  if (item.kind !== 'string' || item.style !== 'plain') return undefined;
  return promptNames.includes(item.source) ? undefined : item;
}

const SENTENCE_END = /[.!?…]$/;

/** Words before a comma that are no sentence of their own: "Sorry", "Thank you", "I am sorry". */
const MAX_OPENING_WORDS = 3;

function isOneSentence(before: ScalarNode | undefined, after: ScalarNode | undefined, kind: Kind): boolean {
  if (before === undefined || after === undefined || /[.!?…:;]$/.test(before.source)) return false;
  const goesOn = /^(?:\p{Ll}|I\b)/u.test(after.source);
  const isOpening = before.source.split(/\s+/).length <= MAX_OPENING_WORDS;
  if (SENTENCE_END.test(after.source)) return goesOn || (kind === 'text' && isOpening);
  const beginsSentence = /^\p{Lu}/u.test(before.source) && /^\p{Ll}/u.test(after.source);
  return kind === 'text' && beginsSentence && !isPromptName(after.source);
}

/** Quotes a text that may stand on several lines. */
function quoteText(written: string): string {
  const text = written.replace(/\s*\n\s*/g, ' ');
  return /^[^"\\]*'[^"\\]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "''")}'`;
}
