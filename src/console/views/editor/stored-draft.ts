/** Reads and saves drafts of flows at the service. */
import { effect } from '@preact/signals';
import { unwrap, unwrapTagged } from '../../api/client.ts';
import { getDeployment, getDraft, getFlowVersion, getProject, putDraft } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import { readDeployment } from '../../data/deployments.ts';
import type { Deployment } from '../../data/deployments.ts';
import { hasDraft } from '../../data/drafts.ts';
import { readTests } from '../../data/tests.ts';
import { mayDo, principal } from '../../session/session.ts';
import type { DraftFiles, DraftFlow } from '../../worker/protocol.ts';
import { readUnsaved } from './unsaved.ts';
import type { UnsavedCopy } from './unsaved.ts';

/** A flow of a project. */
export interface FlowRef {
  project: string;
  flow: string;
}

/** A draft as the service has it. */
export interface StoredDraft {
  files: DraftFiles;
  /** State that the next save replaces; absent: the draft is not stored yet. */
  etag?: string;
  /** Version with which editing began. */
  basedOn?: string;
  /** ms since the epoch; absent: the draft is not stored yet. */
  savedAt?: number;
  /** For files that the service follows: what a save of them does. */
  ofFiles?: SavedFiles;
}

/** `in-service`: files that are saved take calls at once. `draft`: a deployment takes the calls. */
export type SavedFiles = 'in-service' | 'draft';

/** Why a draft cannot be changed here. */
export type ReadOnlyReason = 'role' | 'editing_off';

/** A draft that is opened. */
export interface OpenedDraft {
  stored: StoredDraft;
  readOnly?: ReadOnlyReason;
  /** Text that was not saved, with which a draft opens that is recalled while the service is away. */
  kept?: UnsavedCopy;
}

/** Drafts as this page last read or saved them, for the time when the service is away. */
const lastKnown = new Map<string, OpenedDraft>();
effect(() => {
  if (principal.value === undefined) lastKnown.clear();
});

/** Remembers a draft as the service has it. */
export function rememberDraft({ project, flow }: FlowRef, opened: OpenedDraft): void {
  lastKnown.set(`${project}/${flow}`, opened);
}

/** Opens the draft of a flow; without one, the version in service; without both, no files. Throws an `ApiProblem`. */
export async function openDraft(ref: FlowRef): Promise<OpenedDraft> {
  const [stored, readOnly] = await Promise.all([readDraft(ref).catch(toNoFiles), findReadOnlyReason(ref)]);
  const opened = { stored, ...(readOnly !== undefined && { readOnly }) };
  rememberDraft(ref, opened);
  return opened;
}

/** Returns a draft without files for a flow that is not in service, which is no failure; throws other errors again. */
function toNoFiles(error: unknown): StoredDraft {
  if (asProblem(error).code !== 'unknown_deployment') throw error;
  return { files: {} };
}

/**
 * Recalls a draft while the service is away: as this page last knew it, with the text that this browser has kept. Undefined if
 * there is neither. If only the text is known, a save finds out whether the service has another one.
 */
export function recallDraft(ref: FlowRef): OpenedDraft | undefined {
  const known = lastKnown.get(`${ref.project}/${ref.flow}`);
  if (!mayDo('drafts.write', ref.project)) return known;
  const kept = readUnsaved(ref);
  if (kept === undefined) return known;
  return { ...(known ?? { stored: { files: {} } }), kept };
}

/** Reads the version of a flow that is in service; undefined without one. Throws an `ApiProblem`. */
export async function readInService(ref: FlowRef): Promise<DraftFlow | undefined> {
  const version = (await readDeployment(ref))?.live;
  if (version === undefined) return undefined;
  const { files } = await unwrap(getFlowVersion({ path: { ...ref, version } }));
  const flow = findFlowFile(files, ref.flow);
  return flow === undefined ? undefined : { files, flow };
}

/** Reads the draft of a flow; without one, the version in service with its scenarios. Throws an `ApiProblem`. */
export async function readDraft(ref: FlowRef): Promise<StoredDraft> {
  const isReadable = mayDo('drafts.read', ref.project) && (await hasDraft(ref));
  if (!isReadable) return readLiveVersion(ref);
  const { data, etag } = await unwrapTagged(getDraft({ path: ref }));
  const { files, savedAt, source } = data;
  const deployment = source === 'files' ? await readDeployment(ref) : undefined;
  // The files of a folder are based on what takes the calls.
  const basedOn = deployment?.live ?? data.basedOn;
  return {
    ...{ files, etag, savedAt },
    ...(basedOn !== undefined && { basedOn }),
    ...(source === 'files' && { ofFiles: findSavedFiles(deployment) }),
  };
}

/** Tells what a save of files does that the service follows. */
export function findSavedFiles(deployment: Deployment | undefined): SavedFiles {
  return deployment === undefined || deployment.source === 'files' ? 'in-service' : 'draft';
}

async function readLiveVersion(ref: FlowRef): Promise<StoredDraft> {
  const { live, scheduled } = await unwrap(getDeployment({ path: ref }));
  const version = live ?? scheduled?.version ?? '';
  return { files: await readVersionFiles(ref, version), basedOn: version };
}

/** Reads the files of a version with its scenarios. Throws an `ApiProblem`. */
export async function readVersionFiles(ref: FlowRef, version: string): Promise<DraftFiles> {
  const path = { ...ref, version };
  const [{ files }, tests] = await Promise.all([unwrap(getFlowVersion({ path })), readTests(path)]);
  return { ...files, ...tests?.files };
}

async function findReadOnlyReason({ project }: FlowRef): Promise<ReadOnlyReason | undefined> {
  if (!mayDo('drafts.write', project)) return 'role';
  const { editing } = await unwrap(getProject({ path: { project } }));
  return editing === 'off' ? 'editing_off' : undefined;
}

/** Saves files in place of a state of the draft. Throws an `ApiProblem`, `precondition_failed` if somebody saved since. */
export async function saveDraft(
  ref: FlowRef,
  { files, etag, basedOn }: StoredDraft,
): Promise<Required<Pick<StoredDraft, 'etag' | 'savedAt'>>> {
  const saved = await unwrapTagged(
    putDraft({
      path: ref,
      headers: etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag },
      body: { files: { ...files }, ...(basedOn !== undefined && { basedOn }) },
    }),
  );
  return { etag: saved.etag, savedAt: saved.data.savedAt };
}

/** Returns the path of the file with the flow of this name; undefined if none has it. */
export function findFlowFile(files: DraftFiles, flow: string): string | undefined {
  const flowFiles = Object.keys(files).filter(isFlowPath).sort();
  const named = flowFiles.find((path) => NAME.exec(files[path] ?? '')?.[1] === flow);
  return named ?? flowFiles[0];
}

const NAME = /^name:[ \t]*["']?([a-z][a-z0-9-]*)/m;

/** True for a file that the compiler takes for a flow. */
function isFlowPath(path: string): boolean {
  return /(^|\/|\.)flow\.ya?ml$/.test(path);
}

/** True for files with the same paths and texts. */
export function areSameFiles(one: DraftFiles, other: DraftFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
