import { BACK, HANGUP, REPEAT, isTargetWord, memoize } from '../../../model/index.ts';
import { findPromptWords, phrase } from '../../../speech/index.ts';
import type { Span } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus } from '../questions.ts';
import { findStep, findUnasked } from '../unasked-ways.ts';
import { getPartiesByWord } from './key-leads-elsewhere.ts';
import { readKeyPurposes, type KeyPurpose } from './key-purposes.ts';
import { findPieceSpan, groupSaidByStep, listSaid, type Said } from './said.ts';

/**
 * Reports keys that a text offers for the main menu or the one before, for coming back to its own menu, for talking to
 * somebody or for ending the call, and that ask the same question again or lead to nothing of the kind: choices of the
 * menu, and keys of `always`, which count at every question.
 */
export const purposeNotKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const told = new Set<string>();
    for (const offer of listOffers(draft)) {
      const { said, key, clause, span } = offer;
      const target = findTarget(said, key, draft);
      const step = said.step.name;
      const purpose = target && PURPOSES.find(({ pattern }) => pattern.test(clause));
      if (target === undefined || purpose === undefined) continue;
      const place = `${key} ${target.isGlobal ? '' : step}`;
      if (told.has(place) || purpose.isKept(target, offer, draft)) continue;
      told.add(place);
      const isStaying = target.to === REPEAT || target.to === step;
      const end = isStaying
        ? `asks ${said.part === 'say' ? 'the same question' : `step "${step}"`} again`
        : `leads to ${isTargetWord(target.to) ? `"${target.to}"` : `step "${target.to}"`}`;
      report({
        code: 'key-leads-elsewhere',
        message: `the key "${key}" is offered for ${purpose.name}, but ${end}`,
        span: span(),
        hint: `lead the key ${target.isGlobal ? 'of "always" ' : ''}there, or correct the text`,
      });
    }
  },
};

interface Target {
  to: string;
  /** True for a key of `always`. */
  isGlobal: boolean;
}

interface Purpose {
  /** Completes "the key is offered for …". */
  name: string;
  pattern: RegExp;
  /** True unless the target is certainly another one. */
  isKept: (target: Target, offer: Offer, draft: FlowDraft) => boolean;
}

/** Names of the first menu and of the one before. */
const OTHER_MENU = phrase(
  String.raw`main menu|previous menu|hauptmenü|(?:vorherigen|vorigen|letzten) menü|men[uùú] (?:principal|précédent|principale|precedente|anterior|inicial|de inicio|d['’]accueil|iniziale|główne(?:go)?)|(?:hoofd|vorige )menu|huvudmenyn?|startmenyn?|föregående meny(?:n)?|poprzednie(?:go)? menu|menu główn\p{L}*`,
);

/** Words for coming back to the menu that says them. */
const BACK_HERE = phrase(
  String.raw`(?:come|get|return|go) (?:back )?(?:here|to this (?:menu|point))|hierher zurück\p{L}*|zu diesem menü zurück\p{L}*|revenir (?:ici|à ce menu)|volver (?:aquí|a este menú)|tornare (?:qui|a questo menu|a questo menù)|(?:hier|naar dit menu) terug\p{L}*|voltar (?:aqui|a este menu)|(?:tillbaka|komma) hit|wrócić (?:tu|tutaj|do tego menu)`,
);

