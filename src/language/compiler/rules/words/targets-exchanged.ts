import { findPromptWords, parseLanguage, phrase } from '../../../speech/index.ts';
import { spanAt } from '../../read/document.ts';
import type { Span } from '../../../diagnostics/index.ts';
import { isTargetWord } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import {
  compareWays,
  describeWay,
  isSameWord,
  listPromises,
  listTopicWords,
  toStem,
  type Offered,
} from './described-ways.ts';
import { agrees, readKeyPurposes } from './key-purposes.ts';
import { listChoicePhrases } from './phrase-not-understood.ts';
import { findPieceSpan, groupSaidByStep } from './said.ts';

/**
 * Reports two choices of a menu whose targets are exchanged: what the text, or a phrase, says of them fits the way of the
 * other one by names, texts or deeds, and nothing of it fits their own ways.
 */
export const targetsExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const menu of listMenus(draft)) {
      const found = findExchangedTargets(menu, draft);
      if (found === undefined) continue;
      const { offer, meant } = found;
      report({
        code: 'key-leads-elsewhere',
        message: `${offer.description} leads to step "${offer.target}", but it is offered for step "${meant.target}", to which another choice leads`,
        span: offer.span,
        hint: 'exchange the targets, or correct the text',
      });
    }
  },
};

/** A choice with the one to whose step it is offered. */
interface Exchange {
  offer: Offer;
  meant: Offer;
}

/** Returns two exchanged choices; a text in another language that is right speaks against it. */
export function findExchangedTargets(menu: Menu, draft: FlowDraft): Exchange | undefined {
  const texts = listOffersOfTexts(menu, draft);
  const isExchanged = ({ own, other }: Fit) => own === 0 && other >= CERTAIN;
  const found = [...texts, listOffersOfPhrases(menu, draft)].flatMap(
    (offers) => findExchange(offers, { menu, draft, isExchanged }) ?? [],
  );
  return found.find((exchange) => !texts.some((offers) => isRight(exchange, offers, { menu, draft })));
}

/** Returns two choices that are exchanged in the text of one language, while those of all others are right. */
export function findExchangedText(menu: Menu, draft: FlowDraft): Exchange | undefined {
  const texts = listOffersOfTexts(menu, draft);
  // The other texts show what the choices are for, so that less is needed.
  const isExchanged = ({ own, other }: Fit) => other >= PROBABLE && other > own;
  const found = texts.map((offers) => findExchange(offers, { menu, draft, isExchanged }));
  const [exchange, ...more] = found.filter((one) => one !== undefined);
  if (exchange === undefined || more.length > 0 || texts.length < 2) return undefined;
  const others = texts.filter((_, index) => found[index] === undefined);
  return others.every((offers) => isRight(exchange, offers, { menu, draft })) ? exchange : undefined;
}

/** What exchanged offers fit each other's ways: the name of a step or a deed; a later name or a text. */
const CERTAIN = 3;
const PROBABLE = 2;

interface Place {
  menu: Menu;
  draft: FlowDraft;
}

/** True when a text offers two choices for their own ways. */
function isRight({ offer, meant }: Exchange, offers: readonly Offer[], place: Place): boolean {
  const [one, other] = [offer, meant].map(({ target }) => offers.find((same) => same.target === target));
  return one !== undefined && other !== undefined && comparePair(one, other, place).own > 0;
}

/** The offer that a menu makes for a choice. */
interface Offer extends Offered {
  description: string;
  /** The step to which the choice leads. */
  target: string;
  span: Span;
}

/** Lists the keys that each text of the prompt offers; a key for hearing the question again is none. */
function listOffersOfTexts({ step, body }: Menu, draft: FlowDraft): Offer[][] {
  const targets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.goto]));
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.map((said) =>
    said.pieces.flatMap((piece) => {
      const language = findPromptWords(piece.language ?? said.language);
      const purposes = language === undefined ? [] : readKeyPurposes(piece, language);
      return purposes.flatMap(({ key, clause, words, ...place }) => {
        const target = targets.get(key);
        if (target === undefined || isOutside(target) || language?.talk.again.test(clause)) return [];
        return [
          {
            description: `the key "${key}"`,
            target,
            span: findPieceSpan(draft.document, piece, place),
            ...(isAgreement(clause, language) ? AGREEMENT : readOffer(words, clause, [language?.tag ?? ''])),
          },
        ];
      });
    }),
  );
}

