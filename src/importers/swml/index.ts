/** SignalWire: documents of SWML, in JSON and YAML. */
import { createDraft } from '../project/index.ts';
import type { Project, System, TranslatedFlow } from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { Facts } from './facts.ts';
import { nameFlows } from './flow-names.ts';
import { Interpreter } from './interpreter.ts';
import { mapping } from './mapping.ts';
import { Outside } from './outside.ts';
import { isSwml, readDocument } from './read.ts';
import { Translation } from './translate.ts';

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
    const draft = createDraft(names[index] ?? 'flow');
    const outside = new Outside(project, draft, document.file);
    const facts = new Facts(document);
    new Translation(document, facts, { project, outside, draft }).run();
    return { draft, original: new Interpreter(document, facts, outside), isEntry: true };
  });
}
