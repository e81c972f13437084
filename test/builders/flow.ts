import { runnable } from '../../src/call/index.ts';
import type { RunnableFlow } from '../../src/call/index.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';
import { renderPretty } from '../../src/language/diagnostics/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';

const HEADER = 'ringflow: 1\nname: case\n';

/** Compiles a flow from its short form: indented as one likes, without the header. A mistake in it is thrown. */
export function flowOf(yaml: string): CompiledFlow {
  const text = HEADER + dedented(yaml);
  const { flow, diagnostics } = compileFlow({ file: 'case.yaml', text });
  if (flow === undefined) throw new Error(renderPretty(diagnostics, { source: () => text }));
  return flow;
}

/** The same, ready to run. */
export function runnableOf(yaml: string): RunnableFlow {
  return runnable(flowOf(yaml));
}

/** The same text, as far to the left as its lines go together. */
export function dedented(text: string): string {
  const indents = [...text.matchAll(/^ *(?=\S)/gm)].map(([indent]) => indent.length);
  return text.replaceAll(new RegExp(`^ {${Math.min(...indents)}}`, 'gm'), '');
}
