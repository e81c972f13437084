import type { Diagnostic } from '../diagnostics/index.ts';

/** What is wrong with flows that share a name: they would take each other's calls. */
export function duplicateNames(files: readonly { file: string; name?: string }[]): Diagnostic[] {
  const first = new Map<string, string>();
  return files.flatMap(({ file, name }) => {
    if (name === undefined) return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, file);
      return [];
    }
    const start = { line: 1, column: 1, offset: 0 };
    const message = `a flow named "${name}" is already in ${earlier}`;
    return [{ code: 'duplicate-flow', severity: 'error', message, file, span: { start, end: start } }];
  });
}
