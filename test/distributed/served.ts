import { expect } from 'vitest';
import type { Person } from '../e2e/people.ts';
import { inWords } from '../e2e/verdict.ts';
import type { Fleet } from './fleet.ts';

/** Waits until everybody has been served, and expects that it was as the scripts say. */
export async function expectServed(fleet: Fleet, people?: readonly Person[]): Promise<void> {
  await fleet.allServed();
  const verdict = await fleet.verdict(people);
  console.log(`${expect.getState().currentTestName ?? ''}: ${inWords(verdict)}`);
  expect(verdict.wrong).toEqual([]);
}
