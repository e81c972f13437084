/** Renders the constant texts of flows before calls need them. */
import { renderConstantPrompt, toUtterance } from '../../call/index.ts';
import type { SpeechFiles, Utterance } from '../../engine/ports/index.ts';
import { listSpokenPrompts } from '../../language/model/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';

/** How far the rendering of constant texts has come. */
interface RenderingProgress {
  /** Number of texts that have files, now or since earlier. */
  rendered: number;
  total: number;
  failures: { utterance: Utterance; error: unknown }[];
}

interface RenderingOptions {
  signal: AbortSignal;
  /** Maximum number of texts that are asked for at the same time; 2 by default, which leaves room for calls. */
  parallel?: number;
  onProgress?: (progress: RenderingProgress) => void;
}

/**
 * Renders every text without expressions that steps of these flows speak, in all languages of each flow. A text that cannot
 * be rendered is reported, and the others are rendered all the same. Rejects only when the signal aborts.
 */
export async function renderConstants(
  flows: readonly CompiledFlow[],
  files: Pick<SpeechFiles, 'render'>,
  { signal, parallel = 2, onProgress }: RenderingOptions,
): Promise<RenderingProgress> {
  const utterances = listConstants(flows);
  const progress: RenderingProgress = { rendered: 0, total: utterances.length, failures: [] };
  const queue = utterances.values();
  const work = async () => {
    for (const utterance of queue) {
      signal.throwIfAborted();
      try {
        await files.render(utterance, signal);
        progress.rendered += 1;
      } catch (error) {
        signal.throwIfAborted();
        progress.failures.push({ utterance, error });
      }
      onProgress?.(progress);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return progress;
}

/** Returns the constant texts of flows in the order of their steps, each once. */
function listConstants(flows: readonly CompiledFlow[]): Utterance[] {
  const utterances = flows.flatMap((flow) =>
    Object.keys(flow.steps)
      .flatMap((step) => listSpokenPrompts(flow.machine.states?.[step] ?? {}))
      .flatMap(({ prompt }) =>
        flow.languages.flatMap((language) => renderConstantPrompt(flow, prompt, language)),
      )
      .flatMap((media) => toUtterance(media) ?? []),
  );
  return [...new Map(utterances.map((one) => [JSON.stringify(one), one])).values()];
}
