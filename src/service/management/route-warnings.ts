/** Finds reasons why calls on a route would fail with the versions now in service. */
import { readParams } from '../../call/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';
import { findBlockingObstacles, findObstacles, listRouteCarriers } from './carrier-lacks.ts';
import type { ListCarriers } from './carrier-lacks.ts';
import { listVersions } from './deployment.ts';
import type { Deployments } from './deployments.ts';
import type { FlowVersions } from './flow-versions.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';

/** One reason. It is a warning, since routes and versions may change in any order. */
interface RouteWarning {
  /**
   * `unknown_carrier`: the route names none of the project's carriers; `not_in_service`: no version takes calls;
   * `invalid_params`: a version does not accept the parameters; `carrier_lacks`: callers on a carrier of the route do not get
   * past a step.
   */
  code: 'unknown_carrier' | 'not_in_service' | 'invalid_params' | 'carrier_lacks';
  /** For people. */
  message: string;
}

interface InService {
  deployments: Pick<Deployments, 'find'>;
  versions: Pick<FlowVersions, 'get'>;
  listCarriers: ListCarriers;
}

/** Finds reasons why calls on a route would fail with the versions now in service. */
export async function findRouteWarnings(
  { deployments, versions, listCarriers }: InService,
  project: string,
  { flow, params = {}, ...route }: Route,
): Promise<RouteWarning[]> {
  const carriers = listCarriers(project);
  const unknown = findUnknownCarrier(route, carriers);
  if (unknown !== undefined) return [unknown];
  const deployment = await deployments.find({ project, flow });
  if (deployment?.live === undefined)
    return [{ code: 'not_in_service', message: `no version of "${flow}" takes calls: deploy one` }];
  const warnings = listVersions(deployment).map(async (version): Promise<RouteWarning[]> => {
    const { compiled, needs = [] } = await versions.get(project, flow, version);
    const lacking = findObstacles(needs, listRouteCarriers(route, carriers)).map(
      ({ message }): RouteWarning => {
        return { code: 'carrier_lacks', message: `version ${version} of "${flow}", ${message}` };
      },
    );
    const read = readParams(compiled, params);
    if (read.ok) return lacking;
    const message = `version ${version} of "${flow}" cannot take calls on this route: ${read.problems.join('; ')}`;
    return [{ code: 'invalid_params', message }, ...lacking];
  });
  return (await Promise.all(warnings)).flat();
}

/**
 * Refuses a route to a flow in service that no carrier of the route can run: every caller would be stuck at that step. Throws a
 * `Refusal`: `carrier_lacks`.
 */
export async function refuseStuckRoute(
  { deployments, versions, listCarriers }: InService,
  project: string,
  { flow, ...route }: Route,
): Promise<void> {
  const deployment = await deployments.find({ project, flow });
  const carriers = listRouteCarriers(route, listCarriers(project));
  for (const version of deployment === undefined ? [] : listVersions(deployment)) {
    const { needs = [] } = await versions.get(project, flow, version);
    const [obstacle] = findBlockingObstacles(needs, carriers);
    if (obstacle !== undefined)
      throw new Refusal('carrier_lacks', `version ${version} of "${flow}", ${obstacle.message}`);
  }
}

function findUnknownCarrier(
  { carrier }: Pick<Route, 'carrier'>,
  carriers: readonly NamedCapabilities[],
): RouteWarning | undefined {
  if (carrier === undefined || carriers.some(({ name }) => name === carrier)) return undefined;
  const names = carriers.map(({ name }) => name).join(', ') || 'none';
  return {
    code: 'unknown_carrier',
    message: `no call comes from "${carrier}": the carriers of this project are ${names}`,
  };
}
