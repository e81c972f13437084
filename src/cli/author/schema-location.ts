/** Finds the schemas that the files of a new flow name in their first line, or copies them. */
import { cpSync, existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The schemas that flows and scenarios need, with those they refer to. */
const SCHEMAS = ['flow.schema.json', 'scenario.schema.json', 'fragment.schema.json', 'verbs'];
const COPY = 'ringflow-schemas';

interface SchemaLocation {
  /** Path from the flow's folder, with slashes. */
  path: string;
  /** Folder to which the schemas were copied. */
  copied?: string;
}

/** Returns the folder of this package: three folders above this file in the sources, four in the build. */
export function findPackageRoot(): string | undefined {
  const roots = ['../../..', '../../../..'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return roots.find((root) => existsSync(join(root, 'package.json')));
}

/**
 * Returns the schemas as seen from an existing folder: those of the checkout around it, those of the nearest node_modules with
 * this package, or a copy beside the flow's folder. A copy is refreshed each time.
 */
export function locateSchemas(folder: string): SchemaLocation {
  const from = realpathSync(resolve(folder));
  const root = findPackageRoot();
  if (root !== undefined && from.startsWith(realpathSync(root) + sep))
    return { path: toPath(from, join(realpathSync(root), 'schemas')) };
  const installed = listAncestors(from)
    .map((ancestor) => join(ancestor, 'node_modules/ringflow/schemas'))
    .find((schemas) => existsSync(join(schemas, 'flow.schema.json')));
  if (installed !== undefined) return { path: toPath(from, installed) };
  const copied = join(dirname(from), COPY);
  for (const name of root === undefined ? [] : SCHEMAS)
    cpSync(join(root ?? '', 'schemas', name), join(copied, name), { recursive: true });
  return { path: toPath(from, copied), copied };
}

function listAncestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

function toPath(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, '/');
}
