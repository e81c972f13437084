/** Finds the parameters of a flow that are dialled or get messages. */
import type { ConnectStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { memoize, namePath, scanTemplate, type Term } from '../../model/index.ts';
import { findSources } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import { toList } from '../verbs/parts/fragments.ts';
import { listMapSteps } from './questions.ts';

/** The use of a parameter. */
interface NumberParam {
  use: 'called' | 'text';
  /** Separates its numbers; absent for a single number. */
  separator?: string;
}

/** Returns the parameters that a flow dials, or to which it sends messages, as they are given, by name. */
export const findNumberParams = memoize((draft: FlowDraft): ReadonlyMap<string, NumberParam> => {
  const targets = listMapSteps<ConnectStep | SmsStep>(draft, 'connect', 'sms').flatMap(({ step, body }) =>
    toList(body.to).flatMap((to) =>
      to === undefined
        ? []
        : [
            {
              to: String(to),
              use: step.content?.verb.name === 'sms' ? ('text' as const) : ('called' as const),
            },
          ],
    ),
  );
  return new Map(
    targets.flatMap(({ to, use }) =>
      followText(to, draft, 0).map(({ param, ...rest }) => [param, { use, ...rest }] as const),
    ),
  );
});

interface Followed {
  param: string;
  separator?: string;
}

/** Maximum number of assignments that are followed. */
const MAX_DEPTH = 3;

function followText(text: string, draft: FlowDraft, depth: number): Followed[] {
  const [only, ...others] = scanTemplate(text.trim()).parts;
  return typeof only === 'object' && others.length === 0 ? followExpression(only.expr, draft, depth) : [];
}

function followExpression(source: string, draft: FlowDraft, depth: number): Followed[] {
  const term = depth > MAX_DEPTH ? undefined : draft.expressions().parse(source);
  return term === undefined ? [] : followTerm(term, draft, depth);
}

function followTerm(term: Term, draft: FlowDraft, depth: number): Followed[] {
  const [holder, name = '', ...deeper] = namePath(term)?.split('.') ?? [];
  if (holder === 'params' && deeper.length === 0) return [{ param: name }];
  if (holder === 'vars' && deeper.length === 0)
    return (findSources(draft).get(name) ?? []).flatMap((source) =>
      source.kind === 'expression' ? followExpression(source.source, draft, depth + 1) : [],
    );
  if (term.kind === 'operation' && term.operator === '?:')
    return term.args.slice(1).flatMap((branch) => followTerm(branch, draft, depth));
  if (term.kind === 'call' && term.name === 'trim' && term.on !== undefined)
    return followTerm(term.on, draft, depth);
  return term.kind === 'part' ? followItem(term.of, draft, depth) : [];
}

/** Follows an item of `params.parties.split(",")`. */
function followItem(list: Term, draft: FlowDraft, depth: number): Followed[] {
  const [separator] = list.kind === 'call' && list.name === 'split' ? list.args : [];
  if (list.kind !== 'call' || list.on === undefined || separator?.kind !== 'value') return [];
  return typeof separator.value === 'string'
    ? followTerm(list.on, draft, depth).map((one) => ({ ...one, separator: String(separator.value) }))
    : [];
}
