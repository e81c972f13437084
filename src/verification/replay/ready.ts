import { runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';

/** Makes flows ready to run, each once for the same settings: that costs more than a call. */
export function remembering(): typeof runnable {
  const known = new Map<string, RunnableFlow>();
  return (flow: CompiledFlow, env?: Record<string, string>) => {
    const name = JSON.stringify([flow.version, env ?? {}]);
    const ready = known.get(name) ?? runnable(flow, env);
    known.set(name, ready);
    return ready;
  };
}
