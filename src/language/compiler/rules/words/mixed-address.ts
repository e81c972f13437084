import { parseLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import type { Piece } from '../spoken.ts';
import { blankExpressions, findPieceSpan, listSaid } from './said.ts';

/** Words by which callers are addressed, in the languages that have two forms. */
interface AddressWords {
  formal: RegExp;
  informal: RegExp;
}

const WORDS: Readonly<Record<string, AddressWords>> = {
  de: {
    formal: words(String.raw`Sie|Ihnen|Ihre?[nmrs]?`, ''),
    // "Quai du Lac" addresses nobody.
    informal: words(
      String.raw`(?<!(?:quai|rue|place|avenue|boulevard|chemin|route|pont|port|cours|allée|impasse|square|café|hôtel|château) )du|dich|dir|deine?[nmrs]?`,
      'i',
    ),
  },
  fr: {
    formal: words('vous|votre|vos', 'i'),
    informal: words(String.raw`tu|toi|tes|s['’]il te plaît`, 'i'),
  },
  es: {
    formal: words('usted|ustedes|pulse|marque|espere|introduzca', 'i'),
    informal: words('tú|contigo|tus?|pulsa|espera|introduce', 'i'),
  },
  it: {
    formal: words('prema|digiti|attenda|inserisca|richiami|dica', 'i'),
    informal: words('tuo|tua|tuoi|tue|premi|digita|inserisci', 'i'),
  },
  nl: {
    formal: words('u|uw', 'i'),
    informal: words('jij|jou|jouw|je', 'i'),
  },
};

function words(source: string, flags: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}'’-])(?:${source})(?![\p{L}'’-])`, `${flags}u`);
}

/** Minimum number of texts in one form, of which a single one in the other form differs. */
const MIN_TEXTS = 2;

/**
 * Reports texts that address callers in the other form than all other texts of their language: du among Sie, tu among
 * vous. Flows that use both more often, and texts with both forms, are not judged.
 */
export const mixedAddress: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const pieces = new Map<Piece['node'], { piece: Piece; tag: string }>();
    for (const said of listSaid(draft))
      for (const piece of said.pieces)
        pieces.set(piece.node, { piece, tag: parseLanguage(piece.language ?? said.language) });
    for (const [tag, own] of Map.groupBy(pieces.values(), (one) => one.tag)) {
      const known = WORDS[tag];
      if (known === undefined) continue;
      const forms = own.map(({ piece }) => ({ piece, form: findForm(blankExpressions(piece.text), known) }));
      const [formal, informal] = [FORMAL, INFORMAL].map((form) => forms.filter((one) => one.form === form));
      const isFormal = (formal?.length ?? 0) > (informal?.length ?? 0);
      const [many, few] = isFormal ? [formal, informal] : [informal, formal];
      const [odd, ...others] = few ?? [];
      if (odd === undefined || others.length > 0 || (many?.length ?? 0) < MIN_TEXTS) continue;
      report({
        code: 'mixed-address',
        message: `callers are addressed ${isFormal ? 'informally' : 'formally'} here, and ${isFormal ? 'formally' : 'informally'} in all other texts`,
        span: findPieceSpan(draft.document, odd.piece),
        hint: 'address callers in one form',
      });
    }
  },
};

const FORMAL = 'formal';
const INFORMAL = 'informal';

function findForm(text: string, { formal, informal }: AddressWords): string | undefined {
  const [isFormal, isInformal] = [formal.test(text), informal.test(text)];
  if (isFormal === isInformal) return undefined;
  return isFormal ? FORMAL : INFORMAL;
}
