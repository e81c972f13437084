/** Scenario files that the editor adds to the draft: from a call on the phone, or from a finding. */
import type { Workbench } from './workbench.ts';

interface NewScenario {
  /** Beginning of the name of the file. */
  name: string;
  text: string;
  /** A flow that runs the tested one, if the scenario calls that. */
  caller?: string | undefined;
}

/** Adds a scenario beside the flow under a name that is not taken, shows it, and returns its path. */
export function addScenario(bench: Workbench, { name, text, caller }: NewScenario): string {
  const { session, flowFile } = bench;
  const folder = flowFile.slice(0, flowFile.lastIndexOf('/') + 1);
  const isTaken = (path: string) => session.files.value[path] !== undefined;
  const number = findFirst((one) => !isTaken(`${folder}${name}-${one}.scenario.yaml`));
  const path = `${folder}${name}-${number}.scenario.yaml`;
  bench.replace({ [path]: text, ...(caller !== undefined && { [`${folder}caller.flow.yaml`]: caller }) });
  bench.show(path);
  bench.showPanel('scenarios');
  return path;
}

/** Returns the first number from 1 that is right. */
function findFirst(isRight: (number: number) => boolean): number {
  let number = 1;
  while (!isRight(number)) number += 1;
  return number;
}
