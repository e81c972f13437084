/** Says which planted faults a comparison sees. */
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { TranslatedFlow } from '../../src/importers/project/index.ts';
import { writeFlow } from '../../src/importers/writing/index.ts';
import { compare, FlowSide } from '../../src/verification/compare/index.ts';
import { plantFaults } from './plant-faults.ts';
import type { PlantedFault } from './plant-faults.ts';

export interface FaultCount {
  planted: number;
  /** What was changed without that the comparison saw it. */
  unseen: string[];
}

export interface FaultLimits {
  /** Maximum number of faults. */
  most: number;
  /** Maximum number of paths that are compared for each. */
  paths: number;
  /** True for a fault that no path of the compared length can show. */
  isOutside?: (fault: PlantedFault) => boolean;
}

/** Most faults are seen on short paths. */
const FEW_PATHS = 150;

/**
 * Plants faults in the flows of an import, evenly spread, at most `most`. A fault that the compiler refuses counts as seen only
 * by the compiler, and is left out.
 */
export function countSeenFaults(
  translated: readonly TranslatedFlow[],
  settings: ReadonlyMap<string, string>,
  { most, paths, isOutside = () => false }: FaultLimits,
): FaultCount {
  const env = Object.fromEntries(settings);
  const all = translated.flatMap((flow, at) =>
    plantFaults(flow.draft)
      .filter((fault) => !isOutside(fault))
      .map((fault) => ({ ...fault, at })),
  );
  const count: FaultCount = { planted: 0, unseen: [] };
  const stride = Math.max(1, Math.floor(all.length / most));
  for (let begin = 0; begin < stride && count.planted < most; begin += 1)
    for (let index = begin; index < all.length && count.planted < most; index += stride) {
      const fault = all[index];
      if (fault === undefined) continue;
      const files = translated.map(({ draft }, at) => ({
        file: `${draft.flow.name}.flow.yaml`,
        text: writeFlow(at === fault.at ? fault.draft : draft),
      }));
      const catalogue = { others: createFlowCatalogue(files) };
      const sides = translated.map(({ original, isEntry }, at) => {
        const file = files[at];
        if (!isEntry || file === undefined) return [];
        const { flow } = compileFlow(file, catalogue);
        return flow === undefined ? undefined : [{ original, flow }];
      });
      if (sides.includes(undefined)) continue;
      count.planted += 1;
      const differs = (most: number): boolean =>
        sides
          .flatMap((side) => side ?? [])
          .some(
            ({ original, flow }) =>
              compare(original, new FlowSide(flow, env), { depth: 6, paths: most }).differences.length > 0,
          );
      const isSeen = differs(FEW_PATHS) || differs(paths);
      if (!isSeen) count.unseen.push(`${fault.draft.flow.name}: ${fault.what}`);
    }
  return count;
}
