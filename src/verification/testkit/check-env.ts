/** The settings of a flow's place, as a scenario file gives them. */
import { keyRangeAt, nodeAt, rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import { closest } from '../../language/diagnostics/index.ts';
import type { Report } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { joinQuoted } from '../../language/text/index.ts';

/** Settings, where they stand. */
export interface SettingsAt {
  document: Document;
  /** Of the map in which they stand: `env`, or that of a scenario. */
  path: Path;
  flow: CompiledFlow;
}

/** Tells settings that the flow does not declare. */
export function checkSettings({ document, path, flow }: SettingsAt, report: Report): void {
  const declared = Object.keys(flow.env);
  const map = nodeAt(document.root, path);
  for (const name of map?.kind === 'map' ? map.entries.keys() : []) {
    if (declared.includes(name)) continue;
    const meant = closest(name, declared);
    report({
      code: 'unknown-variable',
      message: `the flow "${flow.name}" has no setting "${name}"`,
      span: document.span(keyRangeAt(document.root, [...path, name])),
      ...(meant === undefined ? {} : { hint: `did you mean "${meant}"?` }),
    });
  }
}

/** Tells settings that the flow needs and nobody gives. */
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
    message: `the flow "${flow.name}" needs ${joinQuoted(missing)}`,
    span: document.span(rangeAt(document.root, path)),
    hint: `add env: { ${missing.map((name) => `${name}: …`).join(', ')} }`,
  });
}
