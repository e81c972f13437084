import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { voicexml } from '../../../src/importers/voicexml/index.ts';
import { countSeenFaults } from '../check-faults.ts';
import type { PlantedFault } from '../plant-faults.ts';

const root = join(import.meta.dirname, 'cases');
/** Changes that no caller can notice. */
const harmless = new Set([
  // After the last item nothing is left to visit: the call ends there as well.
  'main: say_thank_you.next leads elsewhere',
  // Every way to this item names it, so the switch never finds it.
  'main: walk_next.switch.2.goto leads elsewhere',
  // All four digits are needed; fewer and a pound sign are wrong with it and without.
  'pin-ask: pin.collect.terminator lost',
]);
/** Cases whose paths end at a stub, behind which nothing is compared. */
const STUBBED = new Set(['stubs', 'submit']);

/** A question that is asked for ever ends after twenty attempts: no compared path is so long. */
function isBeyondDepth({ what, draft }: PlantedFault): boolean {
  const [, step = '', outcome = ''] = /^(\w+)\.on\.(exhausted|silent) /.exec(what) ?? [];
  const { menu, collect } = draft.flow.steps[step] ?? {};
  return (outcome !== '' && (menu ?? collect)?.attempts === 20) || what.endsWith('.attempts one more');
}

test('the comparison sees faults in the steps of imported documents', () => {
  const counts = readdirSync(root)
    .filter((name) => !STUBBED.has(name))
    .map((name) => {
      const folder = join(root, name);
      const files = readdirSync(folder).filter((file) => file.endsWith('.vxml'));
      const sources = files.toSorted().flatMap((file) => {
        const source = readSource({ file, text: readFileSync(join(folder, file), 'utf8') });
        return 'code' in source ? [] : [source];
      });
      const project = new Project(noAnswers);
      const translated = voicexml.translate(sources, project);
      return countSeenFaults(translated, project.settings, {
        most: 5,
        paths: 3_000,
        isOutside: isBeyondDepth,
      });
    });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen).filter((fault) => !harmless.has(fault));
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
