/** Writes what is made from the table of settings: schemas/config.schema.json, and the table in docs/operations.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { factsOf, toFlag, toConfigKey, settingNames, toVariable } from '../src/service/config/settings.ts';
import type { SettingFacts } from '../src/service/config/facts.ts';
import type { Setting } from '../src/service/config/settings.ts';
import { prose, table } from './reference/markdown.ts';

const root = join(import.meta.dirname, '..');
const page = 'docs/operations.md';

/** Files that `npm run generate` writes: path → text. */
export async function configFiles(): Promise<Record<string, string>> {
  return {
    'schemas/config.schema.json': await pretty(JSON.stringify(schema()), 'json'),
    [page]: await pretty(withTable(readFileSync(join(root, page), 'utf8')), 'markdown'),
  };
}

function pretty(text: string, parser: 'json' | 'markdown'): Promise<string> {
  const settings = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8')) as object;
  return format(text, { ...settings, parser });
}

function schema(): object {
  const properties = Object.fromEntries(
    settingNames.map((setting) => [toConfigKey(setting), propertyOf(setting)]),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'config.schema.json',
    title: 'Config',
    description:
      'Settings of `ringflow serve`. Flags and the environment win over them. A value may hold ${NAME} or ${NAME:-otherwise} from the environment, and be file:PATH, the text of a file.',
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

function propertyOf(setting: Setting): object {
  const { means, form, words, examples, expected } = factsOf(setting);
  const description = `${means}. Expected: ${expected}.${defaultOf(factsOf(setting), ' Default: ', '.')}`;
  const text = { type: 'string', minLength: 1 };
  const others: Record<NonNullable<SettingFacts['form']>, object> = {
    number: { type: 'integer' },
    list: { type: 'array', minItems: 1, items: text },
    map: { type: 'object', minProperties: 1, additionalProperties: text },
  };
  if (words !== undefined)
    return { description, anyOf: [{ enum: words }, { ...text, pattern: '\\$\\{' }], examples };
  if (form === undefined) return { description, ...text, examples };
  return { description, anyOf: [text, others[form]], examples };
}

function defaultOf(facts: SettingFacts, before: string, after: string): string {
  const words = facts.otherwise ?? facts.default;
  return words === undefined ? '' : before + words + after;
}

const BEGIN = '<!-- Made by `npm run generate` from src/service/config/settings.ts; do not edit. -->';
const END = '<!-- End of what is made. -->';

function withTable(text: string): string {
  const [before, rest = ''] = text.split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for the settings`);
  const rows = settingNames.map((setting) => {
    const facts = factsOf(setting);
    const flag = toFlag(setting);
    return [
      `\`${toConfigKey(setting)}\``,
      flag === undefined ? '' : `\`${flag}\``,
      `\`${toVariable(setting)}\``,
      facts.isRequired === true ? 'must be set' : defaultOf(facts, '', ''),
      prose(facts.means),
    ];
  });
  return `${before}${BEGIN}\n\n${table(['in the file', 'flag', 'environment', 'default', 'means'], rows)}\n\n${END}${after}`;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await configFiles())) {
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}
