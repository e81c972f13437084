import { findReachable, indexSteps, type Edge } from '../../model/index.ts';
import { phrase } from '../../speech/index.ts';
import type { Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus, type Menu } from './questions.ts';
import { findStep, listSuccessors } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { findWords, groupSaidByStep } from './words/said.ts';

/**
 * Reports keys that begin a test or a round again behind the step which sets its sum to the beginning, so that the second
 * round adds to the first. The sum has to be told or looked up, and its additions depend on what callers answer: sums that
 * keep on growing, such as those of an order, and counters of attempts are left alone.
 */
export const resetSkipped: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const sums = listSums(draft);
    for (const menu of sums.length === 0 ? [] : listMenus(draft))
      for (const { key, target, index } of listRepetitions(menu, draft)) {
        const kept = sums.find((sum) => isKept(sum, { menu, target, draft }));
        if (kept === undefined) continue;
        report({
          code: 'value-kept',
          message: `the key "${key}" of menu "${menu.step.name}" begins again, but passes by step "${kept.resets[0] ?? ''}", which sets "${kept.name}": the next round adds to the last one`,
          span: spanAt(draft.document, [...menu.path, 'choices', index]),
          hint: `lead it to step "${kept.resets[0] ?? ''}"`,
        });
        break;
      }
  },
};

/** A number to which steps add. */
interface Sum {
  name: string;
  /** The steps that set it to a constant. */
  resets: readonly string[];
  /** The steps that add to it. */
  adders: readonly string[];
}

function listSums(draft: FlowDraft): Sum[] {
  return [...findSources(draft)].flatMap(([name, sources]) => {
    const written = sources.filter(({ step, isSet }) => step !== undefined && isSet);
    const resets = written.filter((one) => one.literal !== undefined && verbOf(one, draft) === 'set');
    const adders = written.filter(({ kind, reads }) => kind === 'expression' && reads.has(`vars.${name}`));
    const isNumber = ['int', 'double'].includes(draft.vars[name]?.type ?? '');
    if (!isNumber || resets.length === 0 || adders.length === 0 || !isTold(name, draft)) return [];
    const stepsOf = (all: readonly Source[]): string[] => [...new Set(all.map(({ step = '' }) => step))];
    return [{ name, resets: stepsOf(resets), adders: stepsOf(adders) }];
  });
}

function verbOf({ step }: Source, draft: FlowDraft): string | undefined {
  return findStep(draft, step)?.verb;
}

/** Verbs of steps that tell a value, or look something up by it. */
const TELLING = new Set(['say', 'hangup', 'menu', 'lookup', 'sms']);

/** True for a variable that some step tells or looks up; a step that only adds to it does neither. */
function isTold(name: string, draft: FlowDraft): boolean {
  return draft.steps.some(({ name: step, content }) => {
    const isAdding =
      findSources(draft)
        .get(name)
        ?.some((one) => one.step === step) === true;
    return (
      !isAdding && TELLING.has(content?.verb.name ?? '') && findStepReads(draft, step).has(`vars.${name}`)
    );
  });
}

/** Purposes of keys that begin a round again. */
const AGAIN = phrase(
  [
    String.raw`(?:take|do|try|answer|play|begin|start|repeat)(?: [^.!?]{1,40})? (?:again|once more)|(?:repeat|restart|redo|retake) (?:the|this) (?:test|quiz|game|questions|round|survey|assessment|check)|start over|from the (?:beginning|start)`,
    String.raw`(?:test|quiz|spiel|runde|fragen|umfrage|check)[^.!?]{0,40} (?:wiederhol\p{L}*|noch ?(?:ein)?mal|erneut|neu)|von vorne?|neu (?:beginnen|starten|anfangen)`,
    String.raw`(?:refaire|recommencer|reprendre|rejouer)`,
    String.raw`(?:repetir|rehacer|volver a (?:hacer|empezar|jugar)|refazer|recomeçar|empezar de nuevo)(?! la pregunta)`,
    String.raw`(?:ripetere|rifare|ricominciare|rigiocare) (?:il|la|le|lo|da)[^.!?]{0,30}|ricominciare`,
    String.raw`(?:test|quiz|spel|vragen|ronde)[^.!?]{0,40} (?:opnieuw|nog een keer|herhalen|overdoen)|opnieuw beginnen`,
  ].join('|'),
);

interface Repetition {
  key: string;
  target: string;
  index: number;
}

/** Lists the choices of a menu by which its text says that callers begin again. */
function listRepetitions({ step, body }: Menu, draft: FlowDraft): Repetition[] {
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  const keys = prompts.flatMap((said) =>
    said.pieces.flatMap((piece) => {
      const language = findWords(piece, said);
      const purposes = language === undefined ? [] : readKeyPurposes(piece, language);
      return purposes.filter(({ clause }) => AGAIN.test(clause)).map(({ key }) => key);
    }),
  );
  return (body.choices ?? []).flatMap((choice, index) => {
    const [key, target] = [String(choice?.key), choice?.goto];
    return target !== undefined && choice?.set === undefined && keys.includes(key)
      ? [{ key, target, index }]
      : [];
  });
}

interface Way {
  menu: Menu;
  target: string;
  draft: FlowDraft;
}

/**
 * True when callers first come to the menu over the reset, and when the way back passes none: it comes to the additions,
 * of which each can be missed, and to the menu.
 */
function isKept({ resets, adders }: Sum, { menu, target, draft }: Way): boolean {
  const steps = indexSteps(draft.graph);
  const reach = (from: readonly string[], without: readonly string[]): ReadonlySet<string> =>
    findReachable(
      steps,
      from.filter((name) => !without.includes(name)),
      ({ to, kind }: Edge) => kind !== 'error' && !without.includes(to),
    );
  const again = reach([target], resets);
  const passed = adders.filter((name) => again.has(name));
  const behind = reach(
    resets.flatMap((name) => listSuccessors(findStep(draft, name))),
    resets,
  );
  const setting = passed.filter((name) => findStep(draft, name)?.verb !== 'menu');
  const isMissable = setting.every((name) => reach([target], [...resets, name]).has(menu.step.name));
  return (
    passed.length > 0 &&
    again.has(menu.step.name) &&
    behind.has(menu.step.name) &&
    behind.has(target) &&
    isMissable
  );
}
