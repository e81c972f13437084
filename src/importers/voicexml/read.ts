/** Reads documents: variables, handlers, links and dialogs. */
import type { Project } from '../project/index.ts';
import type { ElementNode, ReadSource } from '../reading/index.ts';
import type { Dialog, Doc, Site } from './model.ts';
import { readForm, readMenu } from './read-dialogs.ts';
import { listElements, readHandlers, readLinks, readProperties, readVars } from './read-parts.ts';
import { Reader } from './reader.ts';

export function readSite(sources: readonly ReadSource[], project: Project): Site {
  const files = new Set(sources.map(({ file }) => file));
  const docs = new Map<string, Doc>();
  for (const source of sources)
    if (source.format === 'xml')
      docs.set(source.file, readDoc(source.root, new Reader(source.file, project, files)));
  return { docs, unsaid: new Set() };
}

const DIALOGS = new Set(['form', 'menu']);
/** Elements of a document that are read apart, or that nobody notices. */
const PARTS = new Set([
  'var',
  'catch',
  'noinput',
  'nomatch',
  'error',
  'help',
  'link',
  'property',
  'meta',
  'metadata',
]);

function readDoc(root: ElementNode, reader: Reader): Doc {
  reader.node = reader.file;
  const { language, application } = reader.withFields(root, (fields) => ({
    language: fields.text('xml:lang'),
    application: fields.text('application')?.trim() ?? '',
  }));
  const properties = readProperties(reader, root, {});
  const dialogs: Dialog[] = [];
  const names = new Set<string>();
  for (const child of listElements(root)) {
    if (child.name === 'script') reader.lose('ECMASCRIPT', child, child.attributes.src ?? 'script');
    else if (child.name === 'data')
      reader.lose('REMOTE_DOCUMENT', child, child.attributes.src ?? child.attributes.srcexpr ?? 'data');
    else if (!DIALOGS.has(child.name) && !PARTS.has(child.name))
      reader.reportBroken(child, `<${child.name}> has no meaning within a document`);
    if (!DIALOGS.has(child.name)) continue;
    const number = dialogs.length + 1;
    const name = child.attributes.id ?? `${child.name} ${number}`;
    if (names.has(name)) {
      reader.project.report(reader.file, {
        code: 'import-duplicate-name',
        message: `two dialogs are called "${name}"`,
        span: child.span,
      });
      continue;
    }
    names.add(name);
    reader.node = `${reader.file}#${name}`;
    dialogs.push((child.name === 'form' ? readForm : readMenu)(reader, child, { name, properties }));
  }
  reader.node = reader.file;
  const rootDoc = application === '' ? undefined : reader.findFile(application.split('#')[0] ?? '');
  if (application !== '' && rootDoc === undefined) reader.lose('REMOTE_DOCUMENT', root, application);
  return {
    name: reader.file,
    place: reader.placeOf(root),
    vars: readVars(reader, root),
    handlers: readHandlers(reader, root),
    links: readLinks(reader, root),
    dialogs,
    ...(language !== undefined && { language }),
    ...(rootDoc !== undefined && rootDoc !== reader.file && { root: rootDoc }),
  };
}
