/** What all parts of the reading of a project share: places, findings, losses, scripts, addresses. */
import { parseExpression } from '../ecmascript/index.ts';
import type { Place, Project, Reason } from '../project/index.ts';
import { Fields } from '../reading/index.ts';
import type { ElementNode } from '../reading/index.ts';
import type { Script, Target } from './model.ts';
import { toFlowName } from './names.ts';

export class Reader {
  readonly file: string;
  readonly project: Project;
  /** Files of the project, by their address without leading folders. */
  readonly #files: ReadonlySet<string>;
  /** Node to which losses belong that are read now. */
  node = '';

  constructor(file: string, project: Project, files: ReadonlySet<string>) {
    this.file = file;
    this.project = project;
    this.#files = files;
  }

  placeOf({ span }: ElementNode): Place {
    return { file: this.file, span };
  }

  reportBroken(element: ElementNode, message: string): void {
    this.project.report(this.file, { code: 'import-broken-node', message, span: element.span });
  }

  /** Reports elements that stand where they mean nothing. */
  reportChildren({ name, children }: ElementNode, known: readonly string[] = []): void {
    for (const child of children)
      if (child.kind === 'element' && !known.includes(child.name))
        this.reportBroken(child, `<${child.name}> has no meaning within <${name}>; it is left out`);
  }

  lose(reason: Reason, element: ElementNode, detail: string): void {
    this.project.addLoss({ reason, node: this.node, file: this.file, span: element.span, detail });
  }

  /** Reads the attributes of an element; `read` tells the ones that it did not use as losses. */
  withFields<Read>(element: ElementNode, read: (fields: Fields) => Read): Read {
    const fields = new Fields(element);
    const value = read(fields);
    fields.ignore(...UNHEARD);
    for (const { name } of fields.listUnread())
      if (!name.startsWith('xmlns') && !name.startsWith('xsi:'))
        this.lose('OPTION_WITHOUT_EFFECT', element, `${element.name} ${name}`);
    return value;
  }

  toScript(text: string): Script {
    const parsed = parseExpression(text.trim());
    return parsed.isValid ? { text, expression: parsed.expression } : { text };
  }

  optionalScript(text: string | undefined): Script | undefined {
    return text === undefined || text.trim() === '' ? undefined : this.toScript(text);
  }

  /** Reads an address: `#dialog`, `other.vxml#dialog`, `https://…`. */
  toTarget(address: string): Target {
    const [path = '', dialog = ''] = address.trim().split('#', 2);
    const doc = path === '' ? this.file : (this.findFile(path) ?? this.#findAnswered(address.trim()));
    return doc === undefined ? { kind: 'remote', address } : { kind: 'dialog', doc, dialog };
  }

  /** Finds the file whose flow the answers name for an address. */
  #findAnswered(address: string): string | undefined {
    const { flows } = this.project.answers;
    if (!Object.hasOwn(flows, address)) return undefined;
    return [...this.#files].find((file) => toFlowName(file) === flows[address]);
  }

  /** Finds a file of the project by a relative address. */
  findFile(path: string): string | undefined {
    const name = path.split('?')[0] ?? path;
    if (/^[a-z][a-z0-9+.-]*:/i.test(name)) return undefined;
    const folder = this.file.split('/').slice(0, -1);
    for (const part of name.split('/')) {
      if (part === '..') folder.pop();
      else if (part !== '.' && part !== '') folder.push(part);
    }
    const joined = folder.join('/');
    return this.#files.has(joined) ? joined : undefined;
  }
}

/** Attributes that no caller notices. */
const UNHEARD = [
  'fetchaudio',
  'fetchaudiodelay',
  'fetchaudiominimum',
  'fetchhint',
  'fetchtimeout',
  'maxage',
  'maxstale',
  'documentmaxage',
  'documentmaxstale',
  'enctype',
  'slot',
  'modal',
  'version',
  'xml:base',
  'label',
  'tag-format',
  'scope',
  'id',
];

/** Reads `5s`, `500ms` or `5`; undefined if it is something else. */
export function parseTime(text: string | undefined): number | undefined {
  const found = /^\s*\+?(\d*\.?\d+)\s*(ms|s)?\s*$/.exec(text ?? '');
  if (found === null) return undefined;
  const [, number = '', unit] = found;
  return Math.round(Number(number) * (unit === 'ms' ? 1 : 1000));
}

/** Collapses white space as speech does. */
export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
