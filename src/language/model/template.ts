/** Text with expressions, in order: a string stands for itself, `{ expr }` for its value as text. */
export type Template = (string | { expr: string })[];

/** A piece of a template: plain text, or an expression with its offset in the template. */
export type TemplatePart = string | { expr: string; start: number };

/** A problem of a template and its range (0-based, in UTF-16 code units). */
interface TemplateFault {
  message: string;
  start: number;
  end: number;
}

/** The pieces of a template; with faults, those that could be read. */
type ScannedTemplate =
  | { ok: true; parts: TemplatePart[] }
  | { ok: false; parts: TemplatePart[]; faults: [TemplateFault, ...TemplateFault[]] };

const OPEN = '${';
/** Before `${` it makes the braces plain text. */
const ESCAPE = '$';

/** Finds the expressions in a text: `${…}`. Braces and quotes inside them nest; `$${` is a plain `${`. */
export function scanTemplate(text: string): ScannedTemplate {
  if (!text.includes(OPEN)) return { ok: true, parts: text === '' ? [] : [text] };
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  let literal = '';
  let at = 0;
  for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, at)) {
    const isEscaped = open > at && text[open - 1] === ESCAPE;
    literal += text.slice(at, isEscaped ? open - 1 : open);
    if (isEscaped) {
      literal += OPEN;
      at = open + OPEN.length;
      continue;
    }
    const end = findClosingBrace(text, open + OPEN.length);
    if (end === undefined) {
      faults.push({ message: '"${" is not closed by "}"', start: open, end: text.length });
      at = text.length;
      break;
    }
    at = end + 1;
    const inside = text.slice(open + OPEN.length, end);
    const expr = inside.trim();
    if (expr === '') {
      faults.push({ message: 'no expression between "${" and "}"', start: open, end: at });
      continue;
    }
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push({ expr, start: open + OPEN.length + inside.indexOf(expr) });
  }
  literal += text.slice(at);
  if (literal !== '') parts.push(literal);
  const [first, ...others] = faults;
  return first === undefined ? { ok: true, parts } : { ok: false, parts, faults: [first, ...others] };
}

/** Parses a text in which `scanTemplate` finds no faults. */
export function parseTemplate(text: string): Template {
  const scanned = scanTemplate(text);
  if (!scanned.ok) throw new Error(`not a template: ${scanned.faults[0].message}`);
  return scanned.parts.map((part) => (typeof part === 'string' ? part : { expr: part.expr }));
}

/** Returns the index of the brace that closes the expression beginning at `from`. */
function findClosingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'") at = findClosingQuote(text, at);
    else if (char === '{') depth += 1;
    else if (char === '}' && depth === 0) return at;
    else if (char === '}') depth -= 1;
  }
  return undefined;
}

/** Returns the index of the quote that closes the string beginning at `from`; the end of the text when it is not closed. */
function findClosingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[from]) return at;
  }
  return text.length;
}
