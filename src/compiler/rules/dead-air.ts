import { waysOf, type Graph } from '../../flow/index.ts';
import type { DraftStep } from '../draft.ts';
import type { FlowRule } from './flow-rule.ts';
import { stepsOnBridge } from './on-bridge.ts';
import { reachable, stepsByName } from './reachability.ts';

/** How long a caller waits in silence before taking the line for dead. */
const MOST_SECONDS = 5;

/**
 * No step keeps a caller waiting for long without a word. Nobody waits in the finalizer; on a bridge callers hear each
 * other, on hold music.
 */
export const deadAir: FlowRule = {
  needsAll: false,
  check({ graph, steps, document }, report) {
    const silent = steps.filter((step) => secondsOf(step) > MOST_SECONDS);
    if (silent.length === 0) return;
    const ways = waysOf(graph);
    const inCompany = new Set([...stepsOnBridge(graph), ...stepsInCompany(graph)]);
    for (const step of silent) {
      const { name, nameRange, content } = step;
      if (ways.get(name)?.road === 'end' || inCompany.has(name)) continue;
      report({
        code: 'dead-air',
        message: `in step "${name}" the caller may hear nothing for ${secondsOf(step)} seconds`,
        span: document.span(nameRange),
        hint:
          content?.verb.name === 'http'
            ? 'add a "filler"'
            : 'put "hold" before it and "resume" behind it, or wait for less time',
      });
    }
  },
};

function secondsOf({ content }: DraftStep): number {
  const { verb, body, isVague = false } = content ?? {};
  return body === undefined || isVague ? 0 : Math.round((verb?.silentMs?.(body as never) ?? 0) / 1_000);
}

/** Steps after which the caller hears something until `resume`, or as long as there is a call. */
const LASTING = new Set(['hold', 'room', 'stream']);

/** The steps to which a call can come on hold music, in a room, or with a stream that may speak. */
function stepsInCompany(graph: Graph): Set<string> {
  const steps = stepsByName({ ...graph, steps: graph.steps.filter(({ verb }) => verb !== 'resume') });
  const begun = graph.steps.filter(({ verb }) => LASTING.has(verb)).flatMap(({ edges }) => edges);
  return reachable(
    steps,
    begun.filter(({ failure }) => !failure).map(({ to }) => to),
  );
}