function listOffersOfPhrases({ body, path }: Menu, draft: FlowDraft): Offer[] {
  const tags = draft.languages.map(parseLanguage);
  return (body.choices ?? []).flatMap((choice, index) => {
    const phrases = listChoicePhrases(choice?.phrases);
    const text = phrases.join('. ');
    if (choice?.goto === undefined || phrases.length === 0 || isOutside(choice.goto)) return [];
    return [
      {
        description: `the phrase "${phrases[0] ?? ''}"`,
        target: choice.goto,
        span: spanAt(draft.document, [...path, 'choices', index, 'phrases']),
        ...readOffer(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [], text, tags),
      },
    ];
  });
}

/** An offer that agrees to what was entered: its words are those of the question, to which it does not lead. */
const AGREEMENT: Offered = { words: new Set(), deeds: ['onward'] };

function isAgreement(clause: string, language: ReturnType<typeof findPromptWords>): boolean {
  return language !== undefined && 'confirmation' in language && agrees(clause, language);
}

/** Words of offers and names of steps that many ways have in common. */
const GENERIC: ReadonlySet<string> = new Set(['about', 'call', 'called', 'calls', 'want', 'what']);

/** Reads an offer; one with a negation has the words of what it refuses, and tells nothing of its way. */
function readOffer(words: Iterable<string>, text: string, tags: readonly string[]): Offered {
  if (NEGATION.test(text)) return { words: new Set(), deeds: [] };
  const own = [...words].filter((word) => !GENERIC.has(word)).map(toStem);
  const topics = tags.flatMap((tag) => listTopicWords(text, tag));
  return { words: new Set([...own, ...topics]), deeds: listPromises(text) };
}

/** Names of steps that say that there is none: `no_taxi`. */
export const WITHOUT =
  /^(?:no|not|non|sin|sem|sans|senza|ohne|kein|keine|nicht|niet|geen|nao|pas|ingen|inte|brak|nie|niente|nothing|none|without)_|_(?:not|no|nicht|niet|non|pas)(?:_|$)/;

const NEGATION = phrase(
  String.raw`not|no|cannot|can't|don't|nicht|kein\p{L}*|niet|geen|pas|non|não|inte|nie|otherwise|sonst|anders|sinon|altrimenti`,
);

/** True for words of the language, and for a step that is called after what it refuses. */
function isOutside(target: string): boolean {
  return isTargetWord(target) || WITHOUT.test(target);
}

function findExchange(
  offers: readonly Offer[],
  { isExchanged, ...place }: Place & { isExchanged: (fit: Fit) => boolean },
): Exchange | undefined {
  for (const [index, one] of offers.entries())
    for (const other of offers.slice(index + 1)) {
      const fit = comparePair(one, other, place);
      if (one.target === other.target || !isExchanged(fit)) continue;
      return fit.isFirst ? { offer: one, meant: other } : { offer: other, meant: one };
    }
  return undefined;
}

/** How much two offers fit their own ways, and each other's. */
interface Fit {
  own: number;
  other: number;
  /** True when the first of them fits the way of the other one better. */
  isFirst: boolean;
}

function comparePair(one: Offer, other: Offer, { menu: { step }, draft }: Place): Fit {
  const ownWay = describeWay(one.target, step.name, draft);
  const otherWay = describeWay(other.target, step.name, draft);
  const first = compareWays(removeShared(one, other), ownWay, otherWay);
  const second = compareWays(removeShared(other, one), otherWay, ownWay);
  return {
    own: first.own + second.own,
    other: first.other + second.other,
    isFirst: first.other >= second.other,
  };
}

/** Removes from an offer what another one tells as well. */
function removeShared(one: Offered, other: Offered): Offered {
  return {
    words: new Set([...one.words].filter((word) => ![...other.words].some((same) => isSameWord(word, same)))),
    deeds: one.deeds.filter((deed) => !other.deeds.includes(deed)),
  };
}
