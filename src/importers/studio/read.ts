/** Reads a flow definition: what it says, with its places, without judging it. Broken structure is reported and read on. */
import { Fields, locatePlaceholders, type DataNode, type ReadSource } from '../reading/index.ts';
import type { Project } from '../project/index.ts';
import { readDoes } from './read-properties.ts';
import type { Condition, StudioFlow, Transition, Widget } from './widgets.ts';

type DataSource = Extract<ReadSource, { format: 'json' | 'yaml' }>;

/** True if a file looks like a flow definition. */
export function isStudioFlow(source: ReadSource): source is DataSource {
  if (source.format === 'xml' || source.root.kind !== 'object') return false;
  const keys = new Set(source.root.entries.map(({ key }) => key));
  return keys.has('states') && keys.has('initial_state');
}

/** Reads the flow of a file. */
export function readFlow(source: DataSource, project: Project): StudioFlow {
  const root = new Fields(source.root);
  const widgets: Widget[] = [];
  const byName = new Map<string, Widget>();
  for (const [index, node] of root.list('states').entries()) {
    const widget = readWidget(node, { file: source.file, index, project });
    widgets.push(widget);
    if (!byName.has(widget.name)) byName.set(widget.name, widget);
    else
      project.report(source.file, {
        code: 'import-duplicate-name',
        message: `two widgets are called "${widget.name}"`,
        span: widget.span,
      });
  }
  return {
    file: source.file,
    name: toFlowName(source.file),
    description: root.text('description') ?? '',
    placeholders: new Set(source.placeholders.map(({ name }) => name)),
    located: locatePlaceholders(source.text),
    text: source.text,
    span: root.span,
    widgets,
    byName,
    initial: root.text('initial_state') ?? '',
  };
}

function toFlowName(file: string): string {
  const base = file.split(/[/\\]/).at(-1) ?? '';
  const stem = base
    .replace(/(\.(json|ya?ml|tpl|tftpl|tmpl|j2))+$/i, '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const name = stem.replaceAll(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'imported' : name.slice(0, MAX_NAME).replace(/-+$/, '');
}

const MAX_NAME = 50;

interface WidgetPlace {
  file: string;
  index: number;
  project: Project;
}

function readWidget(node: DataNode, { file, index, project }: WidgetPlace): Widget {
  const fields = new Fields(node);
  const written = fields.text('name');
  const name = written ?? `state ${index + 1}`;
  const type = fields.text('type') ?? '';
  const report = (message: string) => {
    project.report(file, { code: 'import-broken-node', message, span: fields.span });
  };
  if (node.kind !== 'object') report(`state ${index + 1} is no object`);
  else if (written === undefined) report(`state ${index + 1} has no name`);
  if (node.kind === 'object' && type === '') report(`the widget "${name}" has no type`);
  const properties = fields.fields('properties');
  const { transitions, unread } = readTransitions(fields, type);
  const does = readDoes(type, properties);
  return {
    id: `${file}#${index} ${name}`,
    name,
    type,
    span: fields.spanOf('name'),
    does,
    transitions,
    unread: [...(does.kind === 'unsupported' ? [] : properties.listUnread()), ...unread],
  };
}

/** Events of the widgets that the importer translates. */
const events: Readonly<Record<string, readonly string[]>> = {
  'say-play': ['audioComplete'],
  'gather-input-on-call': ['keypress', 'speech', 'timeout'],
  'set-variables': ['next'],
  'make-http-request': ['success', 'failed'],
  'run-function': ['success', 'fail'],
  'connect-call-to': ['callCompleted', 'hangup'],
  'send-to-flex': ['callComplete', 'failedToEnqueue', 'callFailure'],
  'enqueue-call': ['callComplete', 'failedToEnqueue', 'callFailure'],
};

/** Reads the ways of a widget. Only those of a split have conditions; of others the first of an event counts. */
function readTransitions(fields: Fields, type: string): Pick<Widget, 'transitions' | 'unread'> {
  const all = fields.list('transitions').map(readTransition);
  if (type === 'split-based-on') return { transitions: all, unread: [] };
  const known = Object.hasOwn(events, type) ? events[type] : undefined;
  const transitions = all.filter(
    ({ event }, at) =>
      known?.includes(event) !== false && at === all.findIndex((other) => other.event === event),
  );
  const unread = all
    .filter((one) => one.conditions.length > 0 || (one.next !== undefined && !transitions.includes(one)))
    .map(({ event, span }) => ({ name: `transitions: ${event}`, span }));
  return { transitions, unread };
}

function readTransition(node: DataNode): Transition {
  const fields = new Fields(node);
  const next = fields.text('next') ?? '';
  return {
    event: fields.text('event') ?? '',
    ...(next !== '' && { next }),
    conditions: fields.list('conditions').map(readCondition),
    span: fields.spanOf('next'),
  };
}

function readCondition(node: DataNode): Condition {
  const fields = new Fields(node);
  const [left] = fields.list('arguments');
  return {
    type: fields.text('type') ?? '',
    left: left?.kind === 'scalar' && left.value !== null ? String(left.value) : '',
    right: fields.text('value') ?? '',
  };
}
