/** Why calls would not get through by a route, as versions are in service now. */
import { readParams } from '../../call/index.ts';
import { versionsOf } from './deployment.ts';
import type { Deployments } from './deployments.ts';
import type { FlowVersions } from './flow-versions.ts';
import type { Route } from './route.ts';

/** One reason. It is no error: versions change after a route was set up, and a route may be set up before them. */
interface RouteWarning {
  /** `not_in_service`: no version of the flow takes calls; `invalid_params`: one takes none with what the route gives it. */
  code: 'not_in_service' | 'invalid_params';
  /** For people. */
  message: string;
}

/** Where it is looked up what is in service. */
interface InService {
  deployments: Pick<Deployments, 'find'>;
  versions: Pick<FlowVersions, 'get'>;
}

/** Why calls would not get through, version by version. */
export async function routeWarnings(
  { deployments, versions }: InService,
  project: string,
  { flow, params = {} }: Route,
): Promise<RouteWarning[]> {
  const deployment = await deployments.find({ project, flow });
  if (deployment === undefined)
    return [{ code: 'not_in_service', message: `no version of "${flow}" takes calls: deploy one` }];
  const warnings = versionsOf(deployment).map(async (version): Promise<RouteWarning[]> => {
    const { compiled } = await versions.get(project, flow, version);
    const read = readParams(compiled, params);
    if (read.ok) return [];
    const message = `version ${version} of "${flow}" cannot take calls on this route: ${read.problems.join('; ')}`;
    return [{ code: 'invalid_params', message }];
  });
  return (await Promise.all(warnings)).flat();
}
