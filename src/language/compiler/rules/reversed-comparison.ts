import { listTerms, namePath, type Term } from '../../model/index.ts';
import { listConditions } from '../check/known-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep } from './unasked-ways.ts';

/**
 * Reports conditions that compare what callers entered the other way round than the step says to which they lead:
 * `vars.reading > vars.last` leads to `too_low`. Only steps whose name tells the direction are judged, and only a
 * comparison of one answer with a constant or a bound, such as `vars.last`.
 */
export const reversedComparison: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [step, conditions] of listConditions(draft))
      for (const [index, { source, path }] of conditions.entries()) {
        const target = findStep(draft, step)?.edges[index]?.to ?? '';
        const direction = readDirection(target);
        const found = direction === undefined ? undefined : readComparison(source, draft);
        if (found === undefined || found.direction === direction) continue;
        report({
          code: 'reversed-comparison',
          message: `answers for which ${source.trim()} go to step "${target}", but they are the ${found.direction === 'high' ? 'higher' : 'lower'} ones`,
          span: spanAt(draft.document, path),
          hint: `compare the other way round: ${found.direction === 'high' ? '<' : '>'}`,
        });
      }
  },
};

type Direction = 'low' | 'high';

const LOW =
  /^(?:(?:is_)?too_(?:low|small|few|little|short|young)|zu_(?:klein|niedrig|wenige?|kurz|jung)|trop_(?:petite?|basse?|peu|courte?|jeune)|(?:demasiado|muy)_(?:baj[oa]|pequeñ[oa]|poc[oa]s?|cort[oa]|joven)|troppo_(?:bass[oa]|piccol[oa]|poch?[oi]|cort[oa]|giovane)|te_(?:laag|klein|weinig|kort|jong))(?:_told)?$/iu;
const HIGH =
  /^(?:(?:is_)?too_(?:high|large|big|many|much|long|old)|zu_(?:groß|gross|hoch|viele?|lang|alt)|trop_(?:grande?|haute?|élevée?|elevee?|longue?|âgée?|agee?)|(?:demasiado|muy)_(?:alt[oa]|grande|much[oa]s?|larg[oa]|mayor)|troppo_(?:alt[oa]|grande|molti|lung[oa]|vecchi[oa])|te_(?:hoog|groot|veel|lang|oud))(?:_told)?$/iu;

/** Values with which an answer is compared, and which are not themselves too low or too high. */
const BOUND =
  /^vars\.(?:last|previous|prev|prior|before|former|min|max|minimum|maximum|lowest|highest|limit|letzt|vorig|grenze|anterior|últim|ultim|dernier|précédent|precedent|limite|límite|precedente|laatste|grens)/iu;

/** Whoever has a later year of birth is younger. */
const YEAR = /year|birth|born|jahr|geburt|ann[ée]e|naiss|año|nacim|ann[oi]|nascit|jaar|geboorte|ano|nasc/iu;

function readDirection(name: string): Direction | undefined {
  if (LOW.test(name)) return 'low';
  return HIGH.test(name) ? 'high' : undefined;
}

const HIGHER: Record<string, boolean | undefined> = { '>': true, '>=': true, '<': false, '<=': false };

/** Returns whether the only comparison of a condition holds for high or for low answers. */
function readComparison(source: string, draft: FlowDraft): { direction: Direction } | undefined {
  const term = draft.expressions().parse(source);
  const [only, ...others] = (term === undefined ? [] : listTerms(term)).filter(isComparison);
  if (term === undefined || only !== term || others.length > 0 || only.kind !== 'operation') return undefined;
  const answered = only.args.map((one) => isAnswer(one, draft));
  const [other, ...both] = only.args.filter((_, index) => answered[index] === false);
  const isBound = other?.kind === 'value' || BOUND.test((other && namePath(other)) ?? '');
  if (both.length > 0 || !isBound || YEAR.test(source)) return undefined;
  const isHigher = HIGHER[only.operator] === answered[0];
  return { direction: isHigher ? 'high' : 'low' };
}

function isComparison(term: Term): boolean {
  return term.kind === 'operation' && HIGHER[term.operator] !== undefined;
}

function isAnswer(term: Term, draft: FlowDraft): boolean {
  const [, name = ''] = /^vars\.(\w+)$/.exec(namePath(term) ?? '') ?? [];
  const written = (findSources(draft).get(name) ?? []).filter(({ step }) => step !== undefined);
  return written.length > 0 && written.every(({ kind }) => kind === 'answer');
}
