/** Renders inventories as text for a terminal, as CSV for a recording studio, and as JSON for programs. */
import { formatCount, joinList, shortenLine } from '../../language/text/index.ts';
import { EVERY_LANGUAGE } from './inventory.ts';
import type { Entry, Inventory } from './inventory.ts';

const HEADER = ['flow', 'name or step', 'language', 'heard by', 'text', 'characters', 'note'];
/** Maximum number of characters of a text in a line. */
const MAX_TEXT = 60;

/** Renders inventories as text: the totals of each flow, then one line per text. */
export function renderInventoriesText(inventories: readonly Inventory[]): string {
  return inventories.map(renderText).join('\n');
}

/** Renders inventories as CSV (RFC 4180), one record per text. */
export function renderInventoriesCsv(inventories: readonly Inventory[]): string {
  const records = inventories.flatMap(({ flow, entries }) =>
    entries.map(({ name, language, heardBy, text, characters, notes }) => {
      return [flow, name, language, heardBy.join(' '), text, String(characters), notes.join('; ')];
    }),
  );
  return [HEADER, ...records].map((record) => `${record.map(quoteCsvField).join(',')}\r\n`).join('');
}

/** Renders inventories as JSON. */
export function renderInventoriesJson(inventories: readonly Inventory[]): string {
  return `${JSON.stringify({ flows: inventories }, null, 2)}\n`;
}

function quoteCsvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function renderText({ flow, languages, entries, unused, missing }: Inventory): string {
  const sums = languages.map((language) => renderSums(language, entries, missing));
  const width = Math.max(0, ...entries.map(({ name }) => name.length));
  const lines = entries.map((entry) => renderEntry(entry, width));
  const idle = unused.length === 0 ? [] : [`  used by no step: ${unused.join(', ')}`];
  return [flow, ...sums, ...idle, '', ...lines, ''].join('\n');
}

function renderSums(language: string, entries: readonly Entry[], missing: Inventory['missing']): string {
  const heard = entries.filter((entry) => entry.language === language || entry.language === EVERY_LANGUAGE);
  const texts = heard.filter(({ text }) => text !== '');
  const characters = texts.reduce((sum, entry) => sum + entry.characters, 0);
  const lacking = missing.filter((one) => one.language === language).length;
  const counted = `${formatCount(texts.length, 'text')}, ${characters} characters`;
  return `  ${language}: ${counted}${lacking === 0 ? '' : `, ${lacking} missing`}`;
}

function renderEntry({ name, language, heardBy, characters, text, notes }: Entry, width: number): string {
  const columns = [
    name.padEnd(width),
    language.padEnd(5),
    String(characters).padStart(5),
    shortenLine(text, MAX_TEXT),
  ];
  const isOfOwn = language === EVERY_LANGUAGE || heardBy.includes(language);
  const all = isOfOwn ? notes : [...notes, `heard by callers in ${joinList(heardBy, 'and')}`];
  const note = all.length === 0 ? '' : ` (${all.join('; ')})`;
  return `  ${columns.filter((column) => column !== '').join('  ')}${note}`;
}
