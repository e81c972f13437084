import type { Diagnostic } from './diagnostic.ts';

/** Options of the output for people. */
export interface PrettyOptions {
  /** Returns the text of a file; undefined omits the code frame. */
  source: (file: string) => string | undefined;
  /** True enables ANSI colours. */
  colour?: boolean;
}

/** A diagnostic, or a similar message without a catalogue code, such as a failed scenario. */
type Printable = Pick<Diagnostic, 'severity' | 'message' | 'file' | 'span' | 'hint'> & {
  code?: string;
};

/** Width of the code frame in columns. */
const FRAME_WIDTH = 100;
/** Columns shown before the problem when a line is longer than the frame. */
const LEAD = 40;

const ESC = '\u001b[';
const STYLES = { bold: '1', red: '31', yellow: '33', cyan: '36', dim: '2' };
/** Colour of each severity. */
const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;
type Paint = (style: keyof typeof STYLES, text: string) => string;
const paintColours: Paint = (style, text) => `${ESC}${STYLES[style]}m${text}${ESC}0m`;
const paintPlain: Paint = (_style, text) => text;

/** Renders the diagnostics as text: place, message, code, the underlined line, and a hint. */
export function renderPretty(diagnostics: readonly Printable[], options: PrettyOptions): string {
  const paint = options.colour ? paintColours : paintPlain;
  const readLines = createLineCache(options.source);
  return diagnostics
    .map((diagnostic) => {
      const line = readLines(diagnostic.file)?.[diagnostic.span.start.line - 1];
      return [
        renderHeading(diagnostic, paint),
        ...renderFrame(diagnostic, line, paint),
        ...renderHint(diagnostic, paint),
      ]
        .map((text) => `${text.trimEnd()}\n`)
        .join('');
    })
    .join('\n');
}

function createLineCache(source: PrettyOptions['source']): (file: string) => string[] | undefined {
  const cache = new Map<string, string[] | undefined>();
  return (file) => {
    if (!cache.has(file)) cache.set(file, source(file)?.split(/\r\n|\n|\r/));
    return cache.get(file);
  };
}

function renderHeading({ file, span, severity, message, code }: Printable, paint: Paint): string {
  const place = paint('bold', `${file}:${span.start.line}:${span.start.column}:`);
  const kind = code === undefined ? '' : ` ${paint('dim', `[${code}]`)}`;
  return `${place} ${paint(COLOURS[severity], severity)}: ${message}${kind}`;
}

function renderFrame({ span, severity }: Printable, line: string | undefined, paint: Paint): string[] {
  if (line === undefined) return [];
  const column = Math.min(span.start.column - 1, line.length);
  const end = span.end.line === span.start.line ? span.end.column - 1 : line.length;
  const cut = line.length > FRAME_WIDTH ? Math.max(0, column - LEAD) : 0;
  const shown = cutLine(line, cut);
  const width = Math.max(1, Math.min(end, cut + FRAME_WIDTH) - column);
  const gutter = `${span.start.line} | `.padStart(8);
  const underline = ' '.repeat(column - cut) + '^' + '~'.repeat(width - 1);
  return [paint('dim', gutter) + shown, paint('dim', '| '.padStart(8)) + paint(COLOURS[severity], underline)];
}

/** Returns the part of a line that begins at `cut`, cut to the width of the frame, with control characters replaced. */
function cutLine(line: string, cut: number): string {
  const part = line.slice(cut, cut + FRAME_WIDTH);
  const head = cut > 0 ? `…${part.slice(1)}` : part;
  const whole = line.length > cut + FRAME_WIDTH ? `${head.slice(0, -1)}…` : head;
  return whole.replace(/\p{Cc}/gu, ' ');
}

function renderHint(diagnostic: Printable, paint: Paint): string[] {
  return diagnostic.hint === undefined ? [] : [`      ${paint('cyan', 'hint:')} ${diagnostic.hint}`];
}
