/** Puts the scenario of a call into the draft of its flow. */
import { unwrap } from '../../api/client.ts';
import { getDraft, getFlowVersion, putDraft } from '../../api/generated/index.ts';
import type { GetCallResponse } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import { nameScenarioFile, placeScenario } from './scenario-path.ts';

type Call = Pick<GetCallResponse, 'id' | 'flow' | 'version' | 'startedAt'>;

interface Addition {
  project: string;
  call: Call;
  /** The scenario file. */
  text: string;
}

/**
 * Adds the scenario to the draft; without a draft, begins one with the files of the call's version. Returns its path. Throws an
 * `ApiProblem`: `precondition_failed` if somebody changed the draft meanwhile.
 */
export async function addScenario({ project, call, text }: Addition): Promise<string> {
  const path = { project, flow: call.flow };
  const { files, basedOn, condition } = await readBase(project, call);
  const file = placeScenario(files, call.flow, nameScenarioFile(call));
  const body = { files: { ...files, [file]: text }, ...(basedOn !== undefined && { basedOn }) };
  await unwrap(putDraft({ path, headers: condition, body }));
  return file;
}

interface Base {
  files: Readonly<Record<string, string>>;
  basedOn?: string | undefined;
  /** Headers that keep changes of others. */
  condition: { 'if-match': string } | { 'if-none-match': string };
}

async function readBase(project: string, { flow, version }: Call): Promise<Base> {
  const path = { project, flow };
  try {
    const request = getDraft({ path });
    const { files, basedOn } = await unwrap(request);
    const { response } = await request;
    return { files, basedOn, condition: { 'if-match': response?.headers.get('etag') ?? '' } };
  } catch (error) {
    if (asProblem(error).code !== 'unknown_draft') throw error;
    const { files } = await unwrap(getFlowVersion({ path: { ...path, version } }));
    return { files, basedOn: version, condition: { 'if-none-match': '*' } };
  }
}
