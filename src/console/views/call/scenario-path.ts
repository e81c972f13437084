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

/** Names the file after a name that a person has given; undefined if it has no letter or digit. */
export function toScenarioFile(name: string): string | undefined {
  const slug = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 60);
  return slug === '' ? undefined : `${slug}.scenario.yaml`;
}

/** Returns the path of the scenario: beside the file of the flow, with a number where another file has the name. */
export function placeScenario(files: Readonly<Record<string, string>>, flow: string, name: string): string {
  const paths = Object.keys(files);
  const beside = paths.find((path) => path.endsWith('.scenario.yaml')) ?? findFlowFile(paths, flow);
  const folder = beside?.includes('/') === true ? beside.slice(0, beside.lastIndexOf('/') + 1) : '';
  const [stem, ending] = [name.replace(/\.scenario\.yaml$/, ''), '.scenario.yaml'];
  let path = folder + name;
  for (let number = 2; Object.hasOwn(files, path); number += 1) path = `${folder}${stem}-${number}${ending}`;
  return path;
}

function findFlowFile(paths: readonly string[], flow: string): string | undefined {
  return paths.find((path) => path.endsWith(`${flow}.yaml`) || path.endsWith('flow.yaml')) ?? paths[0];
}
