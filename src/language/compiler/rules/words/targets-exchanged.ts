import { parseLanguage } from '../../../speech/index.ts';
import { spanAt } from '../../read/document.ts';
import type { Span } from '../../../diagnostics/index.ts';
import { findReachable, indexSteps, type GraphStep } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import { findEdge, findStep, followOnlyWay } from '../unasked-ways.ts';
import { foldAccents, listContentWords, readKeyPurposes } from './key-purposes.ts';
import { listChoicePhrases } from './phrase-not-understood.ts';
import { findPieceSpan, findWords, groupSaidByStep, listSaid } from './said.ts';
import { findTopics } from './topics.ts';

/**
 * Reports choices of a menu whose targets are exchanged: what the text, or a phrase, says of one key is the name of the
 * step to which another key leads, and what it says of a third, or of that other key, is the name or the text of the
 * step of the first. A choice that fits its own target by name, topic or text is right, and so is one that fits no other.
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

/** Returns a choice with the one to whose step it is offered; a text in another language that is right speaks against it. */
export function findExchangedTargets(
  menu: Menu,
  draft: FlowDraft,
): { offer: Offer; meant: Offer } | undefined {
  const told = listOffersOfTexts(menu, draft).map(
    (offers) => findExchanged(offers, draft) ?? findOpposite(offers, draft),
  );
  const isTold = told.every((pair) => pair !== undefined);
  return isTold && told.length > 0 ? told[0] : findExchanged(listOffersOfPhrases(menu, draft), draft);
}

/**
 * Returns a choice whose offer is exchanged with another one in a single language: the texts of the other languages offer
 * the same keys, and fit the ways on which these lead.
 */
export function findExchangedText(menu: Menu, draft: FlowDraft): { offer: Offer; meant: Offer } | undefined {
  const texts = listOffersOfTexts(menu, draft);
  if (draft.languages.length < 2 || texts.length < 2) return undefined;
  const listKeys = (offers: readonly Offer[]) =>
    offers
      .map(({ description }) => description)
      .toSorted()
      .join();
  const alike = new Set(texts.map(listKeys));
  const found = texts.map((offers) => findExchanged(offers, draft) ?? findOpposite(offers, draft));
  const [pair, ...more] = found.filter((one) => one !== undefined);
  if (pair === undefined || more.length > 0 || alike.size > 1) return undefined;
  const others = texts.filter((_, index) => found[index] === undefined);
  const fitsOwn = (offers: readonly Offer[]) =>
    offers.some(
      ({ target, subject }) =>
        [pair.offer.target, pair.meant.target].includes(target) && fits(subject, describeName(target, draft)),
    );
  return others.every(fitsOwn) ? pair : undefined;
}

/** The offer that a menu makes for a choice. */
interface Offer {
  description: string;
  /** The step to which the choice leads. */
  target: string;
  span: Span;
  subject: Subject;
}

/** The subject of a text or a name. */
interface Subject {
  words: ReadonlySet<string>;
  topics: ReadonlySet<string>;
}

/** Lists the keys that each text of the prompt offers. */
function listOffersOfTexts({ step, body }: Menu, draft: FlowDraft): Offer[][] {
  const targets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.goto]));
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.map((said) =>
    said.pieces.flatMap((piece) => {
      const language = findWords(piece, said);
      return (language === undefined ? [] : readKeyPurposes(piece, language)).flatMap((purpose) => {
        const target = targets.get(purpose.key);
        if (language === undefined || target === undefined) return [];
        return [
          {
            description: `the key "${purpose.key}"`,
            target,
            span: findPieceSpan(draft.document, piece, purpose),
            subject: { words: purpose.words, topics: new Set(findTopics(purpose.clause, language.tag)) },
          },
        ];
      });
    }),
  );
}

