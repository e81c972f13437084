import { expect, test } from 'vitest';
import { countPlantedFaults } from '../planted-faults.ts';

test('the comparison sees faults in the steps of imported flows', () => {
  const { planted, unseen } = countPlantedFaults('freeswitch');
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
