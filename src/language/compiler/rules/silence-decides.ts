import { type GraphStep, indexSteps } from '../../model/index.ts';
import { speechLanguages } from '../../speech/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';
import { reportSilentAgreement } from './silence-agrees.ts';
import { reportPassedChecks } from './silence-passes-check.ts';
import { listChoicePhrases } from './words/phrase-not-understood.ts';

/**
 * Reports menus whose `silent` or `exhausted` leads to the step of a choice, where something is booked, sent or noted
 * that another choice avoids, before the caller is asked again: silence counts as consent, or as a cancellation. The
 * same holds when a variable that the choices set begins with the value of consent. Questions whose answer is checked are
 * judged as well. Silence may count as a "no" where the "yes" is acted on, too.
 */
export const silenceDecides: FlowRule = {
  needsAll: true,
  check(draft, report) {
    reportPassedChecks(draft, report);
    reportSilentAgreement(draft, report);
    const steps = indexSteps(draft.graph);
    for (const { step, body } of listMenus(draft)) {
      const edges = steps.get(step.name)?.edges ?? [];
      const silent = edges.filter(({ outcome }) => outcome === 'silent' || outcome === 'exhausted');
      for (const { to, outcome, span } of new Map(silent.map((edge) => [edge.to, edge])).values()) {
        if (!(body.choices ?? []).some((choice) => leadsTo(choice?.goto ?? '', to, steps))) continue;
        const place = { outcome, to, span: span ?? draft.document.span(step.nameRange) };
        const scope = { name: step.name, steps, draft };
        if (isRefusal(to, body, scope)) continue;
        const change = findOwnChange(to, body, scope);
        if (change !== undefined) reportChange(change, { ...place, step: step.name }, report);
        else reportConsent(body, { ...place, step: step.name }, { draft, report });
      }
    }
  },
};

/** True when a choice leads to the step, at most with an announcement in between. */
function leadsTo(goto: string, to: string, steps: ReadonlyMap<string, GraphStep>): boolean {
  const { verb = '', edges = [] } = steps.get(goto) ?? {};
  const [only, ...others] = edges.filter(({ failure }) => !failure);
  return goto === to || (ANNOUNCING.has(verb) && others.length === 0 && only?.to === to);
}

const ANNOUNCING = new Set(['say', 'set']);

interface Place {
  step: string;
  outcome: string;
  to: string;
  span: ReturnType<FlowDraft['document']['span']>;
}

function reportChange(change: string, { step, outcome, to, span }: Place, report: Report): void {
  report({
    code: 'silence-decides',
    message: `callers who ${outcome === 'silent' ? 'say nothing' : 'say nothing or something that does not fit'} at menu "${step}" are led to step "${to}" as if they had chosen it, and step "${change}" acts on it`,
    span,
    hint: `lead "${outcome}" to a step that changes nothing and tells callers so`,
  });
}

interface Scope {
  name: string;
  steps: ReadonlyMap<string, GraphStep>;
  draft: FlowDraft;
}

/** True when who says "no" is led to the target, and what is done for who says "yes" is spared. */
function isRefusal(to: string, { choices = [] }: Readable<MenuStep>, scope: Scope): boolean {
  const isTarget = (choice: Choice) => leadsTo(choice?.goto ?? '', to, scope.steps);
  if (!choices.some((choice) => isTarget(choice) && refuses(choice))) return false;
  return choices.some((choice) => {
    if (choice?.goto === undefined || isTarget(choice)) return false;
    return [...passSteps(choice.goto, scope, [])].some((name) => changes(name, scope));
  });
}

type Choice = NonNullable<Readable<MenuStep>['choices']>[number];

const REFUSAL: ReadonlySet<string> = new Set(speechLanguages.flatMap(({ confirmation }) => confirmation.no));

function refuses(choice: Choice): boolean {
  return listChoicePhrases(choice?.phrases).some((phrase) => REFUSAL.has(phrase.toLowerCase()));
}

