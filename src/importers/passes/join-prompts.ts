/** Lets a question say itself what a step before it says. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { listTargets } from './targets.ts';

/** A question with one attempt that says nothing, and the only step that leads to it. */
interface Pair {
  before: string;
  question: string;
}

/** Joins each question that says nothing with the text that always stands before it. Keys still count only after the text. */
export function joinPrompts(draft: Draft): Draft {
  const pairs = findPairs(draft);
  if (pairs.length === 0) return draft;
  const { steps } = draft.flow;
  const finish = new Map(draft.finish);
  const joined = new Map(Object.entries(steps));
  const about = new Map(Object.entries(draft.about));
  for (const { before, question } of pairs) {
    const [said, asked] = [steps[before], steps[question]];
    if (said === undefined || asked === undefined) continue;
    joined.set(before, setPrompt(asked, said.say));
    joined.delete(question);
    const key = finish.get(question);
    if (key !== undefined) finish.set(before, key);
    const [first, second] = [about.get(before), about.get(question)];
    const nodes = [...(first?.nodes ?? []), ...(second?.nodes ?? [])];
    about.set(before, { nodes, comments: [...(first?.comments ?? []), ...(second?.comments ?? [])] });
    about.delete(question);
  }
  return {
    ...draft,
    finish,
    flow: { ...draft.flow, steps: Object.fromEntries(joined) },
    about: Object.fromEntries(about),
  };
}

function findPairs({ flow }: Draft): Pair[] {
  const ways = new Map<string, Set<string>>();
  const add = (target: string | undefined, from: string): void => {
    if (target !== undefined) ways.set(target, (ways.get(target) ?? new Set()).add(from));
  };
  add(Object.keys(flow.steps)[0], '');
  for (const target of [flow.on?.error, flow.on?.end, ...Object.values(flow.always?.keys ?? {})])
    add(target, '');
  for (const [name, step] of Object.entries(flow.steps))
    for (const target of listTargets(step)) add(target, name);
  return Object.entries(flow.steps).flatMap(([question, step]) => {
    const [before = '', other] = ways.get(question) ?? [];
    const said = flow.steps[before];
    const isPair = other === undefined && said !== undefined && isOnlyText(said) && isSilent(step);
    return isPair ? [{ before, question }] : [];
  });
}

function isOnlyText(step: Step): boolean {
  return step.say !== undefined && Object.keys(step).every((key) => key === 'say' || key === 'next');
}

function isSilent({ menu, collect }: Step): boolean {
  const { prompt, attempts } = menu ?? collect ?? {};
  if (attempts !== 1 || typeof prompt !== 'object' || Array.isArray(prompt)) return false;
  return SILENCE.test(prompt.ssml ?? '');
}

const SILENCE = /^<speak><break time="[1-5]00ms"\/><\/speak>$/;

function setPrompt(step: Step, prompt: Step['say']): Step {
  if (prompt === undefined) return step;
  const { menu, collect } = step;
  return {
    ...step,
    ...(menu !== undefined && { menu: { ...menu, prompt, barge_in: false } }),
    ...(collect !== undefined && { collect: { ...collect, prompt, barge_in: false } }),
  };
}
