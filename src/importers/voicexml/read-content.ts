/** Reads executable content: what stands in blocks, handlers and `<filled>`. */
import type { Reason } from '../project/index.ts';
import type { ElementNode, TextNode } from '../reading/index.ts';
import type { Action, Content, Script, Target } from './model.ts';
import { readPrompt, readSpoken, SPOKEN } from './read-prompts.ts';
import type { Reader } from './reader.ts';

type Child = ElementNode | TextNode;

/** Elements without a counterpart. */
const FOREIGN: Readonly<Record<string, Reason>> = {
  script: 'ECMASCRIPT',
  data: 'REMOTE_DOCUMENT',
  foreach: 'LIST',
  record: 'VOICEMAIL',
  object: 'UNKNOWN_NODE',
};

/** Reads the children of an element as actions, in order. Text that stands alone is a prompt. */
export function readContent(reader: Reader, children: readonly Child[]): Content {
  const actions: Action[] = [];
  let spoken: Child[] = [];
  const flush = (): void => {
    const parts = readSpoken(reader, spoken);
    const [first] = spoken;
    spoken = [];
    if (parts.length > 0 && first !== undefined)
      actions.push({
        kind: 'say',
        prompt: { parts, count: 1 },
        place: { file: reader.file, span: first.span },
      });
  };
  for (const child of children) {
    if (child.kind === 'text' || SPOKEN.has(child.name)) {
      spoken.push(child);
      continue;
    }
    flush();
    actions.push(...readAction(reader, child));
  }
  flush();
  return actions;
}

function readAction(reader: Reader, element: ElementNode): Action[] {
  const place = reader.placeOf(element);
  switch (element.name) {
    case 'prompt':
      return [{ kind: 'say', prompt: readPrompt(reader, element), place }];
    case 'assign':
    case 'var':
      return readAssignment(reader, element);
    case 'clear':
      return reader.withFields(element, (fields) => {
        const names = splitNames(fields.text('namelist'));
        return [{ kind: 'clear', place, ...(names.length > 0 && { names }) }];
      });
    case 'if':
      return [readIf(reader, element)];
    case 'goto':
      return readGoto(reader, element);
    case 'submit':
      reader.reportChildren(element);
      return reader.withFields(element, (fields) => {
        const method = fields.text('method')?.toLowerCase() === 'post' ? 'post' : 'get';
        const names = splitNames(fields.text('namelist'));
        return [
          {
            kind: 'submit',
            target: toTarget(reader, fields.text('next'), fields.text('expr')),
            method,
            names,
            place,
          },
        ];
      });
    case 'exit':
    case 'disconnect':
      return reader.withFields(element, (fields) => {
        fields.ignore('expr', 'namelist');
        return [{ kind: element.name === 'exit' ? 'exit' : 'disconnect', place }];
      });
    case 'return':
      return reader.withFields(element, (fields) => {
        const event = fields.text('event');
        fields.ignore('message', 'messageexpr', 'eventexpr');
        return [
          {
            kind: 'return',
            names: splitNames(fields.text('namelist')),
            place,
            ...(event !== undefined && { event }),
          },
        ];
      });
    case 'reprompt':
      return [{ kind: 'reprompt', place }];
    case 'throw':
      return reader.withFields(element, (fields) => {
        const event = fields.text('event');
        fields.ignore('message', 'messageexpr', 'eventexpr');
        return event === undefined
          ? foreign(reader, element, 'UNKNOWN_NODE')
          : [{ kind: 'throw', event, place }];
      });
    case 'voxeo:recordcall':
      reader.lose('NOT_RECORDED', element, element.name);
      return [];
    case 'log':
    case 'metadata':
      reader.lose('AGENT_SIDE_FLOW', element, element.name);
      return [];
    default:
      return foreign(
        reader,
        element,
        (Object.hasOwn(FOREIGN, element.name) ? FOREIGN[element.name] : undefined) ?? 'UNKNOWN_NODE',
      );
  }
}

function foreign(reader: Reader, element: ElementNode, reason: Reason): Action[] {
  const place = reader.placeOf(element);
  reader.lose(reason, element, element.name);
  return [{ kind: 'foreign', what: element.name, reason, place }];
}

function readAssignment(reader: Reader, element: ElementNode): Action[] {
  const [name = '', expr] = [element.attributes.name, element.attributes.expr];
  const place = reader.placeOf(element);
  if (!/^[\w$.]+$/.test(name)) {
    reader.reportBroken(element, `<${element.name}> has no name of a variable`);
    return [];
  }
  const value: Script =
    expr === undefined
      ? { text: 'undefined', expression: { kind: 'literal', value: undefined } }
      : reader.toScript(expr);
  return [{ kind: 'assign', name, value, isDeclared: element.name === 'var', place }];
}

function readIf(reader: Reader, element: ElementNode): Action {
  const branches: { cond?: Script; children: Child[] }[] = [];
  const begin = (part: ElementNode): void => {
    const cond = part.name === 'else' ? undefined : reader.toScript(part.attributes.cond ?? '');
    branches.push({ children: [], ...(cond !== undefined && { cond }) });
  };
  begin(element);
  for (const child of element.children)
    if (child.kind === 'element' && (child.name === 'else' || child.name === 'elseif')) {
      begin(child);
      if (child.children.length === 0) continue;
      reader.reportBroken(
        child,
        `<${child.name}> is a mark and holds nothing; what stands in it is read behind it`,
      );
      branches.at(-1)?.children.push(...child.children);
    } else branches.at(-1)?.children.push(child);
  return {
    kind: 'if',
    branches: branches.map(({ cond, children }) => ({
      content: readContent(reader, children),
      ...(cond !== undefined && { cond }),
    })),
    place: reader.placeOf(element),
  };
}

function readGoto(reader: Reader, element: ElementNode): Action[] {
  const place = reader.placeOf(element);
  return reader.withFields(element, (fields) => {
    const [item, expritem] = [fields.text('nextitem'), fields.text('expritem')];
    if (item !== undefined) return [{ kind: 'goto_item', item, place }];
    if (expritem !== undefined)
      return [{ kind: 'goto', target: { kind: 'computed', text: expritem }, place }];
    return [{ kind: 'goto', target: toTarget(reader, fields.text('next'), fields.text('expr')), place }];
  });
}

/** Reads where `next` or `expr` leads; an expression that is a constant is an address. */
export function toTarget(reader: Reader, next: string | undefined, expr: string | undefined): Target {
  if (next !== undefined) return reader.toTarget(next);
  const { expression } = reader.toScript(expr ?? '');
  if (expression?.kind === 'literal' && typeof expression.value === 'string')
    return reader.toTarget(expression.value);
  return { kind: 'computed', text: expr ?? '' };
}

export function splitNames(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter((name) => name !== '');
}
