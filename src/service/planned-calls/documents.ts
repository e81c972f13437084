/**
 * Where planned calls are kept: documents of the registry, beside them the order in which somebody has to look at them.
 *
 * P1 A planned call has one place in that order, as long as it is kept: both change in one write.
 */
import { Collection } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { Change, Registry } from '../../engine/ports/index.ts';
import type { PlannedCall, PlannedRef } from './planned-call.ts';

/** A time is 14 digits, as everywhere that times are sorted. */
const TIME_DIGITS = 14;
/** Every second a page is read, though mostly nothing is due. */
const PAGE = 50;

export class PlannedDocuments {
  readonly registry: Registry;
  /** In the order of the times; ids are those of `placeOf`. */
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

  /** Those at which somebody has to look by now, the longest due first. */
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

  /** For a write: one that there was not before. */
  added(ref: PlannedRef, planned: PlannedCall): Change[] {
    return [
      this.of(ref.project).change(ref.id, undefined, planned),
      this.#places.change(placeOf(ref, planned), undefined, ref),
    ];
  }

  /** For a write: the new value instead of the one kept; undefined: it is forgotten. */
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
