/** Tells a project what became of the statements of a document. */
import type { Grade, Project, Reason } from '../project/index.ts';
import { findRow } from './mapping.ts';
import type { Statement } from './model.ts';

/** `todo`: why the statement became a step that a person has to write. */
export function tellStatement(
  statement: Statement,
  {
    project,
    file,
    isReached,
    todo,
  }: { project: Project; file: string; isReached: boolean; todo: Reason | undefined },
): void {
  const { id, title, method, span, losses } = statement;
  const row = findRow(statement.row);
  const told = { id, name: title ?? `${id.slice(file.length + 1)} ${method}`, type: method, file, span };
  if (!isReached) {
    project.addNode({ ...told, grade: 'dropped', reason: 'UNREACHABLE' });
    project.addLoss({ reason: 'UNREACHABLE', node: id, file, span, detail: told.name });
    return;
  }
  const found: { grade: Grade; reason?: Reason }[] = [
    { grade: row.grade, ...(row.reason !== undefined && { reason: row.reason }) },
    ...losses.flatMap(({ grade, reason }) => (grade === undefined ? [] : [{ grade, reason }])),
    ...(todo === undefined ? [] : [{ grade: 'stub' as const, reason: todo }]),
  ];
  const worst = found.reduce((one, other) => (weights[other.grade] > weights[one.grade] ? other : one));
  project.addNode({ ...told, ...worst });
  if (worst.reason !== undefined && !losses.some(({ reason }) => reason === worst.reason))
    project.addLoss({ reason: worst.reason, node: id, file, span });
  for (const { reason, detail, span: place } of losses)
    project.addLoss({ reason, node: id, file, span: place, ...(detail !== undefined && { detail }) });
}

const weights: Record<Grade, number> = { exact: 0, dropped: 1, near: 2, stub: 3 };
