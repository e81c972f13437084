/** Writes the texts of the standard flows in std/ to a module, so that the compiler knows them without a file system. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const root = join(import.meta.dirname, '..');
export const standardTextsPath = 'src/language/compiler/standard-texts.ts';

/** The whole module. */
export async function renderStandardTexts(): Promise<string> {
  const files = globSync('std/*/flow.yaml', { cwd: root }).sort();
  const entries = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return `${JSON.stringify(basename(dirname(file)))}: ${JSON.stringify(text)},`;
  });
  const module = [
    '/* Generated from std/ by `npm run generate`; do not edit. */',
    '',
    '/** Name of a standard flow without `std/` → its text. */',
    'export const standardTexts: Readonly<Record<string, string>> = {',
    ...entries,
    '};',
  ];
  const settings = await resolveConfig(join(root, standardTextsPath));
  return format(module.join('\n'), { ...settings, parser: 'typescript' });
}

if (import.meta.main) {
  writeFileSync(join(root, standardTextsPath), await renderStandardTexts());
  console.log(standardTextsPath);
}
