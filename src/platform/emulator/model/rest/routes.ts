/** Routing: the service and route of a request. */
import { createResultRefusal, type Refusal } from './answers.ts';
import { getPathname } from './paths.ts';
import type { Route, Service } from './service.ts';
import { sms } from '../sms/service.ts';
import { video } from '../video/service.ts';
import { voice } from '../voice/service.ts';

export const services: readonly Service[] = [voice, sms, video];

export const routeNames: string[] = [
  ...new Set(services.flatMap(({ routes }) => routes.map((route) => route.name))),
];

/** Returns the service of a path. The voice service refuses unknown paths, after checking credentials. */
export function findService(path: string): Service {
  return services.find(({ prefix }) => path.startsWith(prefix)) ?? voice;
}

function createDefaultRefusal(status: 404 | 405): Refusal {
  return createResultRefusal(status, status === 404 ? 'Resource not found' : 'Method Not Allowed');
}

interface FoundRoute {
  route: Route;
  params: Record<string, string>;
}

/**
 * Finds the route of a request; throws 404 for an unknown path, and 405 (voice.md 7.3) with the allowed methods (RFC
 * 9110 10.2.1).
 */
export function findRoute(service: Service, method: string, path: string): FoundRoute {
  const createRefusal = service.refuseUnrouted ?? createDefaultRefusal;
  const segments = getPathname(path).split('/');
  const candidates = (shapes.get(service) ?? []).filter((shape) => matchesShape(shape.segments, segments));
  // CONNECT names a host instead of a path.
  if (candidates.length === 0 && method !== 'CONNECT') throw createRefusal(404);
  const found = candidates.find(({ route }) => acceptsMethod(route, method));
  if (found === undefined) throw createRefusal(405).addHeader('allow', listMethods(candidates).join(', '));
  const named = found.segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), segments[index] ?? ''] as const] : [],
  );
  return { route: found.route, params: Object.fromEntries(named) };
}

function listMethods(candidates: readonly Shape[]): string[] {
  const methods = candidates.flatMap(({ route }) => [route.method, ...(route.isFile ? ['HEAD'] : [])]);
  return [...new Set(methods)].toSorted();
}

/** Accepts HEAD for files only (RFC 9110 9.3.2): other GETs may have effects. */
function acceptsMethod(route: Route, method: string): boolean {
  return route.method === method || (method === 'HEAD' && route.isFile === true);
}

interface Shape {
  route: Route;
  segments: string[];
}

const shapes = new Map<Service, Shape[]>(
  services.map((service) => [
    service,
    service.routes.map((route) => ({ route, segments: route.path.split('/') })),
  ]),
);

function matchesShape(shape: string[], segments: string[]): boolean {
  return (
    shape.length === segments.length &&
    shape.every((segment, index) =>
      segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
    )
  );
}
