import { createMissingFlow, Names } from '../project/index.ts';
import type { Project, System, TranslatedFlow } from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { mapping } from './mapping.ts';
import type { World } from './world.ts';
import type { ArchitectFlow } from './model.ts';
import { readFlow } from './read-flow.ts';
import { findRoot } from './roots.ts';
import { translateFlow } from './translate.ts';

/** Genesys Cloud Architect, as its tool Archy writes flows. */
export const architect: System = {
  id: 'architect',
  name: 'Genesys Architect',
  mapping,
  recognise: (source) => findRoot(source) !== undefined,
  translate,
};

function translate(sources: readonly ReadSource[], project: Project): TranslatedFlow[] {
  const flows = sources.flatMap(
    (source) =>
      readFlow(source, (finding) => {
        project.report(source.file, finding);
      }) ?? [],
  );
  const spelt = new Names('steps');
  const spell = (name: string, key: string) =>
    spelt.nameOf(key, name === '' ? 'flow' : name).replaceAll('_', '-');
  const named = flows.map((flow, index) => ({ flow, name: spell(flow.name, `${flow.name} ${index}`) }));
  // Ways to a name that two flows have lead to the first of them.
  const names = new Map([...named].reverse().map(({ flow, name }) => [flow.name, name]));
  const worlds = new Map<string, World>();
  const missing = new Map<string, string>();
  const written = new Set<string>();
  const translated = named.map(({ flow, name: own }) =>
    translateFlow(flow, project, {
      name: own,
      worlds,
      names,
      nameMissing: (name, place, outside) => {
        const answered = outside.findFlow(name, place);
        const known = missing.get(name) ?? answered ?? spell(name, name);
        missing.set(name, known);
        if (answered === undefined) written.add(known);
        return known;
      },
    }),
  );
  const referred = listReferred(flows);
  // Flows for calls have numbers of their own, whether others lead to them or not.
  const all = translated.map((one, index) => {
    const flow = flows[index];
    return { ...one, isEntry: flow?.kind !== 'secureCall' || !referred.has(flow.name) };
  });
  return [...all, ...[...written].map(createMissingFlow)];
}

/** Lists the names of flows that others go on with. */
function listReferred(flows: readonly ArchitectFlow[]): Set<string> {
  return new Set(
    flows.flatMap(({ nodes, name }) =>
      [...nodes.values()].flatMap(({ does }) =>
        does.kind === 'leave' && does.flow !== undefined && does.flow !== name ? [does.flow] : [],
      ),
    ),
  );
}
