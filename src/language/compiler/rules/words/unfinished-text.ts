import { findReferenceSpan, isSpokenText, listReferences } from '../../check/references.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readBeginning } from '../spoken.ts';

/** Signs of a text that somebody still has to write. */
const UNFINISHED =
  /(?<![\p{L}\d])(?:TODO|FIXME|TBD|XXX+)(?![\p{L}\d])|[Ll]orem ipsum|\[(?:insert|your|name|company)\b[^\]]{0,40}\]|<(?:insert|your) [^<>]{1,40}>/u;

/** Reports notes to the author that callers would hear. */
export const unfinishedText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listReferences(draft, 'prompt', 'template')) {
      const isSsml = reference.path.at(-1) === 'ssml';
      if ('key' in reference.at || !(isSsml || isSpokenText(reference))) continue;
      const found = UNFINISHED.exec(readBeginning(reference.text));
      if (found === null) continue;
      report({
        code: 'unfinished-text',
        message: `callers hear "${found[0]}": the text is not written yet`,
        span: findReferenceSpan(draft.document, reference, {
          start: found.index,
          end: found.index + found[0].length,
        }),
      });
    }
  },
};
