/** Grades of nodes: exact until something within them is found that is not. */
import type { Grade, NodeId, Place, Project, Reason } from '../project/index.ts';

const WEIGHT: Record<Grade, number> = { exact: 0, dropped: 1, near: 2, stub: 3 };

export class NodeGrades {
  readonly #project: Project;
  readonly #grades = new Map<NodeId, { grade: Grade; reason: Reason }>();
  readonly #lost = new Set<string>();

  constructor(project: Project) {
    this.#project = project;
  }

  lower(node: NodeId, grade: Grade, reason: Reason): void {
    const known = this.#grades.get(node);
    if (known === undefined || WEIGHT[known.grade] < WEIGHT[grade]) this.#grades.set(node, { grade, reason });
  }

  /** Tells a loss once, however often the construct is met. */
  lose(reason: Reason, node: NodeId, { file, span }: Place, detail: string): void {
    const key = `${reason} ${node} ${span.start.offset} ${detail}`;
    if (!this.#lost.has(key)) this.#project.addLoss({ reason, node, file, span, detail });
    this.#lost.add(key);
  }

  of(node: NodeId): { grade: Grade; reason?: Reason } {
    return this.#grades.get(node) ?? { grade: 'exact' };
  }
}
