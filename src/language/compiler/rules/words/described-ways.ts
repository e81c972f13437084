/** What a flow tells of the way behind a target: words of its names and texts, and deeds, each with its weight as evidence. */
import { findReachable, indexSteps, memoize, type Edge, type GraphStep } from '../../../model/index.ts';
import { findPromptWords, parseLanguage, phrase } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import { listEffects } from '../effects.ts';
import { findEdge, findUnasked, followOnlyWay } from '../unasked-ways.ts';
import { foldAccents, listContentWords } from './key-purposes.ts';
import { groupSaidByStep } from './said.ts';
import { findTopics } from './topics.ts';

/** The evidence of a way. */
interface DescribedWay {
  /** Stem of a word → weight. */
  words: ReadonlyMap<string, number>;
  /** True where callers hear something, and do not come back to the menu. */
  tells: boolean;
  /** What is done before the next question. */
  deeds: ReadonlySet<Deed>;
  /** What is done on any way from there. */
  possible: ReadonlySet<Deed>;
}

/** Weights of words: in the name of the first step, in later names and in texts, and in both behind a question. A deed weighs as much as the first name. */
const WEIGHTS = { first: 3, near: 2, later: 1 };
/** Where both ways begin with words, a topic leaves no doubt in a text either. */
const TOLD_TOPIC = WEIGHTS.first / WEIGHTS.near;
/** What a whole word weighs more than another form of it. */
const WHOLE = 0.5;

/** What the steps behind a target do, whatever they are called. */
type Deed = 'person' | 'back' | 'onward' | 'message' | 'effect';

/** The words by which an offer promises a deed. */
const promises: Readonly<Partial<Record<Deed, RegExp>>> = {
  person: phrase(
    String.raw`speak|talk|operator|agent|reception|switchboard|sprechen|gesprochen|mitarbeiter\p{L}*|zentrale|vermittlung|kundendienst|parler|accueil|conseill\p{L}+|hablar|centralita|operadora|parlare|centralino|operatore|spreken|praten|medewerker|falar|atendente|tala|prata|\p{L}*rozmaw\p{L}*`,
  ),
  back: phrase(
    String.raw`another|different|change|go back|return|beginning|start over|correct it|(?<!allen? )andere[nrs]?|ändern|korrigieren|neu|zurück|(?<!toute )autre|changer|modifier|corriger|retour\p{L}*|revenir|otr[oa]|cambiar|corregir|volver|altr[oa]|cambiare|modificare|correggere|tornare|een ander[es]?|wijzigen|terug\p{L}*|outr[oa]|alterar|mudar|corrigir|voltar|annan|annat|ändra|tillbaka|inn\p{L}+|zmienić|wrócić`,
  ),
  message: phrase(String.raw`text message|sms|link|textnachricht|texto|mensaje|messaggio|berichtje|mensagem`),
  effect: phrase(
    String.raw`confirm|book it|to (?:book|order|send)|bestätigen|buchen|bestellen|absenden|abschicken|confirmer|réserver|commander|envoyer|confirmar|reservar|enviar|pedir|confermare|prenotare|ordinare|inviare|bevestigen|boeken|versturen|encomendar|boka|beställa|bekräfta`,
  ),
};

/** Verbs of steps that connect callers with somebody, of those that write to them, and of those that speak. */
const SPEAKING_TO = new Set(['connect', 'stream']);
const WRITING = new Set(['sms']);
const TELLING = new Set(['say', 'hangup']);

/** Returns the deeds that a text promises by its words. */
export function listPromises(text: string): Deed[] {
  return (Object.keys(promises) as Deed[]).filter((deed) => promises[deed]?.test(text) === true);
}

const getKnownWays = memoize((_: FlowDraft) => new Map<string, DescribedWay>());

/** Describes the way behind a target of a menu, past questions that take an entry. */
export function describeWay(target: string, menu: string, draft: FlowDraft): DescribedWay {
  const known = getKnownWays(draft);
  const key = `${menu} ${target}`;
  const way = known.get(key) ?? readWay(target, menu, draft);
  known.set(key, way);
  return way;
}

function readWay(target: string, menu: string, draft: FlowDraft): DescribedWay {
  const steps = indexSteps(draft.graph);
  const leavesMenu = (_: Edge, from: string): boolean => from !== menu;
  const isBack = target !== menu && findReachable(steps, [draft.graph.entry], leavesMenu).has(target);
  const reached = findReachable(steps, [target], leavesMenu);
  const isTold = followOnlyWay(draft, target).some(({ verb }) => TELLING.has(verb));
  return {
    words: describeWords(target, menu, draft),
    tells: isTold && !reached.has(menu),
    deeds: listDeeds([...findUnasked(draft, target).values()], isBack, draft),
    possible: listDeeds(
      [...reached].flatMap((name) => steps.get(name) ?? []),
      isBack,
      draft,
    ),
  };
}

function listDeeds(steps: readonly GraphStep[], isBack: boolean, draft: FlowDraft): Set<Deed> {
  const does = (verbs: ReadonlySet<string>): boolean => steps.some(({ verb }) => verbs.has(verb));
  const isPerson = does(SPEAKING_TO);
  const shown: Record<Deed, boolean> = {
    person: isPerson,
    back: isBack && !isPerson,
    onward: !isBack || isPerson,
    message: does(WRITING),
    // A person does it for the caller.
    effect: isPerson || steps.some(({ name }) => listEffects(draft).has(name)),
  };
  return new Set((Object.keys(shown) as Deed[]).filter((deed) => shown[deed]));
}

