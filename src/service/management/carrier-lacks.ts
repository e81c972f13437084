/** Compares what versions of flows need with the carriers whose calls routes lead to them. */
import { findLacks } from '../../language/compiler/index.ts';
import type { Lack, Need } from '../../language/compiler/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';
import type { Route } from './route.ts';

/** Returns the carriers of a project, with what each can do. */
export type ListCarriers = (project: string) => readonly NamedCapabilities[];

/** Returns the numbers of a project that the settings of the service lead to flows. */
export type ListSettingsRoutes = (project: string) => readonly { number: string; flow: string }[];

/** A step of a flow that callers on one carrier cannot pass. */
interface Obstacle {
  carrier: string;
  /** For people. */
  message: string;
}

/** What keeps every call on a route from getting on. */
export interface RouteObstacle extends Obstacle {
  /** Id of the route, or the number of one that the settings of the service define. */
  route: string;
}

/** Lists what keeps every call on a route to the flow from getting on, with the ids of the routes. */
export async function listRouteObstacles(
  { flow, needs, carriers }: { flow: string; needs: readonly Need[]; carriers: readonly NamedCapabilities[] },
  routes: AsyncIterable<Pick<Route, 'flow' | 'carrier'> & { id: string }>,
): Promise<RouteObstacle[]> {
  const found: RouteObstacle[] = [];
  for await (const { id, ...route } of routes)
    if (route.flow === flow)
      for (const obstacle of findBlockingObstacles(needs, listRouteCarriers(route, carriers)))
        found.push({ ...obstacle, route: id });
  return found;
}

/** Lists the carriers whose calls a route takes: the one that it names, or all of the project. */
export function listRouteCarriers(
  { carrier }: Pick<Route, 'carrier'>,
  carriers: readonly NamedCapabilities[],
): readonly NamedCapabilities[] {
  return carrier === undefined ? carriers : carriers.filter(({ name }) => name === carrier);
}

/** Finds what keeps callers on these carriers from getting on in a flow. */
export function findObstacles(
  needs: readonly Need[],
  carriers: readonly NamedCapabilities[],
): readonly Obstacle[] {
  const all = findLacks(needs, carriers).filter(isObstacle).map(toObstacle);
  // A step may lack the same for several reasons, such as each of its phrases.
  return [...new Map(all.map((one) => [`${one.carrier} ${one.message}`, one])).values()];
}

/**
 * Finds what keeps every call on a route from getting on: obstacles of all its carriers. Empty when one of them can run
 * the flow.
 */
export function findBlockingObstacles(
  needs: readonly Need[],
  carriers: readonly NamedCapabilities[],
): readonly Obstacle[] {
  const obstacles = findObstacles(needs, carriers);
  const blocked = new Set(obstacles.map(({ carrier }) => carrier));
  return blocked.size === carriers.length ? obstacles : [];
}

function isObstacle({ code }: Lack): boolean {
  return code === 'carrier-lacks';
}

function toObstacle({ carrier, message, span: { start } }: Lack): Obstacle {
  return { carrier, message: `line ${start.line}: ${message}` };
}
