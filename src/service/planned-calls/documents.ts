/**
 * Stores planned calls as documents of the registry, with an index by the time of the next poll.
 *
 * PLANNED-1 A stored planned call has exactly one entry in the index: both change in one write.
 */
import { Collection } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { Change, Registry } from '../../engine/ports/index.ts';
import type { PlannedCall, PlannedRef } from './planned-call.ts';

/** Digits of a time in a sortable id. */
const TIME_DIGITS = 14;
/** Page size; most polls find nothing that is due. */
const PAGE = 50;

export class PlannedDocuments {
  readonly registry: Registry;
  /** Index ordered by time; ids are made by `toPlaceId`. */
  readonly #places: Collection<PlannedRef>;

  constructor(registry: Registry) {
    this.registry = registry;
    this.#places = new Collection(registry, 'planned-calls-due');
  }

  openCollection(project: string): Collection<PlannedCall> {
    return new Collection(this.registry, 'planned-calls', project);
  }

  get({ project, id }: PlannedRef): Promise<Kept<PlannedCall> | undefined> {
    return this.openCollection(project).get(id);
  }

  /** Reads the due ones, longest due first. */
  async *listDue(now: number): AsyncGenerator<PlannedRef> {
    for (let after = ''; ;) {
      const page = await this.#places.list({ limit: PAGE, after });
      for (const { id, value } of page) {
        if (Number(id.slice(0, TIME_DIGITS)) > now) return;
        yield value;
        after = id;
      }
      if (page.length < PAGE) return;
    }
  }

  /** Returns the changes that add a planned call. */
  toAddChanges(ref: PlannedRef, planned: PlannedCall): Change[] {
    return [
      this.openCollection(ref.project).change(ref.id, undefined, planned),
      this.#places.change(toPlaceId(ref, planned), undefined, ref),
    ];
  }

  /** Returns the changes that replace a planned call; undefined deletes it. */
  async toReplaceChanges(
    ref: PlannedRef,
    was: Kept<PlannedCall>,
    to: PlannedCall | undefined,
  ): Promise<Change[]> {
    const collection = this.openCollection(ref.project);
    const change = to === undefined ? collection.toRemoval(was) : collection.change(ref.id, was, to);
    const [before, after] = [toPlaceId(ref, was.value), to && toPlaceId(ref, to)];
    if (before === after) return [change];
    const place = await this.#places.get(before);
    return [
      change,
      ...(place === undefined ? [] : [this.#places.toRemoval(place)]),
      ...(after === undefined ? [] : [this.#places.change(after, undefined, ref)]),
    ];
  }
}

function toPlaceId({ project, id }: PlannedRef, { seeAt }: PlannedCall): string {
  return `${String(seeAt).padStart(TIME_DIGITS, '0')}-${project}/${id}`;
}
