/** Drafts that tests of the editor begin with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleScene } from './scene.ts';

/** The text of the sample `front-desk`. */
export const FRONT_DESK = readFileSync(
  join(import.meta.dirname, '../../../flows/front-desk/flow.yaml'),
  'utf8',
);

/** Saves a new draft of the flow `front-desk`. Throws when it is refused. */
export async function saveNewDraft(scene: ConsoleScene, flow: string): Promise<void> {
  const key = await scene.newKey({ project: '*', role: 'author' });
  const response = await fetch(`${scene.service.url}/api/v1/projects/default/drafts/front-desk`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'if-none-match': '*',
    },
    body: JSON.stringify({ files: { 'flow.yaml': flow } }),
  });
  if (response.status !== 201) throw new Error(`the draft is refused: ${await response.text()}`);
}

/** Returns the files of the draft of `front-desk` as the service has them. */
export async function readDraftFiles({ ask }: ConsoleScene): Promise<Record<string, string>> {
  const { files } = (await ask('GET', '/projects/default/drafts/front-desk')) as {
    files: Record<string, string>;
  };
  return files;
}
