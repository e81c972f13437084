/** Renders the results of mutation testing. */
import type { Mutant } from './mutants.ts';
import type { MutationReport } from './mutate.ts';

/** The mutants that nobody found, then how many each tool has found, and the share. */
export function renderReport({ seed, judged, same, share }: MutationReport): string {
  const survivors = judged.filter(({ verdict }) => verdict.by === 'nobody').map(({ mutant }) => mutant);
  const byTool = Map.groupBy(judged, ({ verdict }) => verdict.by);
  const counts = [...byTool].map(([tool, all]) => `${tool} ${all.length}`).sort();
  return [
    ...survivors.map(renderMutant),
    `${judged.length} mutants by seed ${seed}: ${counts.join(', ')}; ${same} more do what the sample does\n`,
    `found: ${(share * 100).toFixed(1)} %\n`,
  ].join('');
}

function renderMutant({ file, slip, before, text }: Mutant): string {
  return `${file}: ${slip}\n${diff(before, text)}\n`;
}

/** The lines that differ; what is alike before and behind them is left out. */
function diff(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  let from = 0;
  while (old[from] === now[from] && from < old.length) from += 1;
  let behind = 0;
  while (old.at(-1 - behind) === now.at(-1 - behind) && behind < Math.min(old.length, now.length) - from)
    behind += 1;
  const part = (sign: string, lines: string[]) =>
    lines.slice(from, lines.length - behind).map((line) => `  ${sign} ${line}\n`);
  return [`  @ line ${from + 1}\n`, ...part('-', old), ...part('+', now)].join('');
}
