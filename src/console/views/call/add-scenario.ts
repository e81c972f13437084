/** Puts the scenario of a call into the draft of its flow. */
import type { GetCallResponse } from '../../api/generated/index.ts';
import { readDraft, saveDraft } from '../editor/stored-draft.ts';
import { nameScenarioFile, placeScenario } from './scenario-path.ts';

interface Addition {
  project: string;
  call: Pick<GetCallResponse, 'id' | 'flow' | 'startedAt'>;
  /** The scenario file. */
  text: string;
}

/**
 * Adds the scenario to the draft; without a draft, begins one with the version in service. Returns its path. Throws an
 * `ApiProblem`: `precondition_failed` if somebody changed the draft meanwhile.
 */
export async function addScenario({ project, call, text }: Addition): Promise<string> {
  const ref = { project, flow: call.flow };
  const draft = await readDraft(ref);
  const file = placeScenario(draft.files, call.flow, nameScenarioFile(call));
  await saveDraft(ref, { ...draft, files: { ...draft.files, [file]: text } });
  return file;
}
