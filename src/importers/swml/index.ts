/** SignalWire: documents of SWML, in JSON and YAML. */
import { createDraft, Project } from '../project/index.ts';
import type { System, TranslatedFlow } from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { Facts } from './facts.ts';
import { FlowMaker } from './flow-maker.ts';
import type { NameRead } from './facts.ts';
import { nameFlows } from './flow-names.ts';
import { Interpreter } from './interpreter.ts';
import { dropDeadValues } from './live-values.ts';
import { mapping } from './mapping.ts';
import { Outside } from './outside.ts';
import type { SwmlDocument } from './model.ts';
import { isSwml, readDocument } from './read.ts';
import { translateDocument } from './translate.ts';

export const swml: System = {
  id: 'swml',
  name: 'SignalWire SWML',
  mapping,
  recognise: isSwml,
  translate,
};

function translate(sources: readonly ReadSource[], project: Project): TranslatedFlow[] {
  const documents = sources.flatMap((source) => readDocument(source, project) ?? []);
  const names = nameFlows(documents.map(({ file }) => file));
  return documents.map((document, index) => {
    const facts = new Facts(document);
    // What only decisions read that ways lead past need not be kept: the first run finds out.
    const { reads } = run(document, facts, {
      name: 'trial',
      project: new Project(project.answers),
      reads: facts.reads,
    });
    const { maker, draft, outside } = run(document, facts, {
      name: names[index] ?? 'flow',
      project,
      reads,
    });
    maker.tell();
    dropDeadValues(draft);
    return { draft, original: new Interpreter(document, facts, outside), isEntry: true };
  });
}

function run(
  document: SwmlDocument,
  facts: Facts,
  { name, project, reads }: { name: string; project: Project; reads: readonly NameRead[] },
) {
  const draft = createDraft(name);
  const outside = new Outside(project, draft, document.file);
  const maker = new FlowMaker(document, facts, { project, outside, draft, reads });
  translateDocument(maker);
  return { maker, draft, outside, reads: maker.listReads() };
}
