/** Finding the file of one flow, as people name it. */
import { fileURLToPath } from 'node:url';
import { createFlowCatalogue } from '../../language/compiler/index.ts';
import { findClosest } from '../../language/diagnostics/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { findFiles, isFlowFile } from './find.ts';
import { readText } from './read.ts';

/** The file of the flow with this name somewhere below a folder. Throws `no_such_path` and `no_such_flow`. */
export function findFlowByName(name: string, folder: string): string {
  const files = findFiles([folder], isFlowFile);
  const flows = createFlowCatalogue(files.map((file) => ({ file, text: readText(file) })));
  const clashing = flows.listClashes(name);
  if (clashing.length > 0)
    throw noSuchFlowError(`several flows are named "${name}": ${clashing.join(', ')}; give the path of one`);
  const found = flows.file(name)?.file;
  if (found === undefined)
    throw noSuchFlowError(`there is no flow "${name}" in ${folder}: ${suggestName(name, flows.names)}`);
  return found;
}

/** Finds a flow file by a path or a `file:` address, or by a folder with only one flow. Throws likewise. */
export function findFlowAt(place: string | URL): string {
  const path = typeof place === 'string' ? place : fileURLToPath(place);
  const [file, ...others] = findFiles([path], isFlowFile);
  if (file === undefined) throw noSuchFlowError(`there is no flow in ${path}`);
  if (others.length > 0)
    throw noSuchFlowError(`${path} holds ${others.length + 1} flows: give the path of one of them`);
  return file;
}

function suggestName(name: string, names: readonly string[]): string {
  const near = findClosest(name, names);
  if (near !== undefined) return `did you mean "${near}"?`;
  return names.length === 0 ? 'there are no flows at all' : `there are ${names.join(', ')}`;
}

function noSuchFlowError(message: string): OperationalError {
  return new OperationalError('no_such_flow', message, { retryable: false });
}
