/** Reads documents of SWML. What is broken is reported, and the rest is read. */
import type { Finding, Span } from '../../language/diagnostics/index.ts';
import { Fields } from '../reading/index.ts';
import type { DataNode, ReadSource } from '../reading/index.ts';
import { reasons } from '../project/index.ts';
import type { Project } from '../project/index.ts';
import { listEmbeddedOf } from './expressions-of.ts';
import type { Block, Does, Statement, SwmlDocument } from './model.ts';
import { messaging, readMethod } from './read-methods.ts';
import { StatementReader } from './statement-reader.ts';

/** True for a file with sections of statements. */
export function isSwml(source: ReadSource): boolean {
  return source.format !== 'xml' && new Fields(source.root).node('sections')?.kind === 'object';
}

/** Reads a document; undefined if it has no beginning, or answers text messages. */
export function readDocument(source: ReadSource, project: Project): SwmlDocument | undefined {
  if (source.format === 'xml') return undefined;
  const reader = new DocumentReader(source.file, (finding) => {
    project.report(source.file, finding);
  });
  return reader.read(source.root);
}

class DocumentReader {
  readonly #file: string;
  readonly #report: (finding: Finding) => void;
  #names: ReadonlySet<string> = new Set();
  #isMessaging = false;

  constructor(file: string, report: (finding: Finding) => void) {
    this.#file = file;
    this.#report = report;
  }

  read(root: DataNode): SwmlDocument | undefined {
    const { span } = root;
    const node = new Fields(root).node('sections');
    const entries = node?.kind === 'object' ? node.entries : [];
    this.#names = new Set(entries.map(({ key }) => key));
    this.#reportTwice(entries);
    const sections = new Map<string, Block>();
    for (const { key, value } of entries) {
      const block: Block = { section: key, statements: [] };
      this.#fill(block, value, `${this.#file}#${key}`);
      sections.set(key, block);
    }
    if (this.#isMessaging) {
      this.#report({ code: 'import-refused', message: reasons.MESSAGE_CONVERSATION.text, span });
      return undefined;
    }
    if (!sections.has('main')) {
      this.#report({
        code: 'import-no-entry',
        message: 'there is no section "main", where calls begin',
        span: node?.span ?? span,
      });
      return undefined;
    }
    this.#checkLabels(sections);
    return { file: this.#file, span, sections };
  }

  #reportTwice(entries: readonly { key: string; keySpan: Span }[]): void {
    const seen = new Set<string>();
    for (const { key, keySpan } of entries) {
      if (seen.has(key))
        this.#report({
          code: 'import-duplicate-name',
          message: `there are two sections "${key}"`,
          span: keySpan,
        });
      seen.add(key);
    }
  }

  /** Reads the statements of a block; `id` identifies it. */
  #fill(block: Block, node: DataNode, id: string): void {
    if (node.kind !== 'list') {
      this.#report({ code: 'import-broken-node', message: 'statements must be a list', span: node.span });
      if (node.kind === 'scalar' && node.value === null) return;
    }
    for (const item of node.kind === 'list' ? node.items : [node]) this.#addStatement(block, item, id);
  }

  /** Adds a statement: a map of one key, perhaps with a label, or a bare word. A map of several keys is as many statements. */
  #addStatement(block: Block, item: DataNode, id: string): void {
    const { span } = item;
    if (item.kind === 'scalar' && typeof item.value === 'string') {
      this.#addMethod(block, { method: item.value.trim(), node: undefined, span }, id);
      return;
    }
    if (item.kind !== 'object' || item.entries.length === 0) {
      this.#report({ code: 'import-broken-node', message: 'a statement must name a method', span });
      return;
    }
    // Any method may have a label beside it, before or after it.
    const isLabel = ({ key }: { key: string }): boolean => key === 'label';
    const methods = item.entries.filter((entry) => !isLabel(entry));
    if (methods.length > 1)
      this.#report({
        code: 'import-broken-node',
        message: 'a statement has several methods; they are read one after the other',
        span,
      });
    for (const { key, value } of [...item.entries.filter(isLabel), ...methods])
      this.#addMethod(block, { method: key, node: value, span }, id);
  }

  #addMethod(
    block: Block,
    found: { method: string; node: DataNode | undefined; span: Span },
    id: string,
  ): void {
    const own = `${id}/${block.statements.length}`;
    let blocks = 0;
    const reader = new StatementReader(found, {
      report: this.#report,
      sections: this.#names,
      readBlock: (node) => {
        const inner: Block = { section: block.section, statements: [] };
        blocks += 1;
        if (node !== undefined) this.#fill(inner, node, `${own}.${blocks}`);
        return inner;
      },
    });
    if (messaging.has(found.method)) this.#isMessaging = true;
    const { then = [], ...read } = readMethod(reader);
    const statement = reader.toStatement(own, block, read);
    addTo(block, statement);
    for (const [index, { row, does }] of then.entries())
      addTo(block, {
        ...statement,
        id: `${own}:${index}`,
        row,
        does,
        losses: [],
        index: block.statements.length,
      });
    // Of several values, the others are set all the same.
    const isWhole = statement.does.kind !== 'set';
    const broken = listEmbeddedOf(statement.does).some(({ expression }) => expression === undefined);
    if (broken && isWhole)
      statement.losses.push({ reason: 'ECMASCRIPT', span: statement.span, grade: 'stub' });
  }

  /** Reports ways to labels that do not exist, and labels that exist twice. */
  #checkLabels(sections: ReadonlyMap<string, Block>): void {
    for (const [section, block] of sections) {
      const statements = [...listStatements(block)];
      const labels = new Set<string>();
      for (const { does, span } of statements) {
        if (does.kind !== 'label') continue;
        if (labels.has(does.label))
          this.#report({
            code: 'import-duplicate-name',
            message: `section "${section}" has two labels "${does.label}"`,
            span,
          });
        labels.add(does.label);
      }
      for (const { does, span } of statements)
        if (does.kind === 'goto' && !labels.has(does.label))
          this.#report({
            code: 'import-missing-target',
            message: `section "${section}" has no label "${does.label}"`,
            span,
          });
    }
  }
}

/** Adds a statement to a block, and makes it the owner of the blocks that it leads to. */
function addTo(block: Block, statement: Statement): void {
  const above = block.statements.at(-1);
  if (above?.does.kind === 'label') statement.title = above.does.label;
  block.statements.push(statement);
  for (const inner of listBlocks(statement.does)) inner.owner = statement;
}

/** Lists the blocks that a statement leads to. */
export function listBlocks(does: Does): Block[] {
  if (does.kind === 'switch')
    return [...does.cases.map(({ block }) => block), ...(does.otherwise ? [does.otherwise] : [])];
  return does.kind === 'cond'
    ? [...does.ways.map(({ block }) => block), ...(does.otherwise ? [does.otherwise] : [])]
    : [];
}

/** Lists the statements of a block and of the blocks inside, in the order of the file. */
export function* listStatements(block: Block): Generator<Statement> {
  for (const statement of block.statements) {
    yield statement;
    for (const inner of listBlocks(statement.does)) yield* listStatements(inner);
  }
}
