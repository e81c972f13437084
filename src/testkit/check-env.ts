/** The settings of a flow's place, as a scenario file gives them. */
import { keyRangeAt, rangeAt } from '../compiler/index.ts';
import type { Document } from '../compiler/index.ts';
import { closest } from '../diagnostics/index.ts';
import type { Report } from '../diagnostics/index.ts';
import type { CompiledFlow } from '../flow/index.ts';

/** Tells settings that the flow does not declare, and those that it needs and nobody gives. */
export function checkEnv(
  { document, env, flow }: { document: Document; env: Record<string, string>; flow: CompiledFlow },
  report: Report,
): void {
  const declared = Object.keys(flow.env);
  for (const name of Object.keys(env).filter((one) => !declared.includes(one))) {
    const meant = closest(name, declared);
    report({
      code: 'unknown-variable',
      message: `the flow "${flow.name}" has no setting "${name}"`,
      span: document.span(keyRangeAt(document.root, ['env', name])),
      ...(meant === undefined ? {} : { hint: `did you mean "${meant}"?` }),
    });
  }
  const missing = declared.filter((name) => flow.env[name]?.default === undefined && env[name] === undefined);
  if (missing.length === 0) return;
  report({
    code: 'missing-key',
    message: `the flow "${flow.name}" needs ${missing.map((name) => `"${name}"`).join(', ')}`,
    span: document.span(rangeAt(document.root, ['env'])),
    hint: `add env: { ${missing.map((name) => `${name}: …`).join(', ')} }`,
  });
}
