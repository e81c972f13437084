/** Flags that `serve` and `dev` share, and the flows they run. */
import type { Command } from 'commander';
import { findRequiredParams } from '../../call/index.ts';
import { hasErrors, renderPretty } from '../../language/diagnostics/index.ts';
import { factsOf, toFlag, settingNames, toVariable } from '../../service/config/settings.ts';
import type { Config, Settings } from '../../service/config/config.ts';
import { createEgress, findRefusedHosts } from '../../service/egress/index.ts';
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import { EGRESS_DENIED } from '../../engine/ports/index.ts';
import { loadFlowsWithSources } from '../../authoring/flow-files/index.ts';
import type { FlowSources } from '../../authoring/flow-files/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** Adds a flag for each setting that has one; `defaults` override the common defaults for this command. */
export function addServiceOptions(command: Command, defaults: Settings = {}): Command {
  for (const setting of settingNames) {
    const { argument = '', means, default: common } = factsOf(setting);
    const flag = toFlag(setting);
    const value = defaults[setting] ?? common;
    const shown = value === undefined ? '' : `, default ${value}`;
    if (flag !== undefined)
      command.option(`${flag} <${argument}>`, `${means} (${toVariable(setting)}${shown})`);
  }
  return command;
}

/**
 * Loads the flows to run with their files and prints diagnostics; what carriers beside the platform lack is told by the
 * service. Throws a `CommandFailure` if there are errors.
 */
export function flowsToRun(
  folder: string,
  { platform }: Pick<Config, 'platform'>,
  io: Io,
): { flows: CompiledFlow[]; sources: FlowSources } {
  const { loaded, sources } = loadFlowsWithSources(folder, platform === undefined ? [] : undefined);
  io.err(renderPretty(loaded.diagnostics, { source: loaded.source, colour: io.colour }));
  if (hasErrors(loaded.diagnostics))
    throw new CommandFailure('the flows have errors: nothing was started', 1);
  return { flows: loaded.flows, sources };
}

/** Checks that every call finds a flow. Throws a `CommandFailure` if not. */
export function checkRouting(
  names: string[],
  { defaultFlow, routes }: Pick<Config, 'defaultFlow' | 'routes'>,
): void {
  const wanted = [...routes.values(), ...(defaultFlow === undefined ? [] : [defaultFlow])];
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new CommandFailure(`no flow "${missing}": the flows are ${names.join(', ')}`);
  if (wanted.length === 0 && names.length > 1)
    throw new CommandFailure(
      `${names.length} flows and no route: choose one with --default-flow or --routes: ${names.join(', ')}`,
    );
}

/** Warns of flows that require parameters although a number routes calls or messages to them. */
export function warnOfMissingParams(
  flows: readonly CompiledFlow[],
  { defaultFlow, routes, messageRoutes }: Pick<Config, 'defaultFlow' | 'routes' | 'messageRoutes'>,
): string[] {
  const routed = new Set([...routes.values(), ...messageRoutes.values(), defaultFlow]);
  return flows
    .filter(({ name }) => routed.has(name) || flows.length === 1)
    .map((flow) => ({ name: flow.name, needed: findRequiredParams(flow) }))
    .filter(({ needed }) => needed.length > 0)
    .map(
      ({ name, needed }) =>
        `${name} cannot take inbound calls: it requires the parameters ${needed.join(', ')}`,
    );
}

/** Warns of flows with secret variables in a store without encryption. */
export function warnOfClearSecrets(flows: readonly CompiledFlow[], { secretKeys, store }: Config): string[] {
  if (secretKeys.length > 0 || store.kind === 'memory') return [];
  return flows
    .filter((flow) => [flow, ...Object.values(flow.flows)].some(hasSecrets))
    .map(({ name }) => `${name} has secret variables, which are stored unencrypted: set RINGFLOW_SECRET_KEY`);
}

/** Warns of flows that send requests to hosts outside the egress list. */
export function warnOfDeniedHosts(flows: readonly CompiledFlow[], { egress, env }: Config): string[] {
  const policy = egress && createEgress(egress);
  return flows.flatMap((flow) =>
    (policy === undefined ? [] : findRefusedHosts(flow, env, policy)).map(
      (place) =>
        `${flow.name} uses ${place}, which --egress (RINGFLOW_EGRESS) does not allow: its steps fail with ${EGRESS_DENIED}`,
    ),
  );
}

function hasSecrets({ vars }: FlowPart): boolean {
  return Object.values(vars).some(({ secret }) => secret);
}
