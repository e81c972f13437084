/** Texts with expressions, and literals of expressions, as flows write them. */

/** A piece of a text: plain text, or an expression (CEL) whose value stands there. */
export type Piece = string | { expr: string };

/** Writes a text with expressions. `${` in plain text is escaped, so that it stays text. */
export function toTemplate(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece.replaceAll('${', () => '$${') : `\${${piece.expr}}`))
    .join('');
}

/** Writes a text as a literal of an expression. */
export function toCelText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
