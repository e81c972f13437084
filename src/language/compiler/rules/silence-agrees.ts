import { phrase } from '../../speech/index.ts';
import { indexSteps } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import { listMenus, type Menu } from './questions.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { findWords, groupSaidByStep, saysAny } from './words/said.ts';

/** Agreement with what a text says, which nobody gives by silence; "that is right" is none. */
const AGREEING = phrase(
  String.raw`(?:you )?(?:agree|accept|consent)|to confirm|bestätigen|pour confirmer|para confirmar|per confermare|om te bevestigen|aby potwierdzić|för att bekräfta|einverstanden|stimmen sie (?:\p{L}+ )?zu|zustimmen|(?:vous )?(?:acceptez|accepter|consentez)|êtes d['’]accord|(?:está|estoy) de acuerdo|acepta|accetta|è d['’]accordo|acconsente|akkoord|toestemming|concorda|aceita|zgadza|wyraża(?:m)? zgodę|godkänner|samtycker`,
);
const REFUSING = phrase(
  String.raw`not|don['’]t|nicht|kein\p{L}*|pas|no|non|niet|geen|não|nie|inte|refuse|ablehnen|refuser|rechaza\p{L}*|rifiuta\p{L}*|weiger\p{L}*`,
);

/** Reports menus that ask for agreement, and whose silence leads to the step of those who agree. */
export function reportSilentAgreement(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const menu of listMenus(draft)) {
    const agreed = findAgreed(menu, draft);
    if (agreed === undefined) continue;
    const edges = steps.get(menu.step.name)?.edges ?? [];
    const silent = edges.find(
      ({ outcome, to }) => (outcome === 'silent' || outcome === 'exhausted') && to === agreed,
    );
    const isOnly = edges.every(({ kind, to }) => kind !== 'goto' || to === agreed);
    if (silent === undefined || isOnly) continue;
    report({
      code: 'silence-decides',
      message: `callers who say nothing at menu "${menu.step.name}" are led to step "${agreed}", as those are who have agreed`,
      span: silent.span ?? draft.document.span(menu.step.nameRange),
      hint: `lead "${silent.outcome}" to the step of those who do not agree`,
    });
  }
}

/** Returns the target of the only key that a prompt offers to those who agree. */
function findAgreed({ step, body }: Menu, draft: FlowDraft): string | undefined {
  const said = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  // Recordings have a rule of their own.
  if (said.some((one) => saysAny(one, ({ recorded }) => recorded))) return undefined;
  const keys = said.flatMap((one) =>
    one.pieces.flatMap((piece) => {
      const language = findWords(piece, one);
      const purposes = language === undefined ? [] : readKeyPurposes(piece, language);
      return purposes.filter(({ clause }) => AGREEING.test(clause) && !REFUSING.test(clause));
    }),
  );
  const [key, ...others] = new Set(keys.map((purpose) => purpose.key));
  if (others.length > 0) return undefined;
  return (body.choices ?? []).find((choice) => choice?.key !== undefined && String(choice.key) === key)?.goto;
}
