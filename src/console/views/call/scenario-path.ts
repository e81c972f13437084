/** The path of the scenario of a call among the files of a draft. */
import type { GetCallResponse } from '../../api/generated/index.ts';

/** Names the file after the time of the call and the end of its id, so that two calls never share one. */
export function nameScenarioFile({ id, startedAt }: Pick<GetCallResponse, 'id' | 'startedAt'>): string {
  const day = new Date(startedAt).toISOString().slice(0, 10);
  const end = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(-12);
  return `call-${day}-${end}.scenario.yaml`;
}

/** Returns the path of the scenario: beside the file of the flow. */
export function placeScenario(files: Readonly<Record<string, string>>, flow: string, name: string): string {
  const paths = Object.keys(files);
  const beside = paths.find((path) => path.endsWith('.scenario.yaml')) ?? findFlowFile(paths, flow);
  const folder = beside?.includes('/') === true ? beside.slice(0, beside.lastIndexOf('/') + 1) : '';
  return folder + name;
}

function findFlowFile(paths: readonly string[], flow: string): string | undefined {
  return paths.find((path) => path.endsWith(`${flow}.yaml`) || path.endsWith('flow.yaml')) ?? paths[0];
}
