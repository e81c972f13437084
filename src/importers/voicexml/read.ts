/** Reads documents: variables, handlers, links and dialogs. */
import type { Project } from '../project/index.ts';
import type { ElementNode, ReadSource } from '../reading/index.ts';
import type { Choice, Dialog, Doc, Handler, Lead, Site, VarDecl } from './model.ts';
import { readContent, toTarget } from './read-content.ts';
import { readGrammar } from './read-grammar.ts';
import { readForm, readMenu } from './read-dialogs.ts';
import { Reader } from './reader.ts';

export function readSite(sources: readonly ReadSource[], project: Project): Site {
  const files = new Set(sources.map(({ file }) => file));
  const docs = new Map<string, Doc>();
  for (const source of sources)
    if (source.format === 'xml')
      docs.set(source.file, readDoc(source.root, new Reader(source.file, project, files)));
  return { docs };
}

/** Properties that are inherited. */
export type Properties = Readonly<Record<string, string>>;

function readDoc(root: ElementNode, reader: Reader): Doc {
  reader.node = reader.file;
  const { language, application } = reader.withFields(root, (fields) => ({
    language: fields.text('xml:lang'),
    application: fields.text('application'),
  }));
  const properties = readProperties(root.children, {});
  const dialogs: Dialog[] = [];
  const names = new Set<string>();
  for (const child of listElements(root)) {
    if (child.name !== 'form' && child.name !== 'menu') continue;
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
  const rootDoc = application === undefined ? undefined : reader.findFile(application.split('#')[0] ?? '');
  if (application !== undefined && rootDoc === undefined) reader.lose('REMOTE_DOCUMENT', root, application);
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

export function listElements({ children }: ElementNode): ElementNode[] {
  return children.filter((child) => child.kind === 'element');
}

export function readProperties(children: ElementNode['children'], inherited: Properties): Properties {
  const own = children.flatMap((child) =>
    child.kind === 'element' && child.name === 'property'
      ? [[child.attributes.name ?? '', child.attributes.value ?? ''] as const]
      : [],
  );
  return Object.assign(Object.create(null) as Record<string, string>, inherited, Object.fromEntries(own));
}

export function readVars(reader: Reader, element: ElementNode): VarDecl[] {
  return listElements(element).flatMap((child) => {
    if (child.name !== 'var') return [];
    const [name = '', expr] = [child.attributes.name, child.attributes.expr];
    if (!/^[\w$]+$/.test(name)) {
      reader.reportBroken(child, '<var> has no name');
      return [];
    }
    const value = reader.optionalScript(expr);
    return [{ name, place: reader.placeOf(child), ...(value !== undefined && { value }) }];
  });
}

const SHORT_HANDLERS = new Set(['noinput', 'nomatch', 'error', 'help']);

/** Reads handlers; one for several events is one for each. */
export function readHandlers(reader: Reader, element: ElementNode): Handler[] {
  return listElements(element).flatMap((child) => {
    if (child.name !== 'catch' && !SHORT_HANDLERS.has(child.name)) return [];
    return reader.withFields(child, (fields) => {
      const events =
        child.name === 'catch'
          ? (fields.text('event') ?? '').split(/\s+/).filter((event) => event !== '')
          : [child.name];
      const cond = reader.optionalScript(fields.text('cond'));
      const count = Math.max(1, Math.trunc(fields.number('count') ?? 1));
      const content = readContent(reader, child.children);
      return (events.length > 0 ? events : ['']).map((event) => ({
        event: event === '.' ? '' : event,
        count,
        content,
        ...(cond !== undefined && { cond }),
      }));
    });
  });
}

/** Reads links: what callers may say or key in at every question below. */
export function readLinks(reader: Reader, element: ElementNode): Choice[] {
  return listElements(element).flatMap((child) => {
    if (child.name !== 'link') return [];
    return reader.withFields(child, (fields) => {
      const [next, expr, event, keys] = ['next', 'expr', 'event', 'dtmf'].map((name) => fields.text(name));
      fields.ignore('eventexpr', 'message', 'messageexpr');
      const leads: Lead =
        event !== undefined
          ? { kind: 'event', event }
          : { kind: 'goto', target: toTarget(reader, next, expr) };
      const grammars = listElements(child).flatMap((part) =>
        part.name === 'grammar' ? [readGrammar(reader, part)] : [],
      );
      const choices = grammars
        .flatMap((grammar) => grammar.choices)
        .map((choice): Choice => ({ ...choice, leads }));
      return keys === undefined
        ? choices
        : [{ keys: keys.replaceAll(/\s/g, ''), phrases: [], value: keys, leads }, ...choices];
    });
  });
}
