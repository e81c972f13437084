/** Finds hosts in flows that are not permitted, so operators learn of them before a call fails. */
import { listActions, isSetting } from '../../language/model/index.ts';
import type { Action, CompiledFlow, Template } from '../../language/model/index.ts';
import type { Egress } from '../../engine/ports/index.ts';

/** Returns the refused hosts that steps name, directly or by a setting: `host:port`, each once. */
export function findRefusedHosts(flow: CompiledFlow, env: Record<string, string>, egress: Egress): string[] {
  const values = new Map(
    Object.entries(flow.env).map(([name, { default: fallback }]) => [name, env[name] ?? fallback]),
  );
  const addresses = [flow, ...Object.values(flow.flows)]
    .flatMap(({ machine }) => listActions(machine))
    .flatMap(listTargets)
    .flatMap((template) => parseTarget(toKnownPrefix(template, values)));
  const refused = addresses.filter(({ host, port }) => egress.refusal(host, port) !== undefined);
  return [...new Set(refused.map(({ host, port }) => `${host}:${port}`))];
}

function listTargets(action: Action): Template[] {
  if (action.type === 'ask_web') return [action.params.url];
  if (action.type === 'stream') return [action.params.to];
  return action.type === 'answer' && action.params.stream !== undefined ? [action.params.stream.to] : [];
}

/** The text before the first value that only a call knows. */
function toKnownPrefix(template: Template, env: ReadonlyMap<string, string | undefined>): string {
  let text = '';
  for (const part of template) {
    const known = typeof part === 'string' ? part : findSetting(part.expr, env);
    // A host name may continue in the unknown part.
    if (known === undefined) return text;
    text += known;
  }
  return `${text}/`;
}

function findSetting(expr: string, env: ReadonlyMap<string, string | undefined>): string | undefined {
  return isSetting(expr) ? env.get(expr.trim().replace(/^env\./, '')) : undefined;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

function parseTarget(address: string): { host: string; port: number }[] {
  const [whole] = /^[a-z]+:\/\/[^/?#]+(?=[/?#])/i.exec(address) ?? [];
  if (whole === undefined || !URL.canParse(whole)) return [];
  const { protocol, hostname, port } = new URL(whole);
  return [{ host: hostname, port: Number(port || DEFAULT_PORTS[protocol]) }];
}
