/** Checks that the flow, or one that it runs, has every step, prompt and variable that a scenario names, and every setting. */
import type { Checked, Document, Reference, Path } from '../../language/compiler/index.ts';
import { findClosest } from '../../language/diagnostics/index.ts';
import type { DiagnosticCode, Report } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import { keyRangeAt, nodeAt, rangeAt } from '../../language/compiler/index.ts';
import { listParts } from './parts.ts';

interface Names {
  code: DiagnosticCode;
  word: string;
  of: (flow: FlowPart) => string[];
}

const kinds: Partial<Record<Reference['kind'], Names>> = {
  step: { code: 'dangling-target', word: 'step', of: ({ steps }) => Object.keys(steps) },
  prompt: { code: 'unknown-prompt', word: 'prompt', of: ({ prompts }) => Object.keys(prompts) },
  variable: { code: 'unknown-variable', word: 'variable', of: ({ vars }) => Object.keys(vars) },
};

/** Reports names that the flow does not have. */
export function checkNames(
  { document, checked, flow }: { document: Document; checked: Checked; flow: CompiledFlow },
  report: Report,
): void {
  for (const { kind, text, at } of checked.references) {
    const names = kinds[kind];
    const known = names === undefined ? [] : [...new Set(listParts(flow).flatMap(names.of))];
    // A placeholder without a value has been reported already.
    if (names === undefined || known.includes(text) || text.includes('${row.')) continue;
    const span = document.span('key' in at ? at.key : at.node.range);
    const meant = findClosest(text, known);
    report({
      code: names.code,
      message: `the flow "${flow.name}" has no ${names.word} "${text}"`,
      span,
      ...didYouMean(text, known),
      ...(meant !== undefined && { fix: { span, text: meant } }),
    });
  }
}

interface SettingsAt {
  document: Document;
  /** Path of the map `env`, or of a scenario. */
  path: Path;
  flow: CompiledFlow;
}

/** Reports settings that the flow does not declare. */
export function checkSettings({ document, path, flow }: SettingsAt, report: Report): void {
  const declared = Object.keys(flow.env);
  const map = nodeAt(document.root, path);
  for (const name of map?.kind === 'map' ? map.entries.keys() : []) {
    if (declared.includes(name)) continue;
    report({
      code: 'unknown-variable',
      message: `the flow "${flow.name}" has no setting "${name}"`,
      span: document.span(keyRangeAt(document.root, [...path, name])),
      ...didYouMean(name, declared),
    });
  }
}

/** Reports required settings that have no value. */
export function checkNeeded(
  { document, path, flow, env }: SettingsAt & { env: Record<string, unknown> },
  report: Report,
): void {
  const missing = Object.keys(flow.env).filter(
    (name) => flow.env[name]?.default === undefined && env[name] === undefined,
  );
  if (missing.length === 0) return;
  report({
    code: 'missing-key',
    message: `the flow "${flow.name}" needs ${missing.map((name) => `"${name}"`).join(', ')}`,
    span: document.span(rangeAt(document.root, path)),
    hint: `add env: { ${missing.map((name) => `${name}: …`).join(', ')} }`,
  });
}

/** Returns a hint with the known name that is most like a wrong one. */
export function didYouMean(found: string, known: readonly string[]): { hint?: string } {
  const meant = findClosest(found, known);
  return meant === undefined ? {} : { hint: `did you mean "${meant}"?` };
}
