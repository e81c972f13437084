/**
 * Copies of unsaved files in this browser, so that a restart of the service, a revoked key or a closed tab loses no text.
 *
 * UNSAVED-1 A copy stays until its text is saved or discarded. A copy that is found on opening is set aside, and later typing
 *    does not overwrite it.
 * UNSAVED-2 A change is written when the typing pauses, within two seconds at the latest, and at once when the page is hidden or
 *    left: a write between two keys would delay the second one in long files.
 * UNSAVED-3 Each tab keeps a copy of its own; opening the flow takes the newest copy of all tabs.
 * UNSAVED-4 Files that the browser cannot keep are told, and the page asks before it is left.
 */
import { signal } from '@preact/signals';
import type { DraftFiles } from '../../worker/protocol.ts';
import type { FlowRef } from '../../data/deployments.ts';

/** Files that were not saved. */
export interface UnsavedCopy {
  files: DraftFiles;
  /** Time of the last change, ms since the epoch. */
  at: number;
  /** Identifies the saved files that they were typed in place of; absent in copies of earlier releases. */
  base?: string;
}

const TAB_ITEM = 'ringflow.tab';

/** Time after the last change until its copy is written, and the longest time from a change to its copy, ms. */
const PAUSE_MS = 300;
const KEEP_MS = 2_000;

/** Keeps the unsaved files of a flow while they are edited (UNSAVED-2). */
export class UnsavedKeeper {
  readonly #ref: FlowRef;
  #pending: UnsavedCopy | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time by which the pending files are written, ms since the epoch. */
  #writeBy = 0;
  /** False when the browser has no room for the last change (UNSAVED-4). */
  readonly isKept = signal(true);

  constructor(ref: FlowRef) {
    this.#ref = ref;
    addEventListener('pagehide', this.#write);
    addEventListener('beforeunload', this.#ask);
    document.addEventListener('visibilitychange', this.#write);
  }

  /** Takes the files after a change. */
  keep(copy: UnsavedCopy): void {
    const now = Date.now();
    if (this.#pending === undefined) this.#writeBy = now + KEEP_MS;
    this.#pending = copy;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#write, Math.min(PAUSE_MS, this.#writeBy - now));
  }

  /** Forgets the files, since they are saved now or equal to the saved ones. */
  drop(): void {
    this.#pending = undefined;
    this.isKept.value = true;
    localStorage.removeItem(toUnsavedItem(this.#ref));
  }

  /** Writes what is not written yet, and stops watching the page. */
  end(): void {
    this.#write();
    removeEventListener('pagehide', this.#write);
    removeEventListener('beforeunload', this.#ask);
    document.removeEventListener('visibilitychange', this.#write);
  }

  readonly #write = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending !== undefined) this.isKept.value = write(toUnsavedItem(this.#ref), this.#pending);
    this.#pending = undefined;
  };

  readonly #ask = (event: BeforeUnloadEvent): void => {
    this.#write();
    if (!this.isKept.value) event.preventDefault();
  };
}

/** Sets the files aside that were not saved when the flow was last edited; undefined: there are none. */
export function takeUnsaved(ref: FlowRef): UnsavedCopy | undefined {
  const found = findNewest(ref);
  if (found === undefined) return read(toAsideItem(ref));
  if (write(toAsideItem(ref), found.copy)) localStorage.removeItem(found.item);
  return found.copy;
}

/** Returns the files that were not saved, and leaves them where they are; undefined: there are none. */
export function readUnsaved(ref: FlowRef): UnsavedCopy | undefined {
  return findNewest(ref)?.copy ?? read(toAsideItem(ref));
}

/** Sets files aside in place of those that were set aside before. */
export function setAside(ref: FlowRef, copy: UnsavedCopy): void {
  write(toAsideItem(ref), copy);
}

/** Forgets the files that were set aside, since they are restored or discarded. */
export function dropSetAside(ref: FlowRef): void {
  localStorage.removeItem(toAsideItem(ref));
}

/** Returns the newest copy of all tabs and the name of its item. */
function findNewest(ref: FlowRef): { item: string; copy: UnsavedCopy } | undefined {
  const items = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  const copies = items.flatMap((item) => {
    const copy = item.startsWith(toUnsavedItem(ref, '')) ? read(item) : undefined;
    return copy === undefined ? [] : [{ item, copy }];
  });
  return copies.toSorted((one, other) => other.copy.at - one.copy.at)[0];
}

function toUnsavedItem({ project, flow }: FlowRef, tab = findTab()): string {
  return `ringflow.unsaved.${project}/${flow}#${tab}`;
}

function toAsideItem({ project, flow }: FlowRef): string {
  return `ringflow.set-aside.${project}/${flow}`;
}

/** Returns an id of this tab, which a reload keeps. */
function findTab(): string {
  const known = sessionStorage.getItem(TAB_ITEM);
  if (known !== null) return known;
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  sessionStorage.setItem(TAB_ITEM, tab);
  return tab;
}

function write(item: string, copy: UnsavedCopy): boolean {
  try {
    localStorage.setItem(item, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

function read(item: string): UnsavedCopy | undefined {
  const text = localStorage.getItem(item);
  if (text === null) return undefined;
  try {
    const copy: unknown = JSON.parse(text);
    return isCopy(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

function isCopy(value: unknown): value is UnsavedCopy {
  if (typeof value !== 'object' || value === null || !('files' in value) || !('at' in value)) return false;
  const { files, at } = value;
  return (
    typeof at === 'number' &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((text) => typeof text === 'string')
  );
}
