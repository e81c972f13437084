/** Reads a file of another system into a tree. Nothing is fetched; of the entities of a file only plain text is expanded. */
import type { Finding } from '../../language/diagnostics/index.ts';
import { LineIndex } from './line-index.ts';
import { maskPlaceholders } from './placeholders.ts';
import { readJson } from './read-json.ts';
import { isTerraform, readTerraform } from './read-terraform.ts';
import { readXml } from './read-xml.ts';
import { readYaml } from './read-yaml.ts';
import { ReadingError } from './reading-error.ts';
import type { ReadSource, SourceFile } from './source.ts';

type Format = ReadSource['format'];

/** Maximum sizes, in characters: what is read within a second. YAML takes eight times longer than the others. */
const MAX_CHARACTERS: Record<Format, number> = { json: 2_000_000, xml: 2_000_000, yaml: 250_000 };

/** Reads a file; a problem that makes it unreadable is told with its place. */
export function readSource({ file, text: raw }: SourceFile): ReadSource | Finding {
  const text = raw.replace(/^\uFEFF/, '');
  const format = detectFormat(text);
  const lines = new LineIndex(text);
  const [most, start] = [MAX_CHARACTERS[format], lines.toSpan(0, 0)];
  if (isUtf16(raw)) {
    const hint = 'save it as UTF-8: iconv -f UTF-16 -t UTF-8';
    return { code: 'import-unreadable', message: 'the file is encoded in UTF-16', span: start, hint };
  }
  if (text.length > most) {
    const message = `the file has ${text.length} characters; at most ${most} are read (${format.toUpperCase()})`;
    return { code: 'import-too-large', message, span: start };
  }
  try {
    if (format === 'xml') return { file, text, format, ...readXml(text, lines), placeholders: [] };
    if (format === 'yaml' && isTerraform(text))
      return { file, text, format: 'json', ...readTerraform(text, lines) };
    const masked = maskPlaceholders(text, format, lines);
    const read = format === 'json' ? readJson : readYaml;
    return { file, text, format, root: read(masked, lines), placeholders: masked.placeholders };
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return error.finding;
  }
}

/** True for UTF-16 that was read as UTF-8: every other character of its first word is NUL. */
function isUtf16(text: string): boolean {
  return /^\uFFFD{0,2}(?:[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(text);
}

/** Tells the format by the first character. */
function detectFormat(text: string): Format {
  const [first] = text.trimStart();
  if (first === '<') return 'xml';
  return first === '{' || first === '[' ? 'json' : 'yaml';
}
