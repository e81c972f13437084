/** Changes of routes, each with what takes it back. */
import { unwrap } from '../../api/client.ts';
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

/**
 * Saves a route unless it was changed since it was read; offers to undo it. Returns the conflict if there is one. The API
 * compares nothing, so a change in the moment between reading and saving is not noticed.
 */
export async function saveRoute({
  project,
  route,
  before,
  onChanged,
}: SaveOptions): Promise<RouteConflict | undefined> {
  const stored = await findRoute(project, route.id);
  if (toStoredForm(stored) !== toStoredForm(before)) return { mine: route, stored };
  await writeRoute(project, route);
  onChanged();
  showToast(before === undefined ? `Added ${route.number}.` : `Changed ${route.number}.`, async () => {
    await (before === undefined ? eraseRoute(project, route.id) : writeRoute(project, before));
    onChanged();
  });
  return undefined;
}

/** Removes a route and offers to undo that. */
export async function removeRoute(project: string, route: Route, onChanged: () => void): Promise<void> {
  await eraseRoute(project, route.id);
  onChanged();
  showToast(`Removed ${route.number}.`, async () => {
    await writeRoute(project, route);
    onChanged();
  });
}

async function findRoute(project: string, id: string): Promise<Route | undefined> {
  try {
    return await unwrap(getRoute({ path: { project, id } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'unknown_route') return undefined;
    throw error;
  }
}

function writeRoute(project: string, { id, ...route }: Route): Promise<unknown> {
  return unwrap(putRoute({ path: { project, id }, body: toRouteBody(route) }));
}

function eraseRoute(project: string, id: string): Promise<unknown> {
  return unwrap(deleteRoute({ path: { project, id } }));
}

function toRouteBody({ number, takes, flow, params, from, until }: Omit<Route, 'id'>): PutRouteData['body'] {
  return {
    number,
    takes,
    flow,
    ...(params && { params }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** Returns a route as it is stored, to compare it. */
function toStoredForm(route: Route | undefined): string | undefined {
  return route && JSON.stringify(toRouteBody(route));
}
