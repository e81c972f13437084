import { BACK, indexSteps, REPEAT, memoize, type GraphStep } from '../../../model/index.ts';
import { findPromptWords, phrase, type SpeechLanguage } from '../../../speech/index.ts';
import type { Report, Span } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import { NO, YES } from '../../verbs/parts/confirmation.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import { findUnasked } from '../unasked-ways.ts';
import { checkSetNumbers, checkToldAmounts } from './key-sets-other-number.ts';
import { agrees, foldAccents, readKeyPurposes, readPurposeAt, type KeyPurpose } from './key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep, listSaid, type Said } from './said.ts';
import { findExchangedTargets, WITHOUT } from './targets-exchanged.ts';

/**
 * Reports keys that lead elsewhere than the text says, where the words leave no doubt:
 * - a confirmation gives each of the two keys the meaning of the other;
 * - a reminder after a mistake gives the purpose of one key to another;
 * - the purpose of a key is the name of a party that the key never reaches, or has another number than the key sets;
 * - the key for hearing the question again leads to the question before, or to a step after which nobody asks it again.
 */
export const keyLeadsElsewhere: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const menu of listMenus(draft)) checkMenu(menu, draft, report);
    checkConfirmations(draft, report);
    checkRepetition(draft, report);
  },
};

/** A text of a step with the purposes that it gives to keys. */
interface ToldKeys {
  said: Said;
  language: SpeechLanguage;
  purposes: (KeyPurpose & { span: Span })[];
}

function readTold(said: Said, { document }: FlowDraft): ToldKeys[] {
  return said.pieces.flatMap((piece) => {
    const language = findWords(piece, said);
    if (language === undefined) return [];
    const purposes = readKeyPurposes(piece, language);
    return [
      {
        said,
        language,
        purposes: purposes.map((one) => ({ ...one, span: findPieceSpan(document, piece, one) })),
      },
    ];
  });
}

function checkMenu(menu: Menu, draft: FlowDraft, report: Report): void {
  const targets = listTargets(menu, draft);
  const told = (groupSaidByStep(draft).get(menu.step.name) ?? []).flatMap((said) => readTold(said, draft));
  const prompts = told.filter(({ said }) => said.part === 'prompt');
  const areExchanged = findExchangedTargets(menu, draft) !== undefined;
  for (const prompt of prompts) {
    if (!areExchanged) checkNames(prompt, { menu, targets, draft }, report);
    checkSetNumbers(prompt, menu, report);
    checkToldAmounts(prompt, menu, report);
    for (const entry of told)
      if (entry.said.part !== 'prompt' && entry.said.language === prompt.said.language)
        checkReminder({ prompt, entry }, { menu, targets }, report);
  }
}

/** Key → target, for the choices of a menu and the keys of `always`. */
function listTargets({ body }: Menu, { alwaysKeys }: FlowDraft): ReadonlyMap<string, string> {
  const own = (body.choices ?? []).flatMap((choice) =>
    choice?.key === undefined || choice.goto === undefined
      ? []
      : [[String(choice.key), choice.goto] as const],
  );
  return new Map([...alwaysKeys.map(({ key, goto }) => [key, goto] as const), ...own]);
}

interface MenuFacts {
  menu: Menu;
  targets: ReadonlyMap<string, string>;
}

/** Reports confirmations whose text exchanges the two keys, which always mean the same. */
function checkConfirmations(draft: FlowDraft, report: Report): void {
  for (const said of listSaid(draft))
    for (const { purposes, language } of said.part === 'confirm' ? readTold(said, draft) : []) {
      const [yes, no] = [YES, NO].map((name) => purposes.find(({ key }) => key === name));
      if (yes === undefined || no === undefined) continue;
      if (agrees(yes.clause, language) || !agrees(no.clause, language)) continue;
      report({
        code: 'key-leads-elsewhere',
        message: `the key "${NO}" refuses the value in every confirmation, but the text of step "${said.step.name}" says that it is right`,
        span: no.span,
        hint: `say that "${YES}" accepts the value and "${NO}" refuses it`,
      });
    }
}

/** Reports a reminder that gives a word, which the prompt gives to one key, to another key. */
function checkReminder(
  { prompt, entry }: { prompt: ToldKeys; entry: ToldKeys },
  { menu, targets }: MenuFacts,
  report: Report,
): void {
  const first = findKeysByWord(prompt.purposes);
  const then = findKeysByWord(entry.purposes);
  for (const [word, there] of then) {
    const here = first.get(word);
    if (here === undefined || here.key === there.key || targets.get(here.key) === targets.get(there.key))
      continue;
    if (!prompt.purposes.some(({ key }) => key === there.key)) continue;
    report({
      code: 'key-leads-elsewhere',
      message: `this text gives "${word}" to the key "${there.key}", the prompt of menu "${menu.step.name}" to the key "${here.key}"`,
      span: there.span,
      hint: 'name the same keys in both texts',
    });
    return;
  }
}

/** Maps each word that belongs to one key only to its key. */
function findKeysByWord<Purpose extends KeyPurpose>(
  purposes: readonly Purpose[],
): ReadonlyMap<string, Purpose> {
  const all = purposes.flatMap((purpose) => [...purpose.words].map((word) => ({ word, purpose })));
  const grouped = Map.groupBy(all, ({ word }) => word);
  return new Map(
    [...grouped].flatMap(([word, [first, ...others]]) =>
      first !== undefined && others.every(({ purpose }) => purpose.key === first.purpose.key)
        ? [[word, first.purpose] as const]
        : [],
    ),
  );
}

