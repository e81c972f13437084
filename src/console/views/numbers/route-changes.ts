/** Changes of routes, each with what takes it back. */
import { unwrap, unwrapTagged } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { deleteRoute, getRoute, putRoute } from '../../api/generated/index.ts';
import type { ListRoutesResponse, PutRouteData } from '../../api/generated/index.ts';
import { showToast } from '../../ui/toasts.tsx';

export type Route = ListRoutesResponse['items'][number];

/** Somebody else changed the route after it was read. */
export interface RouteConflict {
  mine: Route;
  /** The stored route; undefined: it was removed. */
  stored: Route | undefined;
}

interface SaveOptions {
  project: string;
  route: Route;
  /** The route that the change is based on; absent for a new one. */
  before: Route | undefined;
  /** Called after the route was saved, and after that was undone. */
  onChanged: () => void;
}

/** Saves a route unless it was changed since it was read; offers to undo it. Returns the conflict if there is one. */
export async function saveRoute({
  project,
  route,
  before,
  onChanged,
}: SaveOptions): Promise<RouteConflict | undefined> {
  const stored = before && (await findRoute(project, route.id));
  if (toStoredForm(stored?.route) !== toStoredForm(before)) return { mine: route, stored: stored?.route };
  const etag = await writeUnlessChanged(project, route, stored?.etag);
  if (etag === undefined) return { mine: route, stored: (await findRoute(project, route.id))?.route };
  onChanged();
  showToast(before === undefined ? `Added ${route.number}.` : `Changed ${route.number}.`, async () => {
    await (before === undefined ? eraseRoute(project, route.id, etag) : writeRoute(project, before, etag));
    onChanged();
  });
  return undefined;
}

/** Returns the entity tag of the saved route; undefined if somebody saved it first. */
async function writeUnlessChanged(
  project: string,
  route: Route,
  etag: string | undefined,
): Promise<string | undefined> {
  try {
    return await writeRoute(project, route, etag);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'precondition_failed') return undefined;
    throw error;
  }
}

/** Removes a route and offers to undo that. */
export async function removeRoute(project: string, route: Route, onChanged: () => void): Promise<void> {
  await eraseRoute(project, route.id);
  onChanged();
  showToast(`Removed ${route.number}.`, async () => {
    await writeRoute(project, route, undefined);
    onChanged();
  });
}

async function findRoute(project: string, id: string): Promise<{ route: Route; etag: string } | undefined> {
  try {
    const { data: route, etag } = await unwrapTagged(getRoute({ path: { project, id } }));
    return { route, etag };
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'unknown_route') return undefined;
    throw error;
  }
}

/** Saves a route in place of a state, or as a new one; returns its entity tag. */
async function writeRoute(
  project: string,
  { id, ...route }: Route,
  replaced: string | undefined,
): Promise<string> {
  const headers = replaced === undefined ? { 'if-none-match': '*' } : { 'if-match': replaced };
  const saving = putRoute({ path: { project, id }, headers, body: toRouteBody(route) });
  return (await unwrapTagged(saving)).etag;
}

function eraseRoute(project: string, id: string, etag?: string): Promise<unknown> {
  const headers = { ...(etag !== undefined && { 'if-match': etag }) };
  return unwrap(deleteRoute({ path: { project, id }, headers }));
}

function toRouteBody({
  number,
  takes,
  flow,
  carrier,
  params,
  from,
  until,
}: Omit<Route, 'id'>): PutRouteData['body'] {
  return {
    number,
    takes,
    flow,
    ...(carrier !== undefined && { carrier }),
    ...(params && { params }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** Returns a route as it is stored, to compare it. */
function toStoredForm(route: Route | undefined): string | undefined {
  return route && JSON.stringify(toRouteBody(route));
}