function listOffersOfPhrases({ body, path }: Menu, draft: FlowDraft): Offer[] {
  const tags = [...new Set(draft.languages.map(parseLanguage))];
  return (body.choices ?? []).flatMap((choice, index) => {
    const phrases = listChoicePhrases(choice?.phrases);
    if (choice?.goto === undefined || phrases.length === 0) return [];
    return [
      {
        description: `the phrase "${phrases[0] ?? ''}"`,
        target: choice.goto,
        span: spanAt(draft.document, [...path, 'choices', index, 'phrases']),
        subject: readSubject(phrases.join('. '), tags),
      },
    ];
  });
}

function readSubject(text: string, tags: readonly string[]): Subject {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return {
    words: new Set(words.map(foldAccents)),
    topics: new Set(tags.flatMap((tag) => findTopics(text, tag))),
  };
}

function findExchanged(
  offers: readonly Offer[],
  draft: FlowDraft,
): { offer: Offer; meant: Offer } | undefined {
  const wrong = offers.filter((offer) => !fits(offer.subject, describeWay(offer.target, draft)));
  for (const offer of wrong) {
    const named = describeWay(offer.target, draft);
    const meant = wrong.find(
      (other) => other.target !== offer.target && fits(offer.subject, describeName(other.target, draft)),
    );
    const isMeantElsewhere = wrong.some(
      (other) => other.target !== offer.target && fits(other.subject, named),
    );
    if (meant !== undefined && isMeantElsewhere) return { offer, meant };
  }
  return undefined;
}

/**
 * Compares the two choices of a menu by the words that only one of them has: an offer that fits the way of the other
 * choice and not its own is exchanged, unless the other offer fits its own way.
 */
function findOpposite(
  offers: readonly Offer[],
  draft: FlowDraft,
): { offer: Offer; meant: Offer } | undefined {
  const [one, other, ...more] = offers;
  if (one === undefined || other === undefined || more.length > 0 || one.target === other.target)
    return undefined;
  // "We take no order" has the words of what it refuses.
  if ([one, other].some(({ target }) => WITHOUT.test(target))) return undefined;
  const deeds = [one, other].map(({ target }) => describeDeed(target, draft).words);
  const [oneWay, otherWay] = separate(deeds[0] ?? new Set(), deeds[1] ?? new Set());
  const common = listCommonWords([one.target, other.target], draft);
  const [oneWords, otherWords] = separate(one.subject.words, other.subject.words);
  const [[oneOffer], [otherOffer]] = [separate(oneWords, common), separate(otherWords, common)];
  // "To take the alarm, press 1. If you cannot take it, press 2": both are about the alarm.
  if ([oneOffer, otherOffer].some((words) => [...words].every((word) => NEGATIONS.has(word))))
    return undefined;
  const fitsWay = (offer: ReadonlySet<string>, way: ReadonlySet<string>) =>
    [...offer].some((word) => [...way].some((name) => isSameWord(word, name)));
  if (fitsOwnWay(one, oneOffer, { other: deeds[1], draft })) return undefined;
  if (fitsOwnWay(other, otherOffer, { other: deeds[0], draft })) return undefined;
  // "If the amount is right" is about the question for the amount, and leads on.
  const isDeed = ({ target }: Offer) => findStep(draft, target)?.verb !== 'collect';
  if (isDeed(other) && fitsWay(oneOffer, otherWay)) return { offer: one, meant: other };
  return isDeed(one) && fitsWay(otherOffer, oneWay) ? { offer: other, meant: one } : undefined;
}

/** Returns the words of what callers hear before two choices: the subject of the call, which neither choice has for itself. */
function listCommonWords(targets: readonly string[], draft: FlowDraft): ReadonlySet<string> {
  const behind = findReachable(indexSteps(draft.graph), targets);
  const before = listSaid(draft).filter(({ step, part }) => part === 'say' && !behind.has(step.name));
  return new Set(
    before.flatMap((said) =>
      said.pieces.flatMap((piece) => {
        const language = findWords(piece, said);
        return language === undefined ? [] : [...listContentWords(piece.text, language)];
      }),
    ),
  );
}