/** Words for talking to somebody. */
const PERSON = phrase(
  [
    String.raw`(?:speak|talk) (?:to|with) (?:us|someone|somebody|an? \p{L}+|one of our \p{L}+)|for (?:an?|the|our) (?:operator|agent|receptionist|reception|switchboard|person)`,
    String.raw`(?:mit|für|zu) (?:einem|einer|einen|eine|unserem|unserer) (?:mitarbeiter\p{L}*|kolleg\p{L}*|menschen|berater\p{L}*)|(?:für|mit|zu[rm]?) (?:der |die |unserer |unsere )?(?:zentrale|vermittlung|rezeption)|persönlich sprechen`,
    String.raw`parler (?:à|avec) (?:un|une|l['’]un|quelqu['’]un)(?: \p{L}+)?|(?:un|une|votre) (?:conseiller|conseillère|opérateur|opératrice)|le standard|l['’]accueil`,
    String.raw`hablar con (?:alguien|una?|nosotros|nuestr\p{L}+|la)(?: \p{L}+)?|(?:una?|la) (?:operadora?|operador|agente|persona|centralita)`,
    String.raw`parlare con (?:qualcuno|una?|un['’]|noi)(?: ?\p{L}+)?|(?:un|con l['’])\s?operat(?:ore|rice)|il centralino`,
    String.raw`(?:iemand|een medewerker|een collega) (?:te )?(?:spreken|praten)|(?:voor|met) (?:een (?:medewerker|collega)|de (?:receptie|centrale))`,
    String.raw`falar com (?:alguém|uma?|o|a|um dos)(?: \p{L}+)?|(?:um|uma) (?:operador|operadora|assistente|colega)`,
    String.raw`(?:rozmawiać|porozmawiać|połączyć się) z (?:nami|kimś|pracownikiem|konsultantem|operatorem|człowiekiem)`,
    String.raw`(?:tala|prata) med (?:oss|någon|en \p{L}+)|för (?:växeln|receptionen|en handläggare)`,
  ].join('|'),
);

/** Words for ending the call. */
const ENDING = phrase(
  String.raw`(?:to |and )(?:end|finish) (?:the|this|your) call|to hang up|(?:anruf|gespräch|telefonat) (?:zu )?beenden|aufzulegen|(?:terminer|mettre fin à|quitter) (?:l['’]|cet |votre )?appel|pour raccrocher|(?:terminar|finalizar) la llamada|para colgar|(?:terminare|chiudere|concludere) la (?:chiamata|telefonata)|per riagganciare|(?:gesprek|oproep) (?:te )?beëindigen|om op te hangen|(?:terminar|encerrar) a (?:chamada|ligação)|para desligar|zakończyć (?:rozmowę|połączenie)|(?:avsluta|för att avsluta) samtalet|för att lägga på`,
);

const PURPOSES: readonly Purpose[] = [
  { name: 'coming back to its menu', pattern: BACK_HERE, isKept: comesBack },
  { name: 'another menu', pattern: OTHER_MENU, isKept: leadsToMenu },
  { name: 'talking to somebody', pattern: PERSON, isKept: leadsToSomebody },
  { name: 'ending the call', pattern: ENDING, isKept: ({ to }) => to !== REPEAT && to !== BACK },
];

/** A key with its purpose in a text. */
interface Offer extends Pick<KeyPurpose, 'key' | 'clause' | 'words'> {
  said: Said;
  span: () => Span;
}

/** Lists the keys whose purpose a text tells; keys for hearing the same again have another one. */
function listOffers(draft: FlowDraft): Offer[] {
  return listSaid(draft).flatMap((said) =>
    said.pieces.flatMap((piece) => {
      const words = findPromptWords(piece.language ?? said.language);
      return (words === undefined ? [] : readKeyPurposes(piece, words))
        .filter(({ clause }) => words?.talk.again.test(clause) !== true)
        .map(({ start, end, ...purpose }) => ({
          ...purpose,
          said,
          span: () => findPieceSpan(draft.document, piece, { start, end }),
        }));
    }),
  );
}

/** Returns the target of a key where a text is heard: at its own question, or at those that come next. */
function findTarget({ step }: Said, key: string, draft: FlowDraft): Target | undefined {
  const always = draft.alwaysKeys.find((one) => one.key === key)?.goto;
  const own = getChoices(draft).get(step.name)?.get(key);
  if (own !== undefined) return { to: own, isGlobal: false };
  const isReplaced =
    findStep(draft, step.name)?.waits !== 'caller' &&
    [...findUnasked(draft, step.name).keys()].some((name) => getChoices(draft).get(name)?.has(key));
  return always === undefined || isReplaced ? undefined : { to: always, isGlobal: true };
}

