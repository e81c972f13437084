/** Numbers that may be dialled beside the keys of a menu; their decision is `extension`. */
export interface Extension {
  min: number;
  max: number;
  pattern: string;
  /** A pattern for every beginning of such a number; absent: any digits may begin one. */
  beginning?: string;
}

/** True for digits to which more can be added until they are an extension. */
export function canBeginExtension({ max, beginning = '[0-9]*' }: Extension, digits: string): boolean {
  return digits.length < max && /^\d+$/.test(digits) && new RegExp(`^(?:${beginning})$`, 'u').test(digits);
}
