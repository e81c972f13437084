/**
 * An opened draft: its files as they are being edited, and whether they are saved.
 *
 * DRAFT-EDIT-1 Each change is kept in this browser until it is saved, or equal to what is saved (UNSAVED-2 tells how soon).
 * DRAFT-EDIT-2 A save replaces only the state that was read: if somebody has saved since, the user chooses.
 * DRAFT-EDIT-3 While the service is away a wanted save is repeated until it succeeds. It saves what has been typed by then,
 *    even if the text was meanwhile that of the last save.
 *    The wish survives a new sign-in of the same caller, as after a restart of `ringflow dev`, and leaving the editor.
 * DRAFT-EDIT-4 A draft that is opened while the service is away begins with the text that this browser has kept.
 * DRAFT-EDIT-5 Text that was not saved is restored when the draft is opened again, if nobody has saved since; else it is offered.
 */
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { noteReached, noteUnreachable } from '../../data/connection.ts';
import { endRefused, principal } from '../../session/session.ts';
import type { DraftFiles } from '../../worker/protocol.ts';
import { areSameFiles, readDraft, rememberDraft, saveDraft } from './stored-draft.ts';
import type { FlowRef, OpenedDraft, ReadOnlyReason, SavedFiles, StoredDraft } from './stored-draft.ts';
import { dropSetAside, setAside, takeUnsaved, UnsavedKeeper } from './unsaved.ts';
import type { UnsavedCopy } from './unsaved.ts';

/** State of saving the files. `away`: the service cannot be reached, and the save is repeated. */
type SaveState =
  | { kind: 'saved'; at?: number }
  | { kind: 'unsaved' | 'saving' | 'away' }
  | { kind: 'refused'; problem: ApiProblem };

/** One value, so that a further change renders nothing. */
const UNSAVED: SaveState = { kind: 'unsaved' };

/** Wait before the next attempt while the service is away, ms. */
const RETRY_MS = 3_000;

/** Saves that were asked for and have not succeeded yet: who asked, and of which flow (DRAFT-EDIT-3). */
const wantedSaves = new Set<string>();

export class DraftSession {
  readonly ref: FlowRef;
  readonly readOnly: ReadOnlyReason | undefined;
  /** For files that the service follows: what a save does. */
  readonly ofFiles;
  /** Path → text, as edited. */
  readonly files;
  readonly state;
  /** Files that somebody else has saved since the draft was read. */
  readonly conflict = signal<StoredDraft | undefined>(undefined);
  /** Files that were not saved when the flow was last edited here, and are not restored (DRAFT-EDIT-5). */
  readonly offer;
  /** Files with which the draft began instead of the saved ones, until it is saved. */
  readonly restored;
  readonly #unsaved: UnsavedKeeper;
  #stored: StoredDraft;
  /** Identifies a save of this draft among the wanted ones. */
  readonly #saveName: string;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** True while a wanted save is repeated. */
  #isRepeating = false;
  #isEnded = false;

  constructor(ref: FlowRef, { stored, readOnly, kept }: OpenedDraft) {
    this.ref = ref;
    this.readOnly = readOnly;
    this.ofFiles = signal<SavedFiles | undefined>(stored.ofFiles);
    this.#stored = stored;
    this.#unsaved = new UnsavedKeeper(ref);
    this.#saveName = `${principal.peek()?.id ?? ''} ${ref.project}/${ref.flow}`;
    // Text with which the draft opens stays where it is kept.
    const copy = readOnly === undefined && kept === undefined ? takeUnsaved(ref) : undefined;
    const isNews = copy !== undefined && !areSameFiles(copy.files, stored.files);
    if (copy !== undefined && !isNews) dropSetAside(ref);
    const restored = isNews && copy.base === toBase(stored) ? copy : undefined;
    this.restored = signal<UnsavedCopy | undefined>(restored);
    this.offer = signal<UnsavedCopy | undefined>(isNews && restored === undefined ? copy : undefined);
    if (restored !== undefined) this.#unsaved.keep(restored);
    this.files = signal<DraftFiles>((kept ?? restored ?? stored).files);
    const isSaved = areSameFiles(this.files.value, stored.files);
    this.state = signal<SaveState>(isSaved ? toSaved(stored) : UNSAVED);
  }

  /** The draft as the service has it, or the version with which editing began. */
  get saved(): StoredDraft {
    return this.#stored;
  }

  /** False when the browser has no room for the unsaved files. */
  get isKept(): ReadonlySignal<boolean> {
    return this.#unsaved.isKept;
  }

  /** Takes a new text of a file; a path that the draft does not have adds a file. */
  change(path: string, text: string): void {
    if (this.files.value[path] === text) return;
    this.files.value = { ...this.files.value, [path]: text };
    this.#noteChange();
  }

  /** Takes a file out of the draft. */
  remove(path: string): void {
    const { [path]: _removed, ...rest } = this.files.value;
    this.files.value = rest;
    this.#noteChange();
  }