/** True when what is said of a choice fits its own way, also behind questions, and in another form of the word. */
function fitsOwnWay(
  { target }: Offer,
  offer: ReadonlySet<string>,
  { other = new Set(), draft }: { other: ReadonlySet<string> | undefined; draft: FlowDraft },
): boolean {
  const behind = listBehindQuestions(target, draft).map(({ name }) => describeName(name, draft));
  const own = [describeDeed(target, draft), ...behind].flatMap(({ words }) => [...words]);
  const [way] = separate(new Set(own), other);
  return [...offer].some((word) => [...way].some((name) => isSameWord(word, name) || isRelated(word, name)));
}

/** Maximum number of questions that a way passes before what it was chosen for. */
const MAX_QUESTIONS = 4;

/** Returns the steps on the only way from a target, past the questions that take an entry of the caller. */
function listBehindQuestions(target: string, draft: FlowDraft): GraphStep[] {
  const found: GraphStep[] = [];
  let from: string | undefined = target;
  for (let count = 0; from !== undefined && count <= MAX_QUESTIONS; count += 1) {
    const way = followOnlyWay(draft, from);
    found.push(...way);
    const last = way.at(-1);
    from = last?.verb === 'collect' ? findEdge(draft, last.name, 'filled')?.to : undefined;
  }
  return found;
}

const NEGATIONS: ReadonlySet<string> = new Set(['cannot', 'nicht', 'keine', 'niet']);

/** Returns the words of each set that have no form in the other. */
function separate(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): [ReadonlySet<string>, ReadonlySet<string>] {
  const without = (own: ReadonlySet<string>, removed: ReadonlySet<string>) =>
    new Set([...own].filter((word) => ![...removed].some((name) => isSameWord(word, name))));
  return [without(one, other), without(other, one)];
}

/** Names of steps that say that there is none: `no_taxi`. */
export const WITHOUT = /^(?:no|not|non|sin|sem|sans|senza|ohne|kein|keine|geen|nao|pas|ingen|brak)_/;

/** Reads the name of a step. */
function describeName(name: string, { languages }: FlowDraft): Subject {
  return readSubject(name.replaceAll('_', ' '), [...new Set(['en', ...languages.map(parseLanguage)])]);
}

/** Reads the names and the texts of the steps behind a target, up to the next question. */
function describeWay(target: string, draft: FlowDraft): Subject {
  return describeSteps(target, followOnlyWay(draft, target), draft);
}

/** Reads the way behind a target without the question at its end, which is about further things. */
function describeDeed(target: string, draft: FlowDraft): Subject {
  const way = followOnlyWay(draft, target).filter(({ name, waits }) => name === target || waits !== 'caller');
  return describeSteps(target, way, draft);
}

function describeSteps(target: string, steps: readonly GraphStep[], draft: FlowDraft): Subject {
  const subjects = steps.flatMap(({ name, verb }) => {
    // A menu speaks of where its keys lead.
    const said = verb === 'menu' ? [] : (groupSaidByStep(draft).get(name) ?? []);
    return [
      describeName(name, draft),
      ...said.flatMap((one) =>
        one.pieces.map((piece) => {
          const language = findWords(piece, one);
          return language === undefined
            ? readSubject(piece.text, [])
            : {
                words: listContentWords(piece.text, language),
                topics: new Set(findTopics(piece.text, language.tag)),
              };
        }),
      ),
    ];
  });
  return {
    words: new Set([describeName(target, draft), ...subjects].flatMap(({ words }) => [...words])),
    topics: new Set(subjects.flatMap(({ topics }) => [...topics])),
  };
}

function fits(one: Subject, other: Subject): boolean {
  if (!one.topics.isDisjointFrom(other.topics)) return true;
  return [...one.words].some((word) => [...other.words].some((name) => isSameWord(word, name)));
}

/** True for forms of one word: the shorter is the beginning of the longer. */
function isSameWord(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Number of letters that forms of one word share at least: "annullarlo" and "annullato". */
const MIN_SHARED = 6;

function isRelated(one: string, other: string): boolean {
  return one.length >= MIN_SHARED && one.slice(0, MIN_SHARED) === other.slice(0, MIN_SHARED);
}
