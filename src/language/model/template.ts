/** Text with expressions in it, in order: a string stands for itself, `{ expr }` for its value as text. */
export type Template = (string | { expr: string })[];

/** A piece of a template: text that stands for itself, or an expression with its place in the template. */
export type TemplatePart = string | { expr: string; start: number };

/** What is wrong with a template, and where (0-based, in UTF-16 code units). */
interface TemplateFault {
  message: string;
  start: number;
  end: number;
}

/** The pieces of a template; where something is wrong with it, those that could be read. */
type ScannedTemplate =
  | { ok: true; parts: TemplatePart[] }
  | { ok: false; parts: TemplatePart[]; faults: [TemplateFault, ...TemplateFault[]] };

const OPEN = '${';
/** In front of `${` it stands for nothing. */
const ESCAPE = '$';

/** Finds the expressions in a text: `${…}`; braces and quotes inside them nest, `$${` stands for a plain `${`. */
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
    const end = closingBrace(text, open + OPEN.length);
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

/** The template of a text in which `scanTemplate` finds nothing wrong. */
export function templateOf(text: string): Template {
  const scanned = scanTemplate(text);
  if (!scanned.ok) throw new Error(`not a template: ${scanned.faults[0].message}`);
  return scanned.parts.map((part) => (typeof part === 'string' ? part : { expr: part.expr }));
}

/** Where the brace stands that closes an expression which begins at `from`. */
function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'") at = closingQuote(text, at);
    else if (char === '{') depth += 1;
    else if (char === '}' && depth === 0) return at;
    else if (char === '}') depth -= 1;
  }
  return undefined;
}

/** Where the quoted string ends that begins at `from`; the end of the text when it is not closed. */
function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[from]) return at;
  }
  return text.length;
}