/** Menu → its keys with their targets. */
const getChoices = memoize(
  (draft: FlowDraft) =>
    new Map(
      listMenus(draft).map(({ step, body }) => [
        step.name,
        new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.goto ?? ''])),
      ]),
    ),
);

/** Verbs of steps behind which another flow asks. */
const FOREIGN = new Set(['run', 'goto', 'return', 'stream', 'room']);

function leadsToMenu({ to }: Target, { said }: Offer, draft: FlowDraft): boolean {
  const step = said.step.name;
  if (to === REPEAT || to === step)
    return listAskedAt(step, draft).every((name) => getFirstMenus(draft).has(name));
  if (isTargetWord(to)) return to !== HANGUP;
  const behind = [...findUnasked(draft, to).values()];
  const isBeginning = findUnasked(draft, draft.graph.entry).has(to);
  return (
    behind.length === 0 || isBeginning || behind.some(({ verb }) => verb === 'menu' || FOREIGN.has(verb))
  );
}

/** Returns the questions that may be asked again when a key is pressed: the step itself, or the next ones. */
function listAskedAt(step: string, draft: FlowDraft): string[] {
  const asked = [...findUnasked(draft, step).values()].filter(({ waits }) => waits === 'caller');
  return asked.map(({ name }) => name);
}

/** The menus that calls come to before any other, a choice of the language aside; all of them when there is one only. */
const getFirstMenus = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const menus = draft.graph.steps.filter(({ verb }) => verb === 'menu');
  const passed = new Set([draft.graph.entry]);
  const first = new Set(menus.length === 1 ? menus.map(({ name }) => name) : []);
  // Steps that are added while the loop runs are visited too.
  for (const name of passed) {
    const step = findStep(draft, name);
    const isLanguage = step?.edges.some(
      ({ to, language }) => language !== undefined || findStep(draft, to)?.verb === 'language',
    );
    if (step?.verb === 'menu' && isLanguage !== true) first.add(name);
    else for (const { to } of step?.edges ?? []) passed.add(to);
  }
  return first;
});

function comesBack({ to, isGlobal }: Target, { said }: Offer, draft: FlowDraft): boolean {
  const step = said.step.name;
  if (!isGlobal || findStep(draft, step)?.waits !== 'caller') return true;
  if (to === REPEAT) return draft.graph.steps.every(({ name, waits }) => waits !== 'caller' || name === step);
  if (isTargetWord(to)) return to !== HANGUP;
  const behind = findUnasked(draft, to);
  return behind.has(step) || [...behind.values()].some(({ verb }) => FOREIGN.has(verb));
}

/** Verbs by which callers reach somebody, or somebody gets to know of them. */
const HELPING = new Set([...FOREIGN, 'connect', 'voicemail', 'record', 'http', 'sms', 'wait']);

/** Parties that the text names are compared with their steps by name. */
function leadsToSomebody(
  { to }: Target,
  {
    said: {
      part,
      step: { name: step },
    },
    words,
  }: Offer,
  draft: FlowDraft,
): boolean {
  if (part === 'prompt' && [...words].some((word) => getPartiesByWord(draft).has(word))) return true;
  if (to === REPEAT || to === BACK || to === HANGUP || to === step) return false;
  const reached = new Set([to]);
  // Steps that are added while the loop runs are visited too.
  for (const name of reached)
    if (name !== step) for (const edge of findStep(draft, name)?.edges ?? []) reached.add(edge.to);
  const behind = [...reached].flatMap((name) => findStep(draft, name) ?? []);
  const said = groupSaidByStep(draft);
  const givesNumber = behind.some(({ name }) =>
    said.get(name)?.some(({ pieces }) => pieces.some(({ text }) => NUMBER.test(text))),
  );
  return behind.length === 0 || givesNumber || behind.some(({ verb }) => HELPING.has(verb));
}

/** A number at which callers reach somebody: a telephone number, or one that an expression has. */
const NUMBER = /\d(?:[\s,.-]*\d){4}|\$\{[^}]*(?:phone|number|telef|nummer|num[eé]ro|numero)/iu;
