import type { Compilation } from '../../language/compiler/index.ts';
import { prove, toPlainProof, type Provable } from '../../verification/prove/index.ts';
import type { Draft } from './draft.ts';
import type { ProveProgress, ProveResult, Requests } from './protocol.ts';

/** Inputs of a proof. */
export interface Surroundings {
  /** Monotonic time, ms. */
  clock: () => number;
  onProgress: (progress: ProveProgress) => void;
}

/** Proves a flow of a draft. */
export function proveFlow(
  { draft, compilation }: { draft: Draft; compilation: Compilation },
  { flow: file, options = {} }: Requests['prove']['takes'],
  { clock, onProgress }: Surroundings,
): ProveResult {
  const { diagnostics, flow, graph, graphs = {} } = compilation;
  if (flow === undefined || graph === undefined) return { diagnostics };
  const provable: Provable = {
    ...{ file, flow, graph, graphs, diagnostics },
    files: draft.listFilesByName(),
    source: (path) => draft.text(path),
  };
  const { budgetMs = 10_000, maxStates = 200_000, maxPrompts = 12, maxSeconds = 180 } = options;
  const proof = prove(provable, {
    limits: { prompts: maxPrompts, seconds: maxSeconds, deadAirMs: options.deadAirMs ?? 5_000 },
    budget: {
      states: maxStates,
      ms: budgetMs,
      clock,
      onProgress: (explored, waiting) => {
        onProgress({ explored, waiting });
      },
    },
  });
  return { proof: toPlainProof(proof), diagnostics };
}
