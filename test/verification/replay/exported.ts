/** What stands in the scenario of a call, and whether it goes the way of the call. */
import { expect } from 'vitest';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { dedented } from '../../builders/flow.ts';
import { callOf } from './recorded.ts';

/** How most calls begin. */
const USUAL =
  "start: { direction: inbound, from: '+4915112345678', to: '+4930555000', at: 2026-01-05T09:00:00Z }\n";

/**
 * Lets a call take place as a scenario tells it, and exports it; gives the scenario without its name and without the usual
 * start. That it goes the way of the call is expected of each.
 */
export function exported(flow: string | CompiledFlow, scenario: string): string {
  const recorded = callOf(flow, `scenarios:\n  - name: recorded\n${indented(dedented(scenario))}\n`);
  const { text, lost, replayed } = exportScenario(recorded.call, recorded.flow, { keepNumbers: true });
  expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
  const [, body = ''] = text.split(/- name: .*\n/);
  return dedented(body).replace(USUAL, '').trim();
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** As it reads in a file of its own. */
export function lines(text: string): string {
  return dedented(text).trim();
}
