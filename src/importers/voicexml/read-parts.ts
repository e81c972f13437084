/** Reads what documents, dialogs and items have in common: variables, handlers, links, properties. */
import type { ElementNode } from '../reading/index.ts';
import type { Choice, Handler, Lead, VarDecl } from './model.ts';
import { readContent, toTarget } from './read-content.ts';
import { readGrammar } from './read-grammar.ts';
import type { Reader } from './reader.ts';

/** Properties that are inherited. */
export type Properties = Readonly<Record<string, string>>;

export function listElements({ children }: ElementNode): ElementNode[] {
  return children.filter((child) => child.kind === 'element');
}

/** Properties that a flow has, or that no caller notices. */
const KNOWN_PROPERTY =
  /^(timeout|interdigittimeout|bargein|(audio|document|grammar|object|script|data)(fetch|max)\w*|fetch\w+|com\..*)$/;

export function readProperties(reader: Reader, element: ElementNode, inherited: Properties): Properties {
  const { children } = element;
  for (const child of listElements(element)) {
    const { name = '' } = child.attributes;
    if (child.name === 'property' && !KNOWN_PROPERTY.test(name))
      reader.lose('OPTION_WITHOUT_EFFECT', child, `property ${name}`);
  }
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

/** Events that no caller causes by an answer: nothing of their handlers is imported. */
const SYSTEM_EVENT = /^(error|connection|telephone|exit|cancel|maxspeechtimeout)/;
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
      for (const event of events)
        if (SYSTEM_EVENT.test(event)) reader.lose('OPTION_WITHOUT_EFFECT', child, `catch ${event}`);
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