function describeWords(target: string, menu: string, draft: FlowDraft): Map<string, number> {
  const words = new Map<string, number>();
  const add = (found: readonly string[], weight: number): void => {
    for (const stem of found.map(toStem)) words.set(stem, Math.max(weight, words.get(stem) ?? 0));
  };
  const tags = ['en', ...draft.languages.map(parseLanguage)];
  for (const { step, isFirst, isLater } of listWay(target, draft)) {
    if (step.name === menu && !isFirst) break;
    const near = isLater ? WEIGHTS.later : WEIGHTS.near;
    const name = step.name.replaceAll('_', ' ');
    const isName = isFirst && name.split(' ').length <= MAX_NAME_WORDS;
    add(
      [...splitName(step.name), ...tags.flatMap((tag) => listTopicWords(name, tag))],
      isName ? WEIGHTS.first : near,
    );
    add(listSaidWords(step, draft), near);
    add(listReferred(step, draft).flatMap(splitName), near);
  }
  return words;
}

interface PassedStep {
  step: GraphStep;
  isFirst: boolean;
  /** True behind a question. */
  isLater: boolean;
}

/** Maximum number of questions that a way passes before what it was chosen for. */
const MAX_QUESTIONS = 4;

function listWay(target: string, draft: FlowDraft): PassedStep[] {
  const found: PassedStep[] = [];
  let from: string | undefined = target;
  for (let count = 0; from !== undefined && count <= MAX_QUESTIONS; count += 1) {
    const way = followOnlyWay(draft, from);
    found.push(...way.map((step) => ({ step, isFirst: step.name === target, isLater: count > 0 })));
    const last = way.at(-1);
    from = last?.verb === 'collect' ? findEdge(draft, last.name, 'filled')?.to : undefined;
  }
  return found;
}

/** Returns the name of the hours by which a step decides. */
function listReferred({ name, verb }: GraphStep, { steps }: FlowDraft): string[] {
  const body = verb === 'hours' ? steps.find((step) => step.name === name)?.content?.body : undefined;
  return typeof body === 'string' ? [body] : [];
}

/** A menu speaks of where its keys lead, and not of itself. */
function listSaidWords({ name, verb }: GraphStep, draft: FlowDraft): string[] {
  const said = verb === 'menu' ? [] : (groupSaidByStep(draft).get(name) ?? []);
  const told = said.filter(({ part }) => part === 'say' || part === 'prompt');
  return told.flatMap((one) =>
    one.pieces.flatMap((piece) => {
      const language = findPromptWords(piece.language ?? one.language);
      if (language === undefined) return [];
      return [...listContentWords(piece.text, language), ...listTopicWords(piece.text, language.tag)];
    }),
  );
}

/** Returns the topics of a text, as words that no text has: they are the same in all languages. */
export function listTopicWords(text: string, tag: string): string[] {
  return findTopics(text, tag).map((topic) => `#${topic}`);
}

function isTopic(word: string): boolean {
  return word.startsWith('#');
}

/** Number of words of a name at most; a longer one is a sentence, and counts as a text. */
const MAX_NAME_WORDS = 3;
const MIN_NAME = 3;

function splitName(name: string): string[] {
  return name.split('_').filter((word) => word.length >= MIN_NAME);
}

/** What an offer of a menu tells. */
export interface Offered {
  /** Stems of its words. */
  words: ReadonlySet<string>;
  deeds: readonly Deed[];
}

/** Returns how much better some part of an offer fits its own way than the other, and the other way better than its own. */
export function compareWays(
  { words, deeds }: Offered,
  ownWay: DescribedWay,
  otherWay: DescribedWay,
): { own: number; other: number } {
  const areTold = ownWay.tells && otherWay.tells;
  const differences = [
    ...deeds.map((deed) => compareDeeds(deed, ownWay, otherWay) * WEIGHTS.first),
    ...[...words].map(
      (word) =>
        (weighWord(word, ownWay) - weighWord(word, otherWay)) * (areTold && isTopic(word) ? TOLD_TOPIC : 1),
    ),
  ];
  return { own: Math.max(0, ...differences), other: -Math.min(0, ...differences) };
}

function compareDeeds(deed: Deed, ownWay: DescribedWay, otherWay: DescribedWay): number {
  if (ownWay.deeds.has(deed)) return otherWay.deeds.has(deed) ? 0 : 1;
  return otherWay.deeds.has(deed) && !ownWay.possible.has(deed) ? -1 : 0;
}

function weighWord(word: string, { words }: DescribedWay): number {
  const weights = [...words].map(([name, weight]) => {
    if (word === name) return weight + WHOLE;
    return isSameWord(word, name) ? weight : 0;
  });
  return Math.max(0, ...weights);
}

/** Number of letters that forms of one word share at least: "annullarlo" and "annullato". */
const MIN_SHARED = 5;

/** True for stems of one word: one is the beginning or the end of the other, or both begin with the same letters. */
export function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.startsWith(short)) return true;
  return short.length >= MIN_SHARED && (long.endsWith(short) || long.startsWith(short.slice(0, MIN_SHARED)));
}

/** The "zu" inside of a German infinitive: "abzusagen". */
const INFIX = /^(ab|an|auf|aus|bei|ein|her|hin|mit|nach|um|vor|weg|zuruck|fort)zu(?=\p{L}{3})/u;

/** Returns a word without accents, with its umlauts in one spelling: "Büro" and `buero`. */
export function toStem(word: string): string {
  return foldAccents(word.toLowerCase())
    .replace(/([aou])e/g, '$1')
    .replace(INFIX, '$1');
}
