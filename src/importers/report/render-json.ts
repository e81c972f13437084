/** Renders the report of an import as data; schemas/import-report.schema.json describes it. */
import { reasons } from '../project/index.ts';
import type { Imported } from '../project/index.ts';
import { renderEffects, renderMoves } from '../../verification/compare/index.ts';
import type { Comparison } from '../../verification/compare/index.ts';
import { sumUp } from './sums.ts';

export type PlainReport = ReturnType<typeof toPlainReport>;

export function toPlainReport(imported: Imported) {
  const { system, flows, nodes, losses, questions, unusedAnswers } = imported;
  const { byGrade, paths } = sumUp(imported);
  return {
    source: system?.id ?? null,
    nodes: nodes.map(({ span, ...node }) => ({ ...node, place: toPlace(span) })),
    losses: losses.map(({ span, ...loss }) => ({
      ...loss,
      place: toPlace(span),
      text: reasons[loss.reason].text,
    })),
    questions,
    unusedAnswers,
    flows: flows.map(({ name, comparison, faults, searched }) => ({
      name,
      faults: faults.map(({ diagnostic: { code, message }, comesFrom }) => ({ code, message, comesFrom })),
      searched,
      differences: (comparison?.differences ?? []).map(({ path, first, second, awaits }) => ({
        after: renderMoves(path),
        original: renderEffects(first, awaits[0]),
        here: renderEffects(second, awaits[1]),
      })),
      ...(comparison !== undefined && { paths: toPlainPaths(comparison) }),
    })),
    paths: toPlainPaths(paths),
    summary: { nodes: nodes.length, ...byGrade },
  };
}

function toPlainPaths({
  compared,
  equal,
  unsupported,
  isTruncated,
}: Pick<Comparison, 'compared' | 'equal' | 'unsupported' | 'isTruncated'>) {
  return { compared, equal, unsupported, equalToEnd: equal - unsupported, truncated: isTruncated };
}

function toPlace({ start: { line, column } }: { start: { line: number; column: number } }) {
  return { line, column };
}
