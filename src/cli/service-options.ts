/** Flags that `serve` and `dev` share, and the flows they run. */
import type { Command } from 'commander';
import { neededParams } from '../call/index.ts';
import { hasErrors, renderPretty } from '../diagnostics/index.ts';
import { logLevels } from '../adapters/log-pino/index.ts';
import type { LogLevel } from '../adapters/log-pino/index.ts';
import type { Config, Settings } from '../config.ts';
import { egressOf, refusedIn } from '../egress/index.ts';
import type { CompiledFlow, FlowPart } from '../flow/index.ts';
import { EGRESS_DENIED } from '../ports/index.ts';
import { loadFlows } from '../flow-files/index.ts';
import type { LoadedFlows } from '../flow-files/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';

export type ServiceFlags = Settings & { logLevel: LogLevel };

/** Adds the flags; each has its variable in the environment. */
export function withServiceFlags(command: Command, logLevel: LogLevel = 'info'): Command {
  return command
    .option('--host <address>', 'address to listen on (RINGFLOW_HOST, default 127.0.0.1)')
    .option('--port <port>', 'port to listen on (RINGFLOW_PORT)')
    .option(
      '--store <store>',
      'where calls are kept: sqlite:FILE, redis://HOST:PORT or memory: (RINGFLOW_STORE)',
    )
    .option('--platform-url <url>', 'base address of the voice platform (RINGFLOW_PLATFORM_URL)')
    .option('--app-id <id>', 'App ID of the project (RINGFLOW_APP_ID)')
    .option(
      '--app-key <key>',
      'App Key of the project; better set RINGFLOW_APP_KEY, which no process list shows',
    )
    .option('--hook-token <token>', 'secret part of the hook address (RINGFLOW_HOOK_TOKEN)')
    .option('--public-url <url>', 'where the platform reaches this service (RINGFLOW_PUBLIC_URL)')
    .option(
      '--default-flow <name>',
      'flow for numbers without a route; default: the only one (RINGFLOW_DEFAULT_FLOW)',
    )
    .option('--routes <number=flow,…>', 'which number gets which flow (RINGFLOW_ROUTES)')
    .option(
      '--spool <dir>',
      'where notifications wait while the store is away (RINGFLOW_SPOOL; with Redis ringflow-spool/PORT)',
    )
    .option('--spool-size <size>', 'how much may wait there (RINGFLOW_SPOOL_SIZE, default 256MB)')
    .option(
      '--takeover <seconds>',
      'after how long other nodes do what a dead one left (RINGFLOW_TAKEOVER, default 5s)',
    )
    .option(
      '--drain <seconds>',
      'how long a stopping node goes on with what is under way (RINGFLOW_DRAIN, default 5s)',
    )
    .option(
      '--retention <time>',
      'how long calls that have ended are kept, such as 12h (RINGFLOW_RETENTION, default 7d)',
    )
    .option(
      '--egress <hosts>',
      'where flows may send requests and audio: host,*.host,host:port,10.1.0.0/16, or any (RINGFLOW_EGRESS)',
    )
    .option(
      '--api-rate <rate>',
      'requests per second that one key of the API may make (RINGFLOW_API_RATE, default 50)',
    )
    .option(
      '--trust-proxy <addresses>',
      'proxies that are believed when they say for whom they ask (RINGFLOW_TRUST_PROXY, default loopback)',
    )
    .option(
      '--metrics <on|off>',
      'count calls, commands and the store for /metrics (RINGFLOW_METRICS, default on)',
    )
    .option('--log-level <level>', `one of ${logLevels.join(', ')}`, parseLevel, logLevel);
}

/** Loads the flows to run; prints what is wrong with them and fails when there are errors. */
export function flowsToRun(folder: string, io: Io): LoadedFlows {
  const loaded = loadFlows([folder]);
  io.err(renderPretty(loaded.diagnostics, { source: loaded.source, colour: io.colour }));
  if (hasErrors(loaded.diagnostics))
    throw new CommandFailure('the flows have errors, nothing was started', 1);
  return loaded;
}

/** Refuses settings under which a call would find no flow. */
export function checkRouting(
  names: string[],
  { defaultFlow, routes }: Pick<Config, 'defaultFlow' | 'routes'>,
): void {
  const wanted = [...routes.values(), ...(defaultFlow === undefined ? [] : [defaultFlow])];
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new CommandFailure(`there is no flow "${missing}": the flows are ${names.join(', ')}`);
  if (wanted.length === 0 && names.length > 1)
    throw new CommandFailure(
      `there are ${names.length} flows and no route: say with --default-flow or --routes which takes calls: ${names.join(', ')}`,
    );
}

/** What to say of flows that take calls or messages and need parameters, which no number gives. */
export function withoutParams(
  flows: readonly CompiledFlow[],
  { defaultFlow, routes, messageRoutes }: Pick<Config, 'defaultFlow' | 'routes' | 'messageRoutes'>,
): string[] {
  const routed = new Set([...routes.values(), ...messageRoutes.values(), defaultFlow]);
  return flows
    .filter(({ name }) => routed.has(name) || flows.length === 1)
    .map((flow) => ({ name: flow.name, needed: neededParams(flow) }))
    .filter(({ needed }) => needed.length > 0)
    .map(({ name, needed }) => `${name} takes no calls: a number gives it no ${needed.join(', ')}`);
}

/** What to say of flows whose secrets anybody can read who has the store. */
export function inClear(flows: readonly CompiledFlow[], { secretKey, store }: Config): string[] {
  if (secretKey !== undefined || store.kind === 'memory') return [];
  return flows
    .filter((flow) => [flow, ...Object.values(flow.flows)].some(hasSecrets))
    .map(
      ({ name }) =>
        `${name} keeps secret variables, which lie in clear in the store: set RINGFLOW_SECRET_KEY`,
    );
}

/** What to say of flows that ask hosts which they may not use. */
export function outOfBounds(flows: readonly CompiledFlow[], { egress, env }: Config): string[] {
  const policy = egress && egressOf(egress);
  return flows.flatMap((flow) =>
    (policy === undefined ? [] : refusedIn(flow, env, policy)).map(
      (place) =>
        `${flow.name} uses ${place}, which flows may not: its steps fail with ${EGRESS_DENIED} until --egress (RINGFLOW_EGRESS) names it`,
    ),
  );
}

function hasSecrets({ vars }: FlowPart): boolean {
  return Object.values(vars).some(({ secret }) => secret);
}

function parseLevel(text: string): LogLevel {
  const level = logLevels.find((one) => one === text);
  if (level === undefined)
    throw new CommandFailure(`--log-level is "${text}": expected one of ${logLevels.join(', ')}`);
  return level;
}
