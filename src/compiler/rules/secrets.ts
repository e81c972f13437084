import { secretNames } from '../../flow/index.ts';
import type { Reference } from '../check.ts';
import type { FlowDraft } from '../draft.ts';
import { expressionsIn, referencesOf, spanOf, type Written } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** True when what stands here is kept secret itself: a value that goes into a secret variable. */
function isSecretSink({ kind, path }: Reference, { vars }: FlowDraft): boolean {
  return (kind === 'value' || kind === 'answer') && vars[String(path.at(-1))]?.secret === true;
}

/** The expressions in texts that may leave the call: prompts, numbers and the values of plain variables. */
function exposed(draft: FlowDraft): Written[] {
  const texts = referencesOf(draft, 'template', 'prompt', 'value', 'argument', 'expression', 'answer');
  return expressionsIn(texts.filter((reference) => !isSecretSink(reference, draft)));
}

/**
 * What is secret is compared in conditions, kept in secret variables and given to places that are made for it (`sink`):
 * headers and bodies of web requests, keys of lookups. It goes nowhere else (I7): what reaches a prompt, an address, a
 * number or a plain variable could reach a log.
 */
export const secrets: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const names = [...secretNames(draft)];
    if (names.length === 0) return;
    const expressions = draft.expressions();
    for (const { reference, source, start } of exposed(draft)) {
      const name = names.find((secret) => expressions.reads(source).has(secret));
      if (name === undefined) continue;
      report({
        code: 'secret-exposed',
        message: `"${name}" is secret: it may be compared in conditions, kept in secret variables and sent in headers and bodies of web requests, but not used here`,
        span: spanOf(document, reference, { start, end: start + source.length }),
      });
    }
  },
};
