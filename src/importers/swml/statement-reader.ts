/** What the readers of methods share: the fields of a statement, and what cannot be taken over of it. */
import type { Finding, Span } from '../../language/diagnostics/index.ts';
import { Fields } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Grade, Reason } from '../project/index.ts';
import type { Block, Destination, Does, Embedded, Sound, Statement, StatementLoss } from './model.ts';
import { parseBare, parseTemplate, toTemplateData } from './templates.ts';

/** A method that was read: what it does, by its row in the mapping. */
export interface ReadMethod {
  row: string;
  does: Does;
  /** Statements that follow at once: what to do with a result. */
  then?: readonly { row: string; does: Does }[];
}

export class StatementReader {
  readonly method: string;
  readonly node: DataNode | undefined;
  readonly fields: Fields;
  readonly span: Span;
  readonly losses: StatementLoss[] = [];
  readonly #report: (finding: Finding) => void;
  readonly #readBlock: (node: DataNode | undefined) => Block;
  readonly #sections: ReadonlySet<string>;

  constructor(
    { method, node, span }: { method: string; node: DataNode | undefined; span: Span },
    {
      report,
      readBlock,
      sections,
    }: {
      report: (finding: Finding) => void;
      readBlock: (node: DataNode | undefined) => Block;
      sections: ReadonlySet<string>;
    },
  ) {
    this.method = method;
    this.node = node;
    this.span = span;
    this.fields = new Fields(node ?? { kind: 'object', span, entries: [] });
    this.#report = report;
    this.#readBlock = readBlock;
    this.#sections = sections;
  }

  /** Returns the value of a method that is written without fields: `goto: again`. */
  get scalar(): string | undefined {
    return this.node?.kind === 'scalar' && this.node.value !== null ? String(this.node.value) : undefined;
  }

  /** Returns the fields of a part of the statement. */
  fieldsOf(node: DataNode | undefined): Fields {
    return new Fields(node ?? { kind: 'object', span: this.span, entries: [] });
  }

  readBlock(node: DataNode | undefined): Block {
    return this.#readBlock(node);
  }

  hasSection(name: string): boolean {
    return this.#sections.has(name);
  }

  lose(
    reason: Reason,
    { detail, grade, span = this.span }: { detail?: string; grade?: Grade; span?: Span } = {},
  ): void {
    this.losses.push({ reason, span, ...(detail !== undefined && { detail }), ...(grade && { grade }) });
  }

  /** Reports something that the method lacks; the rest is read. */
  reportBroken(message: string, span = this.span): void {
    this.#report({ code: 'import-broken-node', message, span });
    if (!this.losses.some(({ reason }) => reason === 'VALUE_SHAPE'))
      this.lose('VALUE_SHAPE', { grade: 'near' });
  }

  reportUnknown(): void {
    const message = `"${this.method}" is no method that the importer knows`;
    this.#report({ code: 'import-broken-node', message, span: this.span });
  }

  /** Each field that has a value and no counterpart is a loss. */
  loseFields(reason: Reason, grade: Grade | undefined, ...names: string[]): void {
    for (const name of names)
      if (this.fields.has(name)) {
        const span = this.fields.spanOf(name);
        this.fields.ignore(name);
        this.lose(reason, { detail: name, span, ...(grade && { grade }) });
      }
  }

  loseUnread(fields = this.fields, prefix = ''): void {
    for (const { name, span } of fields.listUnread())
      this.lose('OPTION_WITHOUT_EFFECT', { detail: `${prefix}${name}`, span });
  }

  /** Reads what is played: `urls`, `url` or `play`, one or several. */
  readSounds(node: DataNode | undefined, language: string | undefined): Sound[] {
    if (node === undefined) return [];
    if (node.kind === 'list') return node.items.flatMap((item) => this.readSounds(item, language));
    if (node.kind === 'scalar' && typeof node.value === 'string')
      return [this.#readSound(node.value, language)];
    this.reportBroken(`${this.method} has something to play that is not text`, node.span);
    return [];
  }

  #readSound(text: string, language: string | undefined): Sound {
    const [, kind = '', rest = ''] = /^\s*(say|silence|ring)\s*:(.*)$/is.exec(text) ?? [];
    if (kind.toLowerCase() === 'say') return { kind: 'say', text: parseTemplate(rest.trim()), language };
    if (kind.toLowerCase() === 'silence') {
      const seconds = Number(rest);
      return { kind: 'silence', ms: Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1_000)) : 0 };
    }
    if (kind.toLowerCase() === 'ring') {
      this.lose('OPTION_WITHOUT_EFFECT', { detail: text, grade: 'near' });
      return { kind: 'ring' };
    }
    return { kind: 'audio', url: parseTemplate(text.trim()) };
  }

  /** Reads a condition. Values that are put into its text, as `%{…}`, are not what the definition means them for. */
  readCondition(text: string): Embedded {
    const condition = parseBare(text);
    if (condition.source === text && parseTemplate(text).some((piece) => typeof piece === 'object'))
      this.lose('VALUE_SHAPE', { detail: text, grade: 'near' });
    return condition;
  }

  /** Reads where a statement leads: a section, or an address. */
  readDestination(written: string | undefined, params: DataNode | undefined): Destination {
    if (written === undefined) this.reportBroken(`${this.method} does not say where it leads`);
    const name = (written ?? '').trim();
    if (isName(name) && !this.#sections.has(name)) {
      const message = `there is no section "${name}" in this document`;
      this.#report({ code: 'import-missing-target', message, span: this.span });
    }
    return {
      section: this.#sections.has(name) ? name : undefined,
      written: name,
      params:
        params?.kind === 'object' ? params.entries.map(({ key, value }) => [key, toTemplateData(value)]) : [],
    };
  }

  toStatement(id: string, block: Block, read: { row: string; does: Does }): Statement {
    const { method, span, losses } = this;
    const comments: string[] = [];
    return {
      id,
      row: read.row,
      method,
      span,
      block,
      index: block.statements.length,
      does: read.does,
      losses,
      comments,
    };
  }
}

/** True for the name of a section, as opposed to an address, an expression or the id of a resource. */
export function isName(written: string): boolean {
  return /^[a-z_][\w-]*$/i.test(written) && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(written);
}

export function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}