/** Returns a step that acts behind the target, and not behind every other choice. */
function findOwnChange(to: string, body: Readable<MenuStep>, scope: Scope): string | undefined {
  const others = (body.choices ?? []).flatMap((choice) =>
    choice?.goto === undefined || leadsTo(choice.goto, to, scope.steps) ? [] : [choice.goto],
  );
  const behind = others.map((goto) => ({
    passed: passSteps(goto, scope, ['caller']),
    // What comes behind further questions of the other choice is not avoided by it either.
    later: passSteps(goto, scope, []),
  }));
  return [...passSteps(to, scope, ['caller', 'party'])].find(
    (name) =>
      changes(name, scope) &&
      behind.some(({ passed, later }) => isAvoided(name, passed, scope) && !later.has(name)),
  );
}

/** True when another choice avoids the change; an outcome is avoided only where another one is noted. */
function isAvoided(change: string, passed: ReadonlySet<string>, { steps }: Scope): boolean {
  if (passed.has(change)) return false;
  if (steps.get(change)?.verb !== 'outcome') return true;
  return [...passed].some((name) => steps.get(name)?.verb === 'outcome');
}

/** Returns the steps that follow without a failure until one waits for one of these. */
function passSteps(from: string, { name, steps }: Scope, ends: readonly string[]): Set<string> {
  const passed = new Set([from]);
  // Steps that are added while the loop runs are visited too.
  for (const one of passed) {
    const step = steps.get(one);
    if (step === undefined || one === name || waitsForPerson(step, ends)) continue;
    for (const { to, failure } of step.edges) if (!failure) passed.add(to);
  }
  return passed;
}

/** True for a step that waits for somebody; a caller who leaves no message has decided nothing either. */
function waitsForPerson({ verb, waits }: GraphStep, ends: readonly string[]): boolean {
  return verb === 'voicemail' || (ends.includes(waits) && !PASSED.has(verb));
}

/** Verbs of steps that wait for a service, and not for a person. */
const PASSED = new Set(['http', 'sms']);

function changes(name: string, { steps, draft }: Scope): boolean {
  const { verb, edges = [] } = steps.get(name) ?? {};
  // A message after which somebody is called tells that person of the caller: nothing is decided for them.
  if (verb === 'sms') return !edges.every(({ to }) => steps.get(to)?.verb === 'connect');
  if (verb === 'outcome') return true;
  const request = draft.source.steps?.[name]?.http;
  return verb === 'http' && request !== undefined && !('get' in request) && !('head' in request);
}

/** Words that mean consent, besides `true`. */
export const CONSENT: ReadonlySet<string> = new Set([
  'true',
  'granted',
  'given',
  ...speechLanguages.flatMap(({ confirmation }) => confirmation.yes),
]);

/** Reports a variable that begins with the value of consent, which silence leaves as it is. */
function reportConsent(
  { choices = [] }: Readable<MenuStep>,
  { step, outcome, to, span }: Place,
  { draft, report }: { draft: FlowDraft; report: Report },
): void {
  for (const choice of choices)
    for (const [name, value] of choice?.goto === to ? Object.entries(choice.set ?? {}) : []) {
      const initial = readInitial(draft.source.vars?.[name]);
      const differs = choices.some(
        (other) => other?.set?.[name] !== undefined && String(other.set[name]) !== String(value),
      );
      if (initial !== String(value) || !CONSENT.has(initial.toLowerCase()) || !differs) continue;
      report({
        code: 'silence-decides',
        message: `callers who say nothing at menu "${step}" count as having agreed: the variable "${name}" begins with ${initial}`,
        span,
        hint: `let "${name}" begin with the other value, or lead "${outcome}" to a step that sets it`,
      });
      return;
    }
}

function readInitial(declared: unknown): string {
  const value =
    typeof declared === 'object' && declared !== null && 'initial' in declared ? declared.initial : declared;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}
