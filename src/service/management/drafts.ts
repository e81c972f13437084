/**
 * Drafts of flows: files that somebody edits before they become a version. A draft need not be valid.
 *
 * Owns: who may change which draft when, limits, and the stored drafts. Does not own: compiling and testing drafts, the files of
 * a folder that is followed (`FolderDrafts`).
 *
 * DRAFT-1 A change names the state that it replaces by its entity tag; of concurrent changes of one state one is made.
 * DRAFT-2 The tag is a hash of the contents, so equal drafts have equal tags.
 * DRAFT-3 Paths are relative and lead to no folder above, to no hidden file, and to no other kind of file than flows are made
 *    from, so that a draft can be written to a disk.
 */
import { formatCount } from '../../language/text/index.ts';
import type { Registry } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import type { BundleFiles } from './bundle.ts';
import { Collection } from './collection.ts';
import type { FlowRef } from './deployments.ts';
import { checkPrecondition, hashState } from './precondition.ts';
import type { Precondition } from './precondition.ts';
import type { Editing } from './project.ts';
import { Refusal } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Description of a draft. */
export interface DraftInfo {
  flow: string;
  /** Time of the last change, ms since the epoch. */
  savedAt: number;
  /** Id of the principal who made it; absent for files of a folder. */
  savedBy?: string;
  /** Version with which editing began. */
  basedOn?: string;
  /** `files`: the draft is the files of a folder that the node runs. */
  source?: 'files';
}

export interface Draft extends DraftInfo {
  files: BundleFiles;
  /** Entity tag (DRAFT-2), without quotes. */
  etag: string;
}

/** A change of a draft. */
interface NewDraft extends Pick<Draft, 'files'> {
  basedOn?: string;
}

/** Files of a folder that stand in for stored drafts. */
export interface FolderDrafts {
  list(): DraftInfo[];
  /** Undefined if the folder has no such flow. */
  find(flow: string): Draft | undefined;
  /** Writes the files; files that are left out remain. Throws a `Refusal`: `invalid_path`, `folder_not_writable`. */
  write(flow: string, files: BundleFiles): Draft;
}

interface DraftsOptions {
  registry: Registry;
  audit: AuditLog;
  now: () => number;
  /** Returns the setting of a project. */
  readEditing: (project: string) => Promise<Editing>;
  /** Returns the folder that holds the drafts of a project; undefined: they are stored. */
  findFolder: (project: string) => FolderDrafts | undefined;
}

/** Maximum number of drafts per project, and of files per draft. */
const MAX_DRAFTS = 200;
const MAX_FILES = 200;
/** Maximum size of the files and paths of a draft, bytes. */
export const MAX_DRAFT_BYTES = 1024 * 1024;

/** DRAFT-3. */
const PATH = /^(?:[^./\\:\p{Cc}][^/\\:\p{Cc}]*\/)*[^./\\:\p{Cc}][^/\\:\p{Cc}]*\.(?:ya?ml|csv|json)$/u;

type StoredInfo = Omit<DraftInfo, 'flow'> & { etag: string };

export class Drafts {
  readonly #options: DraftsOptions;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** Lists the drafts of all flows or of one, ordered by flow. */
  async list(
    project: string,
    { limit, after = '', flow: only }: { limit: number; after?: string; flow?: string },
  ): Promise<DraftInfo[]> {
    const folder = this.#options.findFolder(project);
    if (folder !== undefined) {
      const following = folder.list().filter(({ flow }) => flow > after && flow === (only ?? flow));
      return following.sort((one, other) => (one.flow < other.flow ? -1 : 1)).slice(0, limit);
    }
    const infos = this.#openInfos(project);
    const page = only === undefined ? await infos.list({ limit, after }) : [await infos.get(only)];
    return page
      .filter((found) => found !== undefined)
      .map(({ id: flow, value: { etag: _etag, ...info } }) => ({ flow, ...info }));
  }

  /** Throws a `Refusal`: `unknown_draft`. */
  async get(ref: FlowRef): Promise<Draft> {
    const { project, flow } = ref;
    const folder = this.#options.findFolder(project);
    const draft = folder === undefined ? await this.#find(ref) : folder.find(flow);
    if (draft === undefined) throw unknownDraftRefusal(flow);
    return draft;
  }

