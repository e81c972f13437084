/** Every step, prompt and variable that a scenario names exists in its flow. */
import type { Checked, Document, Reference } from '../../language/compiler/index.ts';
import { closest } from '../../language/diagnostics/index.ts';
import type { DiagnosticCode, Report } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';

interface Names {
  code: DiagnosticCode;
  word: string;
  of: (flow: CompiledFlow) => string[];
}

const kinds: Partial<Record<Reference['kind'], Names>> = {
  step: { code: 'dangling-target', word: 'step', of: ({ steps }) => Object.keys(steps) },
  prompt: { code: 'unknown-prompt', word: 'prompt', of: ({ prompts }) => Object.keys(prompts) },
  variable: { code: 'unknown-variable', word: 'variable', of: ({ vars }) => Object.keys(vars) },
};

/** Tells names that the flow does not have. */
export function checkNames(
  { document, checked, flow }: { document: Document; checked: Checked; flow: CompiledFlow },
  report: Report,
): void {
  for (const { kind, text, at } of checked.references) {
    const names = kinds[kind];
    const known = names?.of(flow) ?? [];
    // Of a value that no row has, that is told and no more.
    if (names === undefined || known.includes(text) || text.includes('${row.')) continue;
    const span = document.span('key' in at ? at.key : at.node.range);
    const meant = closest(text, known);
    report({
      code: names.code,
      message: `the flow "${flow.name}" has no ${names.word} "${text}"`,
      span,
      ...(meant === undefined ? {} : { hint: `did you mean "${meant}"?`, fix: { span, text: meant } }),
    });
  }
}
