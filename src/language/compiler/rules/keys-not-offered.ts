import type { Report } from '../../diagnostics/index.ts';
import type { Document } from '../read/document.ts';
import { rangeInside } from '../read/scalar-offsets.ts';
import type { Piece } from './spoken.ts';

/** The keys that mean something where a text is heard. */
export interface Offer {
  /** True for a key that a text may tell to press, with all keys that it tells. */
  has(key: string, told: readonly string[]): boolean;
  /** What is offered, in words: `menu "main" knows "1" or "2"`. */
  inWords: string;
}

/** Reports the keys that a text tells to press and that mean nothing where it is heard. */
export function tellKeysNotOffered(
  piece: Piece,
  { offer, document }: { offer: Offer; document: Document },
  report: Report,
): void {
  const told = piece.keys.told();
  const keys = told.map(({ key }) => key);
  for (const { key, ...part } of told) {
    if (offer.has(key, keys)) continue;
    report({
      code: 'key-not-offered',
      message: `the text names the key "${key}"; ${offer.inWords}`,
      span: document.span(rangeInside(document.text, piece.node, part)),
    });
  }
}
