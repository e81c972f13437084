/** Limits the number of values per metric label, so that neither flows nor clients can create unlimited series. */

/** Label value for everything beyond the limit. */
export const OTHER = 'other';

/** Keeps the first `most` values and replaces all others by `other`. */
export function limitLabels(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}

/** Limits the number of steps across all flows; projects may share names of flows and steps. */
export function limitStepLabels(most: number): (project: string, flow: string, step: string) => string {
  const known = new Map<string, Map<string, Set<string>>>();
  let size = 0;
  return (project, flow, step) => {
    const flows = known.get(project) ?? new Map<string, Set<string>>();
    const steps = flows.get(flow);
    if (steps?.has(step) === true) return step;
    if (size >= most) return OTHER;
    size += 1;
    known.set(project, flows.set(flow, (steps ?? new Set()).add(step)));
    return step;
  };
}