/** Reports a purpose that is the name of a party whom its key never reaches without coming back to the menu. */
function checkNames(
  { purposes }: ToldKeys,
  { menu, targets, draft }: MenuFacts & { draft: FlowDraft },
  report: Report,
): void {
  const named = getPartiesByWord(draft);
  const steps = getSteps(draft);
  for (const [word, { key, clause, span }] of findKeysByWord(purposes)) {
    const meant = named.get(word) ?? [];
    const target = targets.get(key);
    const start = target === undefined ? undefined : steps.get(target);
    if (meant.length === 0 || target === undefined || start === undefined || ENDING.test(clause)) continue;
    if (namesPlace(clause, word)) continue;
    if (mayReach(meant, { steps, from: target, without: menu.step.name }) || mentions(target, word, draft))
      continue;
    report({
      code: 'key-leads-elsewhere',
      message: `the text offers "${word}" with the key "${key}", which leads to step "${target}" and never to step "${meant[0] ?? ''}"`,
      span,
      hint: `lead the key to step "${meant[0] ?? ''}", or correct the text`,
    });
    return;
  }
}

/** Words before the place where something is done: "to pay in the shop". */
const IN = String.raw`(?:in|im|at|en|dans|au|nel|nella|no|na|w|i|pa)\s+(?:(?:the|der|dem|de|het|el|la|le|il)\s+)?`;

function namesPlace(clause: string, word: string): boolean {
  return new RegExp(String.raw`(?<!\p{L})${IN}${RegExp.escape(word)}(?!\p{L})`, 'iu').test(
    foldAccents(clause),
  );
}

const getSteps = memoize(({ graph }: FlowDraft) => indexSteps(graph));

/** Maximum number of steps behind a key that are looked at. */
const MAX_STEPS = 100;

/** False when none of the steps is reached, which is not known of very long ways. */
function mayReach(
  names: readonly string[],
  { steps, from, without }: { steps: ReadonlyMap<string, GraphStep>; from: string; without: string },
): boolean {
  const reached = new Set([from]);
  // Steps that are added while the loop runs are visited too.
  for (const name of reached) {
    if (names.includes(name) || reached.size > MAX_STEPS) return true;
    for (const { to } of steps.get(name)?.edges ?? []) if (to !== without) reached.add(to);
  }
  return false;
}

/** Verbs for ending what they name: "to end the conversation". */
const ENDING = phrase(
  String.raw`end|finish|stop|cancel|hang up|beenden|auflegen|terminer|raccrocher|terminar|finalizar|colgar|terminare|chiudere|riagganciare|beëindigen|ophangen|desligar|avsluta|lägga på|zakończyć|rozłączyć`,
);

/** Maps words to the parties that are named by this word alone, such as `billing`, or `to_billing` that announces one. */
export const getPartiesByWord = memoize(({ graph }: FlowDraft): ReadonlyMap<string, string[]> => {
  const steps = indexSteps(graph);
  const named = graph.steps.flatMap(({ name, verb, edges }) => {
    const [word, ...others] = name.split('_').filter((part) => part.length > 3);
    const [next, ...more] = edges.filter(({ failure }) => !failure);
    const isAnnouncement =
      verb === 'say' && more.length === 0 && steps.get(next?.to ?? '')?.verb === 'connect';
    const isParty = (verb === 'connect' || isAnnouncement) && !WITHOUT.test(name);
    return isParty && word !== undefined && others.length === 0 ? [{ word, name }] : [];
  });
  const byWord = Map.groupBy(named, ({ word }) => word);
  return new Map([...byWord].map(([word, all]) => [word, all.map(({ name }) => name)]));
});

/** True when a step has a word in its name or says it. */
function mentions(step: string, word: string, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft).get(step) ?? [];
  const texts = said.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  return [step, ...texts].some((text) => foldAccents(text.toLowerCase()).includes(word));
}

/** Reports keys for hearing the question again that lead to the question before. */
function checkRepetition(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  const reported = new Set<string>();
  for (const said of listSaid(draft)) {
    const step = steps.get(said.step.name);
    if (step?.waits !== 'caller' || said.part === 'confirm') continue;
    for (const piece of said.pieces) {
      const words = findPromptWords(piece.language ?? said.language);
      for (const { key, start, end } of words === undefined ? [] : piece.keys.listAnnounced()) {
        const target = findTarget(key, step, draft);
        if (target === undefined || isAskedAgain(target, step.name, draft)) continue;
        const purpose = words === undefined ? '' : readPurposeAt(piece, { start, end }, words.keys);
        const span = findPieceSpan(draft.document, piece, { start, end });
        if (words?.talk.again.test(purpose) !== true || reported.has(`${span.start.offset}`)) continue;
        reported.add(`${span.start.offset}`);
        report({
          code: 'key-leads-elsewhere',
          message: `the key "${key}" is offered for hearing step "${step.name}" again, but leads ${target === BACK ? 'back to the question before' : `to step "${target}"`}`,
          span,
          hint: `lead the key to "repeat", or offer it for going back`,
        });
      }
    }
  }
}

/** True for a target after which the step is asked again, and for one that is no step. */
function isAskedAgain(target: string, step: string, draft: FlowDraft): boolean {
  if (target === BACK) return false;
  const reached = findUnasked(draft, target);
  return target === REPEAT || reached.size === 0 || reached.has(step);
}

function findTarget(key: string, step: GraphStep, { source, alwaysKeys }: FlowDraft): string | undefined {
  const choices = source.steps?.[step.name]?.menu?.choices ?? [];
  const own = choices.find((choice) => choice?.key !== undefined && String(choice.key) === key)?.goto;
  return own ?? alwaysKeys.find((one) => one.key === key)?.goto;
}
