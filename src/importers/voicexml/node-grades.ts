/** Grades of nodes: exact until something within them is found that is not. */
import type { Finding } from '../../language/diagnostics/index.ts';
import type { Grade, NodeId, Place, Project, Reason } from '../project/index.ts';

const WEIGHT: Record<Grade, number> = { exact: 0, dropped: 1, near: 2, stub: 3 };

interface Lowered {
  grade: Grade;
  reason: Reason;
  place: Place;
  /** What exactly, as written. */
  detail: string;
}

export class NodeGrades {
  readonly #project: Project;
  readonly #grades = new Map<NodeId, { grade: Grade; reason: Reason }>();
  readonly #told = new Set<string>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Lowers the grade of a node, and tells the loss once, however often the construct is met. */
  lower(node: NodeId, { grade, reason, place, detail }: Lowered): void {
    const known = this.#grades.get(node);
    if (known === undefined || WEIGHT[known.grade] < WEIGHT[grade]) this.#grades.set(node, { grade, reason });
    if (this.#isNew(`${reason} ${node} ${place.span.start.offset} ${detail}`))
      this.#project.addLoss({ reason, node, ...place, detail });
  }

  /** Reports a finding once. */
  report({ file, span }: Place, finding: Omit<Finding, 'span'>): void {
    if (this.#isNew(`${finding.code} ${file} ${span.start.offset}`))
      this.#project.report(file, { ...finding, span });
  }

  #isNew(key: string): boolean {
    const isNew = !this.#told.has(key);
    this.#told.add(key);
    return isNew;
  }

  of(node: NodeId): { grade: Grade; reason?: Reason } {
    return this.#grades.get(node) ?? { grade: 'exact' };
  }
}
