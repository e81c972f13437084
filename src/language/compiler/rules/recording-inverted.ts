import type { Report, Span } from '../../diagnostics/index.ts';
import { nameChoice } from '../verbs/menu.ts';
import { rangeAt, spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { Menu } from './questions.ts';
import { findRefusal, followAnswer, isConsent, listConsentMenus, type Choice } from './recording-consent.ts';
import { findEdge } from './unasked-ways.ts';

/**
 * Reports questions after which those are recorded who refuse, and those who agree are not, as when the condition on
 * their answer is the wrong way round. The words of the choices tell who refuses, or the values that they set. Returns
 * the questions that are reported.
 */
export function reportInverted(
  draft: FlowDraft,
  recordings: ReadonlySet<string>,
  report: Report,
): ReadonlySet<Menu> {
  const reported = new Set<Menu>();
  for (const menu of listConsentMenus(draft)) {
    const followed = followChoices(menu, draft);
    const isRecorded = ({ reached }: Followed): boolean => !reached.isDisjointFrom(recordings);
    const refusal = findRefusal(menu, draft);
    const refusing = followed.filter(({ choice }) =>
      refusal === undefined ? !isConsent(choice) : choice === refusal,
    );
    const agreeing = followed.filter((one) => !refusing.includes(one));
    const [refused] = refusing.filter(isRecorded);
    const [agreed] = agreeing;
    if (refused === undefined || agreed === undefined || agreeing.some(isRecorded)) continue;
    reported.add(menu);
    const decider = findDecider(agreed, refused);
    const place = decider ?? menu.step.name;
    report({
      code: 'recording-against-will',
      message: `callers who agree are led past the recording at step "${place}", and those who refuse are recorded`,
      span: decider === undefined ? spanOfChoice(menu, refused.choice, draft) : spanOfStep(decider, draft),
      hint:
        decider === undefined ? 'exchange the targets' : 'exchange the targets, or turn the condition round',
    });
  }
  return reported;
}

/** A choice with the steps to which it leads, each with the outcomes by which calls leave it. */
interface Followed {
  choice: Choice;
  reached: ReadonlySet<string>;
  left: ReadonlyMap<string, ReadonlySet<string>>;
}

function followChoices(menu: Menu, draft: FlowDraft): Followed[] {
  return (menu.body.choices ?? []).flatMap((choice): Followed[] => {
    const edge = findEdge(draft, menu.step.name, nameChoice(choice));
    const arrivals = edge && followAnswer(menu, edge, { draft })?.arrivals;
    if (arrivals === undefined) return [];
    const left = new Map<string, Set<string>>();
    for (const { before } of [...arrivals.values()].flat())
      if (before !== undefined) {
        const outcomes = left.get(before.arrival.step) ?? new Set();
        left.set(before.arrival.step, outcomes.add(before.outcome));
      }
    return [{ choice, reached: new Set(arrivals.keys()), left }];
  });
}

/** Returns the first step on both ways that calls leave by an outcome on the second one only. */
function findDecider(one: Followed, other: Followed): string | undefined {
  return [...one.left].find(([step, outcomes]) => other.left.get(step)?.isSubsetOf(outcomes) === false)?.[0];
}

function spanOfChoice({ body, path }: Menu, choice: Choice, { document }: FlowDraft): Span {
  return spanAt(document, [...path, 'choices', body.choices?.indexOf(choice) ?? 0, 'goto']);
}

function spanOfStep(step: string, { document }: FlowDraft): Span {
  return document.span(rangeAt(document.root, ['steps', step]));
}
