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
/** Page size; one page is read every second, mostly in vain. */
const PAGE = 50;

export class PlannedDocuments {
  readonly registry: Registry;
  /** Index ordered by time; ids are made by `placeOf`. */
  readonly #places: Collection<PlannedRef>;

  constructor(registry: Registry) {
    this.registry = registry;
    this.#places = new Collection(registry, 'planned-calls-due');
  }

  of(project: string): Collection<PlannedCall> {
    return new Collection(this.registry, 'planned-calls', project);
  }

  get({ project, id }: PlannedRef): Promise<Kept<PlannedCall> | undefined> {
    return this.of(project).get(id);
  }

  /** Reads the due ones, longest due first. */
  async *due(now: number): AsyncGenerator<PlannedRef> {
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
  added(ref: PlannedRef, planned: PlannedCall): Change[] {
    return [
      this.of(ref.project).change(ref.id, undefined, planned),
      this.#places.change(placeOf(ref, planned), undefined, ref),
    ];
  }

  /** Returns the changes that replace a planned call; undefined deletes it. */
  async changed(ref: PlannedRef, was: Kept<PlannedCall>, to: PlannedCall | undefined): Promise<Change[]> {
    const collection = this.of(ref.project);
    const change = to === undefined ? collection.removal(was) : collection.change(ref.id, was, to);
    const [before, after] = [placeOf(ref, was.value), to && placeOf(ref, to)];
    if (before === after) return [change];
    const place = await this.#places.get(before);
    return [
      change,
      ...(place === undefined ? [] : [this.#places.removal(place)]),
      ...(after === undefined ? [] : [this.#places.change(after, undefined, ref)]),
    ];
  }
}

function placeOf({ project, id }: PlannedRef, { seeAt }: PlannedCall): string {
  return `${String(seeAt).padStart(TIME_DIGITS, '0')}-${project}/${id}`;
}
