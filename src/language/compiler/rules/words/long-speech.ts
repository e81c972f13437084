import { indexSteps, type GraphStep } from '../../../model/index.ts';
import type { Report } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { createPieceFilter, findPieceSpan, listSaid } from './said.ts';

/** Maximum number of seconds of one text. */
const MAX_SECONDS = 60;
/** Maximum number of seconds of one text before the first question. */
const MAX_WELCOME_SECONDS = 30;

/**
 * Reports texts of `say` steps that are too long to listen to, since no key cuts them short. Recordings and lists of
 * shorter texts are reported only before the first question, where all of them count together: elsewhere so one writes
 * what has to be heard in full.
 */
export const longSpeech: FlowRule = {
  needsAll: false,
  check(draft, report) {
    checkWelcome(draft, report);
    const isNew = createPieceFilter();
    const before = new Set(findWelcome(draft));
    for (const { step, part, pieces } of listSaid(draft)) {
      const isWelcome = before.has(step.name);
      const limit = isWelcome ? MAX_WELCOME_SECONDS : MAX_SECONDS;
      const long = pieces.filter(({ kind, seconds }) => kind !== 'audio' && seconds > limit);
      for (const piece of part === 'say' ? long.filter((piece) => isNew(piece)) : []) {
        const seconds = Math.round(piece.seconds);
        report({
          code: 'long-speech',
          message: isWelcome
            ? `every caller listens to this text for about ${seconds} seconds before the first question, and no key cuts it short; expected at most ${limit}`
            : `step "${step.name}" speaks for about ${seconds} seconds, and no key cuts it short; expected at most ${limit}`,
          span: findPieceSpan(draft.document, piece),
          hint: isWelcome
            ? 'shorten it, or offer it behind a key of the menu'
            : 'shorten it, send it as a text message, or make it the prompt of a menu, which any key ends',
        });
      }
    }
  },
};

const MINUTES = /(?<!\p{L})minut/iu;

/** True for a text that tells callers how many minutes something takes: they know what they wait for. */
export function tellsMinutes(text: string): boolean {
  return MINUTES.test(text);
}

/** Reports announcements before the first question that are too long together, recordings of a known length included. */
function checkWelcome(draft: FlowDraft, report: Report): void {
  const before = findWelcome(draft);
  const told = listSaid(draft).filter(({ step, part }) => part === 'say' && before.includes(step.name));
  for (const language of draft.languages) {
    const pieces = told.filter((said) => said.language === language).flatMap((said) => said.pieces);
    const seconds = Math.round(pieces.reduce((sum, piece) => sum + piece.seconds, 0));
    const [longest] = pieces.toSorted((a, b) => b.seconds - a.seconds);
    const isReported = pieces.some((piece) => piece.kind !== 'audio' && piece.seconds > MAX_WELCOME_SECONDS);
    const isTold = pieces.some((piece) => tellsMinutes(piece.text));
    if (longest === undefined || seconds <= MAX_SECONDS || isReported || isTold) continue;
    report({
      code: 'long-speech',
      message: `every caller listens for about ${seconds} seconds before the first question, and no key cuts that short; expected at most ${MAX_SECONDS}`,
      span: findPieceSpan(draft.document, longest),
      hint: 'shorten it, or offer it behind a key of the menu',
    });
    return;
  }
}

/** Returns the steps that every call runs before its first question; none when the way divides before one. */
function findWelcome({ graph }: FlowDraft): string[] {
  const steps = indexSteps(graph);
  const before: string[] = [];
  let step = steps.get(graph.entry);
  while (step !== undefined && step.waits !== 'caller') {
    if (before.includes(step.name)) return [];
    before.push(step.name);
    step = steps.get(findOnlyTarget(step) ?? '');
  }
  return step === undefined ? [] : before;
}

function findOnlyTarget({ edges }: GraphStep): string | undefined {
  const targets = new Set(edges.filter(({ failure }) => !failure).map(({ to }) => to));
  return targets.size === 1 ? [...targets][0] : undefined;
}
