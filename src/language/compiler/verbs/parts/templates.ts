import type { Template } from '../../../model/index.ts';
import type { StepContext } from '../step-context.ts';

/** Fields by name, each with what it is filled in with. */
export function templates(fields: Record<string, unknown> = {}, step: StepContext): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, step.template(String(value))]),
  );
}
