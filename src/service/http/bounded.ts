/** Limits how many values a label of a metric takes, so that no flow or stranger makes the number of series grow without end. */

/** Label value for everything beyond the limit. */
export const OTHER = 'other';

/** Lets the first `most` values through and turns every further one into `other`. */
export function limitLabels(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}

/** Limits the steps of all flows together to `most`; two projects may have flows and steps of the same names. */
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
