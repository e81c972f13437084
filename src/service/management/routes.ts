/** Routes of projects; every change is in the audit log. */
import type { Registry } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import { checkPrecondition, hashState } from './precondition.ts';
import type { Precondition } from './precondition.ts';
import { Refusal } from './refusal.ts';
import { isPattern } from './route.ts';
import type { Route } from './route.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Reference to a route. */
export interface RouteRef {
  project: string;
  id: string;
}

interface ChangedRoute {
  route: Route;
  precondition?: Precondition;
  /** Why calls are routed to a flow that no carrier can run. */
  reason?: string | undefined;
}

/** Maximum number of routes per project; every node caches all routes and reads them again after a change. */
const MAX_ROUTES = 10_000;

interface RoutesOptions {
  registry: Registry;
  audit: AuditLog;
  now: () => number;
}

export class Routes {
  readonly #options: RoutesOptions;

  constructor(options: RoutesOptions) {
    this.#options = options;
  }

  /** Ordered by id. */
  async list(project: string, page: { limit: number; after?: string }): Promise<(Route & { id: string })[]> {
    return (await this.#openCollection(project).list(page)).map(({ id, value }) => ({ id, ...value }));
  }

  count(project: string): Promise<number> {
    return this.#openCollection(project).count();
  }

  /** Iterates over all routes of a project, page by page. */
  async *iterate(project: string): AsyncGenerator<Route & { id: string }> {
    for await (const { id, value } of this.#openCollection(project).iterate()) yield { id, ...value };
  }

  /** Throws a `Refusal`: `unknown_route`. */
  async get({ project, id }: RouteRef): Promise<Route> {
    const found = await this.#openCollection(project).get(id);
    if (found === undefined) throw unknownRouteRefusal(id);
    return found.value;
  }

  /** Returns which. Throws a `Refusal`: `invalid_number`, `invalid_window`, `too_many_routes`, `precondition_failed`. */
  put(
    by: Principal,
    { project, id }: RouteRef,
    { route, precondition = {}, reason }: ChangedRoute,
  ): Promise<'created' | 'changed'> {
    checkRoute(route);
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const found = await this.#openCollection(project).get(id);
      checkPrecondition(nameRoute(id), found && computeRouteEtag(found.value), precondition);
      if (found === undefined && (await this.count(project)) >= MAX_ROUTES)
        throw new Refusal('too_many_routes', `"${project}" has ${MAX_ROUTES} routes, the maximum`);
      const { number, flow, takes, carrier } = route;
      const detail = {
        number,
        flow,
        takes,
        ...(carrier !== undefined && { carrier }),
        ...(reason !== undefined && { reason }),
      };
      const entry = audit.entry(by, { at: now(), project, action: 'route.put', subject: id, detail });
      const result = found === undefined ? ('created' as const) : ('changed' as const);
      return { changes: [this.#openCollection(project).change(id, found, route), entry], result };
    });
  }

  /** Deletes a route. Throws a `Refusal`: `unknown_route`, `precondition_failed`. */
  remove(by: Principal, { project, id }: RouteRef, precondition: Precondition = {}): Promise<void> {
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const found = await this.#openCollection(project).get(id);
      if (found === undefined) throw unknownRouteRefusal(id);
      checkPrecondition(nameRoute(id), computeRouteEtag(found.value), precondition);
      const detail = { number: found.value.number, flow: found.value.flow };
      const entry = audit.entry(by, { at: now(), project, action: 'route.remove', subject: id, detail });
      return { changes: [this.#openCollection(project).toRemoval(found), entry], result: undefined };
    });
  }

  #openCollection(project: string) {
    return new Collection<Route>(this.#options.registry, 'routes', project);
  }
}

/** Computes the entity tag of a route, without quotes. */
export function computeRouteEtag({ number, takes, flow, carrier, params = {}, from, until }: Route): string {
  const inOrder = Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
  return hashState([number, takes, flow, inOrder, from, until, carrier]);
}

function nameRoute(id: string): string {
  return `the route "${id}"`;
}

function checkRoute({ number, from, until }: Route): void {
  if (!isPattern(number))
    throw new Refusal(
      'invalid_number',
      `"${number}" is not a number: expected E.164 such as +4930555000, a prefix such as +4930*, or *`,
    );
  if (from !== undefined && until !== undefined && from >= until)
    throw new Refusal('invalid_window', 'the route would end before it begins');
}

function unknownRouteRefusal(id: string): Refusal {
  return new Refusal('unknown_route', `there is no route "${id}"`);
}
