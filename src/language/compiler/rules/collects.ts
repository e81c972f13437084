import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { findClosest, type Report } from '../../diagnostics/index.ts';
import { typeDescriptions } from '../../model/index.ts';
import { collectedTypes } from '../verbs/parts/collected.ts';
import { canConfirm } from '../verbs/parts/confirmation.ts';
import { spanAt, nodeAt, type Path } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/** Reports collects whose value does not fit their variable or cannot be read back for confirmation. */
export const collects: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { body, path } of listCollects(draft)) {
      const collect = { body, path, draft, report };
      // A misspelt type has been reported already.
      if (!isTypeUnread(collect)) {
        checkDigits(collect);
        checkVariable(collect);
      }
      checkConfirmation(collect);
    }
  },
};

interface Collect {
  body: Readable<CollectStep>;
  path: Path;
  draft: FlowDraft;
  report: Report;
}

function listBodyKeys({ path, draft: { document } }: Collect): string[] {
  const node = nodeAt(document.root, path);
  return node?.kind === 'map' ? [...node.entries.keys()] : [];
}

function isTypeUnread(collect: Collect): boolean {
  return collect.body.type === undefined && listBodyKeys(collect).includes('type');
}

/** Reports missing `digits` for types without a default length; a misspelt key has been reported already. */
function checkDigits(collect: Collect): void {
  const { body, path, draft, report } = collect;
  const { document } = draft;
  if (collectedTypes[body.type ?? 'digits'].keys) return;
  if (listBodyKeys(collect).some((key) => findClosest(key, ['digits']) !== undefined)) return;
  report({
    code: 'missing-key',
    message: 'the key "digits" is missing',
    hint: 'digits: the number of keys, or { min, max }',
    span: spanAt(document, path),
  });
}

function checkVariable({ body, path, draft, report }: Collect): void {
  const { document, vars, brokenVars } = draft;
  const { save = '', type = 'digits', speech } = body;
  const kept = Object.hasOwn(vars, save) && !brokenVars.has(save) ? vars[save]?.type : undefined;
  if (kept === undefined) return;
  const { keptIn } = collectedTypes[type];
  const span = spanAt(document, [...path, 'save']);
  if (!keptIn.includes(kept))
    report({
      code: 'wrong-type',
      message: `"type: ${type}" needs a variable that holds ${listAlternatives(keptIn.map((one) => typeDescriptions[one]))}; "${save}" holds ${typeDescriptions[kept]}`,
      span,
    });
  else if (kept !== 'string' && typeof speech === 'object' && speech.phrases !== undefined)
    report({
      code: 'wrong-type',
      message: `phrases are stored as text; "${save}" holds ${typeDescriptions[kept]}`,
      span,
    });
}

function checkConfirmation({ body, path, draft, report }: Collect): void {
  const { document, vars, languages } = draft;
  const { save = '', confirm = false } = body;
  if (confirm === false) return;
  const span = spanAt(document, [...path, 'confirm']);
  if (Object.hasOwn(vars, save) && vars[save]?.secret === true)
    report({
      code: 'secret-exposed',
      message: `"${save}" is secret: it cannot be read back for confirmation`,
      span,
    });
  const unsupported = languages.filter((language) => !canConfirm(language));
  if (unsupported.length > 0 && (confirm === true || confirm.prompt === undefined))
    report({
      code: 'missing-key',
      message: `the key "prompt" is missing: there is no default confirmation in ${listAlternatives(unsupported)}`,
      hint: 'add confirm: { prompt: … }',
      span,
    });
}
