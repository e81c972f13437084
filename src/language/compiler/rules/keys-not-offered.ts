import type { Report } from '../../diagnostics/index.ts';
import type { Document } from '../read/document.ts';
import { findRangeInside } from '../read/scalar-offsets.ts';
import type { Piece } from './spoken.ts';

/** The keys that mean something where a text is heard. */
export interface Offer {
  /** True for a key that a text may announce, given all keys that the text announces. */
  has(key: string, announced: readonly string[]): boolean;
  /** Description of the offered keys: `menu "main" knows "1" or "2"`. */
  description: string;
  /** Advice for a key that has no meaning and could have one. */
  advise?: (key: string) => string | undefined;
}

/** Reports announced keys that have no meaning where the text is heard. */
export function reportKeysNotOffered(
  piece: Piece,
  { offer, document }: { offer: Offer; document: Document },
  report: Report,
): void {
  const announced = piece.keys.listAnnounced();
  const keys = announced.map(({ key }) => key);
  for (const { key, ...part } of announced) {
    if (offer.has(key, keys)) continue;
    const hint = offer.advise?.(key);
    report({
      code: 'key-not-offered',
      message: `the text mentions the key "${key}"; ${offer.description}`,
      span: document.span(findRangeInside(document.text, piece.node, part)),
      ...(hint !== undefined && { hint }),
    });
  }
}
