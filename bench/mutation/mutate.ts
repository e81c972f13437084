/** Mutation testing of the tools by which authors make sure of their flows (ADR 0033). */
import { readFileSync } from 'node:fs';
import { findFiles, isFlowFile } from '../../src/authoring/flow-files/index.ts';
import { judgeOf } from './judge.ts';
import type { Verdict } from './judge.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutant } from './mutants.ts';

/** Result of all mutants. */
export interface MutationReport {
  seed: number;
  judged: { mutant: Mutant; verdict: Verdict }[];
  /** Number of mutants left out because they behave like the sample. */
  same: number;
  /** From 0 to 1: of those that do something else, how many were found. */
  share: number;
}

/** Breaks the flows in so many ways that make a difference. */
export function mutate(paths: string[], { count, seed }: { count: number; seed: number }): MutationReport {
  const samples = findFiles(paths, isFlowFile).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const judge = judgeOf(samples);
  const judged: MutationReport['judged'] = [];
  let same = 0;
  for (const mutant of mutantsOf(samples, seed)) {
    if (judged.length >= count) break;
    const verdict = judge(mutant);
    if (verdict.by === 'same') same += 1;
    else judged.push({ mutant, verdict });
  }
  const found = judged.filter(({ verdict }) => verdict.by !== 'nobody').length;
  return { seed, judged, same, share: judged.length === 0 ? 0 : found / judged.length };
}
