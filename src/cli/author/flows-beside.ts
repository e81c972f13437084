import { fileURLToPath } from 'node:url';
import type { FlowFile } from '../../language/compiler/index.ts';
import { flowsBeside as flowsBesideFiles } from '../../authoring/flow-files/index.ts';

/** The flows that one in an editor can run: those in its folder, and in the folders beside that, as they are saved. */
export function flowsBeside(uri: string): FlowFile[] {
  return uri.startsWith('file:') ? flowsBesideFiles([fileURLToPath(uri)]) : [];
}
