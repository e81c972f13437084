/** Whatever its steps are called, a flow is the same to a caller. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFlows } from '../../../src/authoring/diff/index.ts';
import type { Graph } from '../../../src/language/model/index.ts';
import { desk, versionOf } from './scene.ts';

type Version = Parameters<typeof compareFlows>[0];

const samples = ['front-desk', 'account-line', 'appointment-reminder'].map((name) => ({
  name,
  text: readFileSync(new URL(`../../../flows/${name}/flow.yaml`, import.meta.url), 'utf8'),
}));

type Rename = (step: string) => string;

function renamed({ flow, graph, graphs }: Version, rename: Rename): Version {
  const states = Object.entries(flow.machine.states ?? {}).map(
    ([name, state]) => [rename(name), state] as const,
  );
  return {
    flow: { ...flow, machine: { ...flow.machine, states: Object.fromEntries(states) } },
    graph: renamedGraph(graph, rename),
    graphs,
  };
}

function renamedGraph({ entry, errorStep, endStep, ...graph }: Graph, rename: Rename): Graph {
  return {
    entry: rename(entry),
    steps: graph.steps.map((step) => ({
      ...step,
      name: rename(step.name),
      edges: step.edges.map((edge) => ({ ...edge, to: rename(edge.to) })),
    })),
    ...(errorStep === undefined ? {} : { errorStep: rename(errorStep) }),
    ...(endStep === undefined ? {} : { endStep: rename(endStep) }),
    always: graph.always.map((edge) => ({ ...edge, to: rename(edge.to) })),
  };
}

describe.each([{ name: 'desk', text: desk }, ...samples])('$name', ({ text }) => {
  const version = versionOf(text);
  const names = version.graph.steps.map(({ name }) => name);

  it('is the same when any of its steps have other names', () => {
    fc.assert(
      fc.property(fc.subarray(names), (chosen) => {
        const rename = (step: string) => (chosen.includes(step) ? `other_${step}` : step);
        expect(compareFlows(version, renamed(version, rename))).toEqual([]);
      }),
    );
  });

  it('differs when its first step leads nowhere any more, whatever the names are', () => {
    const [first] = version.graph.steps;
    const changed: Version = {
      ...version,
      graph: {
        ...version.graph,
        steps: version.graph.steps.map((step) =>
          step === first ? { ...step, edges: step.edges.map((edge) => ({ ...edge, to: 'hangup' })) } : step,
        ),
      },
    };
    fc.assert(
      fc.property(fc.subarray(names), (chosen) => {
        const rename = (step: string) => (chosen.includes(step) ? `other_${step}` : step);
        expect(compareFlows(version, renamed(changed, rename))).not.toEqual([]);
      }),
    );
  });
});