  /** Saves the files. */
  async save(): Promise<void> {
    if (this.readOnly !== undefined || this.state.value.kind === 'saving') return;
    if (this.#isSaved() && !this.#isRepeating) return;
    clearTimeout(this.#retry);
    wantedSaves.add(this.#saveName);
    this.state.value = { kind: 'saving' };
    const files = this.files.value;
    try {
      const saved = await saveDraft(this.ref, { ...this.#stored, files });
      noteReached();
      this.#stored = { ...this.#stored, ...saved, files };
      rememberDraft(this.ref, { stored: this.#stored });
      wantedSaves.delete(this.#saveName);
      const wasRepeating = this.#isRepeating;
      this.#isRepeating = false;
      this.#noteChange();
      if (wasRepeating) await this.save();
    } catch (error) {
      await this.#takeFailure(asProblem(error));
    }
  }

  /** Goes on with a save that was asked for before the editor was left, or before a new sign-in (DRAFT-EDIT-3). */
  async resumeSave(): Promise<void> {
    if (!wantedSaves.delete(this.#saveName)) return;
    if (this.offer.value === undefined) await this.save();
  }

  /** Saves the files of this editor in place of the ones that somebody else has saved. */
  async keepMine(): Promise<void> {
    this.#adopt();
    this.#noteChange();
    await this.save();
  }

  /** Takes what somebody else has saved as the saved state; returns its files for the editor. */
  takeTheirs(): DraftFiles {
    this.#adopt();
    return this.#stored.files;
  }

  /** Returns the offered files for the editor. Files that were typed meanwhile and are not saved are offered in their place. */
  takeOffer(): DraftFiles {
    const offered = this.offer.value?.files ?? {};
    const files = this.files.value;
    if (areSameFiles(files, this.#stored.files)) this.discardOffer();
    else {
      this.offer.value = this.#toCopy(files);
      setAside(this.ref, this.offer.value);
    }
    return offered;
  }

  /** Discards the restored files; returns the saved ones for the editor. */
  discardRestored(): DraftFiles {
    this.#forgetRestored();
    return this.#stored.files;
  }

  discardOffer(): void {
    this.offer.value = undefined;
    dropSetAside(this.ref);
  }

  /** Stops repeating saves. The unsaved files remain in the browser. */
  end(): void {
    this.#isEnded = true;
    this.#unsaved.end();
    clearTimeout(this.#retry);
  }

  #adopt(): void {
    this.#stored = this.conflict.value ?? this.#stored;
    this.conflict.value = undefined;
  }

  #isSaved(): boolean {
    return this.#stored.savedAt !== undefined && areSameFiles(this.files.value, this.#stored.files);
  }

  /** DRAFT-EDIT-1. */
  #noteChange(): void {
    const files = this.files.value;
    const isSame = areSameFiles(files, this.#stored.files);
    if (isSame) {
      this.#unsaved.drop();
      this.#forgetRestored();
    } else this.#unsaved.keep(this.#toCopy(files));
    if (!this.#isRepeating) this.state.value = isSame ? toSaved(this.#stored) : UNSAVED;
  }

  #toCopy(files: DraftFiles): UnsavedCopy {
    return { files, at: Date.now(), base: toBase(this.#stored) };
  }

  /** Forgets the copy that was set aside when its files were restored: they are saved now, or not wanted. */
  #forgetRestored(): void {
    if (this.restored.value === undefined) return;
    this.restored.value = undefined;
    dropSetAside(this.ref);
  }

  async #takeFailure(problem: ApiProblem): Promise<void> {
    this.#isRepeating = false;
    if (problem.status === 401) endRefused();
    else if (!problem.isUnreachable) wantedSaves.delete(this.#saveName);
    if (problem.isUnreachable) this.#saveLater(problem);
    else if (problem.code === 'precondition_failed') await this.#readConflict();
    else this.state.value = { kind: 'refused', problem };
  }

  /** DRAFT-EDIT-3. */
  #saveLater(problem: ApiProblem): void {
    noteUnreachable();
    this.#isRepeating = true;
    this.state.value = { kind: 'away' };
    if (this.#isEnded) return;
    this.#retry = setTimeout(() => void this.save(), problem.retryAfterMs ?? RETRY_MS);
  }

  /** DRAFT-EDIT-2. */
  async #readConflict(): Promise<void> {
    this.state.value = UNSAVED;
    try {
      const theirs = await readDraft(this.ref);
      // The service may have saved the files before it went away, and its answer was lost.
      const isMine = areSameFiles(theirs.files, this.files.value);
      this.conflict.value = theirs;
      if (!isMine) return;
      this.#adopt();
      this.#noteChange();
    } catch (error) {
      this.state.value = { kind: 'refused', problem: asProblem(error) };
    }
  }
}

/** Identifies what unsaved files were typed in place of: a state of the draft, or the version with which it begins. */
function toBase({ etag, basedOn = '' }: StoredDraft): string {
  return etag ?? basedOn;
}

function toSaved({ savedAt }: StoredDraft): SaveState {
  return { kind: 'saved', ...(savedAt !== undefined && { at: savedAt }) };
}
