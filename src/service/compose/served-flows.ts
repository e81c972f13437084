/** Puts the flows of a folder into service, with the numbers of the settings. */
import type { Engine } from '../../engine/index.ts';
import { refusalError } from '../../engine/ports/index.ts';
import type { Log } from '../../engine/ports/index.ts';
import type { FlowSources } from '../../authoring/flow-files/index.ts';
import type { CompiledFlow, NamedCapabilities } from '../../language/model/index.ts';
import type { Config } from '../config/config.ts';
import { findBlockingObstacles, findObstacles } from '../management/index.ts';
import type { HeldVersions } from '../management/index.ts';

/** The folder that flows come from. */
export interface FlowFolder {
  path: string;
  /** Sources of the flows, which the API shows. */
  sources: FlowSources;
  /** True when changes of the folder are applied while the service runs; its files are then the drafts of its flows. */
  isFollowed: boolean;
}

interface Served {
  config: Pick<Config, 'routes' | 'messageRoutes'>;
  flows: readonly CompiledFlow[];
  folder?: FlowFolder;
  log: Log;
}

interface Serving {
  engine: Pick<Engine, 'flows'>;
  held: Pick<HeldVersions, 'hold'>;
  /** The carriers of the default project. */
  carriers: readonly NamedCapabilities[];
}

/**
 * Puts the flows of a folder into service. Throws an `OperationalError` `carrier_lacks` when none of the carriers can run a
 * flow to which the settings lead calls.
 */
export async function serveFlows(served: Served, { engine, held, carriers }: Serving): Promise<void> {
  for (const flow of served.flows) {
    await engine.flows.deploy(flow);
    const source = served.folder?.sources.get(flow.name);
    if (source !== undefined) await held.hold(flow, source);
  }
  const { routes, messageRoutes } = served.config;
  for (const [number, flow] of routes) engine.flows.route(number, flow);
  for (const [number, flow] of messageRoutes) engine.flows.routeMessages(number, flow);
  const called = new Set(engine.flows.listRoutes().map(({ flow }) => flow));
  checkCarriers(served, { called, carriers });
}

interface Checked {
  /** The flows to which the settings lead numbers. */
  called: ReadonlySet<string>;
  carriers: readonly NamedCapabilities[];
}

/**
 * Refuses flows that callers cannot get through on any carrier, and warns of those that some carriers cannot run. Where the
 * folder is followed, its author is told by diagnostics.
 */
function checkCarriers({ flows, folder, log }: Served, { called, carriers }: Checked): void {
  if (folder === undefined || folder.isFollowed) return;
  for (const { name } of flows) {
    const source = folder.sources.get(name);
    if (source === undefined) continue;
    const [blocking] = findBlockingObstacles(source.needs, carriers);
    if (blocking !== undefined && (called.has(name) || flows.length === 1))
      throw refusalError(
        'carrier_lacks',
        `no carrier can run "${name}": ${source.file}, ${blocking.message}. Change the step, or lead no number to the flow`,
      );
    for (const { carrier, message } of findObstacles(source.needs, carriers))
      log.warn({ flow: name, carrier }, `${name}: ${message}`);
  }
}