  /**
   * Saves a draft; returns it and whether it is new. Throws a `Refusal`: `editing_off`, `precondition_failed` (a
   * `PreconditionRefusal`), `invalid_path`, `draft_too_large`, `too_many_drafts`, `folder_not_writable`.
   */
  async put(
    by: Principal,
    ref: FlowRef,
    { draft, precondition }: { draft: NewDraft; precondition: Precondition },
  ): Promise<{ draft: Draft; isNew: boolean }> {
    const { project, flow } = ref;
    const { registry, now, readEditing, findFolder } = this.#options;
    if ((await readEditing(project)) === 'off')
      throw new Refusal(
        'editing_off',
        `drafts are switched off for "${project}": change the flow at its source`,
      );
    checkFiles(draft.files);
    const folder = findFolder(project);
    if (folder !== undefined) {
      // No other request runs between the check and the write, since neither waits.
      const found = folder.find(flow);
      checkPrecondition(nameDraft(flow), found?.etag, precondition);
      return { draft: folder.write(flow, draft.files), isNew: found === undefined };
    }
    return retryOnConflict(registry, async () => {
      const [found, files] = await Promise.all([
        this.#openInfos(project).get(flow),
        this.#openFiles(project).get(flow),
      ]);
      checkPrecondition(nameDraft(flow), found?.value.etag, precondition);
      if (found === undefined && (await this.#openInfos(project).count()) >= MAX_DRAFTS)
        throw new Refusal('too_many_drafts', `"${project}" has ${MAX_DRAFTS} drafts, the maximum`);
      const basedOn = draft.basedOn ?? found?.value.basedOn;
      const etag = computeEtag(draft.files, basedOn);
      const info = { savedAt: now(), savedBy: by.id, ...(basedOn !== undefined && { basedOn }), etag };
      const changes = [
        this.#openInfos(project).change(flow, found, info),
        this.#openFiles(project).change(flow, files, draft.files),
      ];
      const saved = { draft: { flow, ...info, files: draft.files }, isNew: found === undefined };
      return { changes, result: saved };
    });
  }

  /**
   * Deletes a draft. Throws a `Refusal`: `unknown_draft`, `precondition_failed` (a `PreconditionRefusal`), `flow_from_files` for the
   * files of a folder.
   */
  async remove(by: Principal, ref: FlowRef, precondition: Precondition): Promise<void> {
    const { project, flow } = ref;
    const { registry, audit, now, findFolder } = this.#options;
    if (findFolder(project) !== undefined)
      throw new Refusal('flow_from_files', `the draft of "${flow}" is its files: delete them in the folder`);
    await retryOnConflict(registry, async () => {
      const [found, files] = await Promise.all([
        this.#openInfos(project).get(flow),
        this.#openFiles(project).get(flow),
      ]);
      if (found === undefined) throw unknownDraftRefusal(flow);
      checkPrecondition(nameDraft(flow), found.value.etag, precondition);
      const detail = { savedBy: found.value.savedBy ?? '', savedAt: found.value.savedAt };
      const entry = audit.entry(by, { at: now(), project, action: 'draft.remove', subject: flow, detail });
      const removals = [
        this.#openInfos(project).toRemoval(found),
        ...(files === undefined ? [] : [this.#openFiles(project).toRemoval(files)]),
      ];
      return { changes: [...removals, entry], result: undefined };
    });
  }

  /** Reads a stored draft; reads again if it is saved meanwhile, since its parts are two documents. */
  async #find({ project, flow }: FlowRef): Promise<Draft | undefined> {
    for (;;) {
      const info = await this.#openInfos(project).get(flow);
      const files = await this.#openFiles(project).get(flow);
      if (info === undefined) return undefined;
      if (files !== undefined && computeEtag(files.value, info.value.basedOn) === info.value.etag)
        return { flow, ...info.value, files: files.value };
      const again = await this.#openInfos(project).get(flow);
      if (again?.revision === info.revision) return undefined;
    }
  }

  #openInfos(project: string) {
    return new Collection<StoredInfo>(this.#options.registry, 'drafts', project);
  }

  #openFiles(project: string) {
    return new Collection<BundleFiles>(this.#options.registry, 'draft-files', project);
  }
}

/** Computes the entity tag of a draft (DRAFT-2). */
export function computeEtag(files: BundleFiles, basedOn: string | undefined): string {
  const inOrder = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return hashState([inOrder, basedOn]);
}

function checkFiles(files: BundleFiles): void {
  const entries = Object.entries(files);
  const unusable = entries.find(([path]) => !PATH.test(path));
  if (unusable !== undefined)
    throw new Refusal(
      'invalid_path',
      `${JSON.stringify(unusable[0])} is not the path of a file of a flow: expected a relative path to a .yaml, .csv or .json file, without "..", "\\" and hidden folders`,
    );
  if (entries.length > MAX_FILES)
    throw new Refusal(
      'draft_too_large',
      `${formatCount(entries.length, 'file')} exceed the limit of ${MAX_FILES}`,
    );
  const bytes = entries.reduce(
    (sum, [path, text]) => sum + Buffer.byteLength(path) + Buffer.byteLength(text),
    0,
  );
  if (bytes > MAX_DRAFT_BYTES)
    throw new Refusal('draft_too_large', `the files have ${bytes} bytes; the limit is ${MAX_DRAFT_BYTES}`);
}

function nameDraft(flow: string): string {
  return `the draft of "${flow}"`;
}

function unknownDraftRefusal(flow: string): Refusal {
  return new Refusal('unknown_draft', `there is no draft of "${flow}"`);
}
