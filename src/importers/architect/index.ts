import { Names } from '../project/index.ts';
import type { Project, System, TranslatedFlow } from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { mapping } from './mapping.ts';
import type { World } from './interpreter.ts';
import type { ArchitectFlow } from './model.ts';
import { findRoot, readFlow } from './read-flow.ts';
import { createMissingFlow, translateFlow } from './translate.ts';

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
  const spell = (name: string) => spelt.nameOf(name, name === '' ? 'flow' : name).replaceAll('_', '-');
  const names = new Map<string, string>();
  for (const flow of flows) if (!names.has(flow.name)) names.set(flow.name, spell(flow.name));
  const worlds = new Map<string, World>();
  const missing = new Map<string, string>();
  const written = new Set<string>();
  const translated = flows.map((flow) =>
    translateFlow(flow, project, {
      worlds,
      names,
      nameMissing: (name, place, outside) => {
        const answered = outside.findFlow(name, place);
        const known = missing.get(name) ?? answered ?? spell(name);
        missing.set(name, known);
        if (answered === undefined) written.add(known);
        return known;
      },
    }),
  );
  const referred = listReferred(flows);
  const all = translated.map((one, index) => ({ ...one, isEntry: !referred.has(flows[index]?.name ?? '') }));
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
