/** Moves imported prompts into the flow itself. */
import { isMap, parseDocument } from 'yaml';

/** A flow with inlined prompts, and the names of prompts that stay in imported files. */
interface TakenIn {
  text: string;
  elsewhere: string[];
}

/** Inlines imported files that contain only prompts. Other imports stay, since steps and defaults depend on their file. */
export function inlinePrompts(
  source: string,
  { names, read }: { names: readonly string[]; read: (path: string) => string | undefined },
): TakenIn {
  const document = parseDocument(source);
  const { imports: written = [] } = document.toJS() as { imports?: string | string[] };
  const imports = [written].flat();
  const kept: string[] = [];
  for (const path of imports) {
    const prompts = readPromptsOnly(read(path) ?? '');
    if (prompts === undefined) kept.push(path);
    else
      for (const [name, said] of Object.entries(prompts))
        document.setIn(['prompts', name], document.createNode(said));
  }
  if (kept.length < imports.length) {
    if (kept.length === 0) document.delete('imports');
    else document.set('imports', document.createNode(kept, { flow: true }));
  }
  const prompts = document.get('prompts');
  const own = isMap(prompts) ? prompts.items.map(({ key }) => String(key)) : [];
  return {
    text: kept.length < imports.length ? document.toString({ lineWidth: 0 }) : source,
    elsewhere: names.filter((name) => !own.includes(name)),
  };
}

/** Returns the prompts of a file that contains nothing else. */
function readPromptsOnly(text: string): Record<string, unknown> | undefined {
  const {
    ringflow: _version,
    prompts,
    ...others
  } = (parseDocument(text).toJS() ?? {}) as Record<string, unknown>;
  const isAlone = typeof prompts === 'object' && prompts !== null && Object.keys(others).length === 0;
  return isAlone ? (prompts as Record<string, unknown>) : undefined;
}
