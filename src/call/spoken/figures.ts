/** Numbers in figures, as people of a language write them. */
import { hasDecimalPoint } from './spoken-words.ts';

/** `1.250,50` or `1,250.50` as `1250.50`: what stands before three digits groups them, unless the language says otherwise. */
export function plainFigure(figure: string, language: string): string {
  const mark = hasDecimalPoint(language) ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const isOtherDecimal =
    !figure.includes(mark) && new RegExp(`^\\d+\\${other}(\\d{1,2}|\\d{4,})$`).test(figure);
  const decimal = isOtherDecimal ? other : mark;
  const at = figure.lastIndexOf(decimal);
  const digits = (part: string) => part.replace(/\D/g, '');
  return at < 0 ? digits(figure) : `${digits(figure.slice(0, at))}.${digits(figure.slice(at))}`;
}
