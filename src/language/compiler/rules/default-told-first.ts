import { findReachable, indexSteps, resolveBack } from '../../model/index.ts';
import { quote } from '../../text/index.ts';
import { listValuePlaces } from '../check/value-places.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSources, isStillInitial } from '../check/variable-sources.ts';
import { findWrites } from './variable-uses.ts';

/**
 * Reports defaults that are told, dialled or sent before the step that finds the right value, which every call comes to
 * only later. A default on the ways that lead to no such step is meant, and so is one that a `set` replaces.
 */
export const defaultToldFirst: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const steps = indexSteps({ ...draft.graph, steps: resolveBack(draft.graph) } as typeof draft.graph);
    const told = new Set<string>();
    for (const { step, names, purpose, span } of listValuePlaces(draft)) {
      if (purpose === 'argument') continue;
      const name = [...names].find((one) => isDefault(one, step, draft));
      if (name === undefined) continue;
      const variable = name.replace(/^vars\./, '');
      const next = steps.get(step)?.edges.map(({ to }) => to) ?? [];
      const reached = findReachable(steps, next, ({ kind }) => kind !== 'error');
      const later = listFinders(variable, draft).find((one) => reached.has(one));
      if (later === undefined || later === step || told.has(`${step} ${name}`)) continue;
      told.add(`${step} ${name}`);
      report({
        code: 'read-before-set',
        message: `step "${step}" uses the default of ${quote(variable)} for all callers: step "${later}", which finds the right value, comes only later`,
        span: span(),
        hint: `move step "${later}" before step "${step}"`,
      });
    }
  },
};

/** True for a variable that begins with a value, and still has it at a step. */
function isDefault(name: string, step: string, draft: FlowDraft): boolean {
  const [holder, variable = '', ...deeper] = name.split('.');
  if (holder !== 'vars' || deeper.length > 0 || !Object.hasOwn(draft.vars, variable)) return false;
  const { initial } = draft.vars[variable] ?? {};
  if (initial === '' || initial === 0 || typeof initial === 'boolean') return false;
  if (listFinders(variable, draft).length === 0) return false;
  return isStillInitial(draft, variable, step);
}

/** Verbs that get a value from outside. */
const FINDING = new Set(['lookup', 'http']);

/** Returns the steps that find the value of a variable; none when a step also sets it. */
function listFinders(variable: string, draft: FlowDraft): string[] {
  const writes = findWrites(draft);
  const verbs = new Map(draft.steps.map(({ name, content }) => [name, content?.verb.name ?? '']));
  const writing = [...writes].filter(([, names]) => names.has(variable)).map(([name]) => name);
  const isSet = (findSources(draft).get(variable) ?? []).some(
    ({ step }) => step !== undefined && !FINDING.has(verbs.get(step) ?? ''),
  );
  return isSet || writing.some((name) => !FINDING.has(verbs.get(name) ?? '')) ? [] : writing;
}
