import type { Report } from '../../diagnostics/index.ts';
import { BOUNDS } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { spanAt, entryOf, nodeAt } from '../read/document.ts';
import { isByLanguage } from '../verbs/parts/prompts.ts';
import type { FlowRule } from './flow-rule.ts';

/** Limits the size of initial values: they are stored with every call, and with each waiting flow. */
function checkInitialValues({ document, vars }: FlowDraft, report: Report): void {
  const chars = Object.values(vars).reduce((sum, { initial }) => sum + String(initial).length, 0);
  if (chars <= BOUNDS.initialChars) return;
  report({
    code: 'too-large',
    message: `the initial values of the variables have ${chars} characters in total; expected at most ${BOUNDS.initialChars}`,
    span: spanAt(document, ['vars']),
    hint: 'keep long texts in prompts or tables',
  });
}

/** Maximum number of prompt characters in a compiled flow, all languages together. */
const MAX_CHARACTERS = 8_388_608;

/** Limits the size of shared prompts: a compiled flow stores a copy for each language. */
export const compiledSize: FlowRule = {
  needsAll: false,
  check(draft, report) {
    checkInitialValues(draft, report);
    const { document, source, languages } = draft;
    const prompts = nodeAt(document.root, ['prompts']);
    const lengths = Object.entries(source.prompts ?? {}).map(([name, prompt]) => {
      const { from, to } = entryOf(prompts, name)?.value.range ?? { from: 0, to: 0 };
      return prompt === undefined || isByLanguage(prompt) ? 0 : to - from;
    });
    const shared = lengths.reduce((sum, length) => sum + length, 0);
    if (shared * languages.length <= MAX_CHARACTERS) return;
    report({
      code: 'too-large',
      message: `the prompts that all ${languages.length} languages share grow to ${shared * languages.length} characters; expected at most ${MAX_CHARACTERS}`,
      span: spanAt(document, ['languages']),
      hint: 'list fewer languages, or split the flow into several',
    });
  },
};
