/** Translates a flow: its draft, and itself as a call. */
import { addStep, createDraft, describeNode } from '../project/index.ts';
import type { Draft, Project, TranslatedFlow } from '../project/index.ts';
import { collectExamples } from './awaits.ts';
import { Graph } from './graph.ts';
import { interpretFlow } from './interpreter.ts';
import type { World } from './world.ts';
import { listGlobal, writeDefaults } from './menus.ts';
import { END } from './model.ts';
import type { ArchitectFlow, Node } from './model.ts';
import { Outside } from './outside.ts';
import { writeInitials, writeNode } from './steps.ts';
import { declareMissing, tellUndeclared } from './undeclared.ts';
import { FlowWriter } from './writer.ts';

interface Neighbours {
  /** Name of the flow itself. */
  name: string;
  /** The flows of the project as calls, by their names in the files. */
  worlds: Map<string, World>;
  /** Names of the flows of the project, by the names of their files. */
  names: ReadonlyMap<string, string>;
  /** Returns the name for a flow that is not among the files, and keeps it to be written. */
  nameMissing: (
    name: string,
    place: { file: string; span: ArchitectFlow['span'] },
    outside: Outside,
  ) => string;
}

export function translateFlow(
  written: ArchitectFlow,
  project: Project,
  neighbours: Neighbours,
): TranslatedFlow {
  const declared = declareMissing(written);
  const { flow } = declared;
  const draft = createDraft(neighbours.name);
  if (flow.description.trim() !== '') draft.flow.description = flow.description.trim();
  draft.flow.languages = flow.languages.length === 1 ? (flow.languages[0] ?? 'en-US') : [...flow.languages];
  const outside = new Outside(project, draft);
  const graph = new Graph(flow);
  const findFlow = (name: string) => {
    const known = neighbours.names.get(name);
    if (known !== undefined) return { name: known, isElsewhere: false };
    return {
      name: neighbours.nameMissing(name, { file: flow.file, span: flow.span }, outside),
      isElsewhere: true,
    };
  };
  const writer = new FlowWriter({ flow, graph, draft, project, outside, findFlow });
  writeFlow(writer);
  tellFlow(writer);
  tellUndeclared(declared, project, (id) => writer.toNodeId(id));
  const world: World = {
    flow,
    graph,
    outside,
    examples: collectExamples(flow),
    unsupported: writer.stubs,
    findFlow: (name) =>
      neighbours.worlds.get(name) ?? outside.findFlow(name, { file: flow.file, span: flow.span }),
  };
  if (!neighbours.worlds.has(flow.name)) neighbours.worlds.set(flow.name, world);
  return { draft, original: interpretFlow(world), isEntry: true };
}

function writeFlow(writer: FlowWriter): void {
  const { flow, draft, graph } = writer.scope;
  writeDefaults(writer);
  draft.global = listGlobal(flow);
  for (const node of graph.nodes()) {
    writer.attempt(
      node,
      () => {
        writeNode(writer, node);
      },
      () => writer.follow(node, findFailure(node)),
    );
  }
  writeEntries(writer);
  writeErrors(writer);
  const start = flow.start === undefined ? 'hangup' : writer.toTarget(flow.start, undefined);
  if (start === 'hangup') addStep(draft, writer.nameOwn('end', 'end'), { step: { hangup: null }, nodes: [] });
  else putFirst(draft, start);
}

function findFailure(node: Node): string {
  return ['failure', 'no', 'closed'].find((exit) => node.exits.has(exit)) ?? 'next';
}

/** Moves the entry of the flow to the top. */
function putFirst(draft: Draft, name: string): void {
  const { [name]: first, ...others } = draft.flow.steps;
  if (first !== undefined) draft.flow.steps = { [name]: first, ...others };
}

/** Tasks that are called and begin in other ways too have a step for the latter. */
function writeEntries(writer: FlowWriter): void {
  const { flow, draft } = writer.scope;
  for (const task of flow.tasks.values()) {
    const first = flow.nodes.get(task.first);
    if (first === undefined || !writer.scope.graph.reachable.has(first.id) || !writer.needsEntry(task.id))
      continue;
    const set = {
      ...(writer.needsReturn(task.id) && { [writer.nameReturn(task.id)]: '' }),
      ...writeInitials(writer, task.id, first),
    };
    const name = writer.nameOwn(`enter ${task.id}`, describeNode('enter', task.name));
    addStep(draft, name, { step: { set, next: writer.pass(first) }, nodes: [writer.toNodeId(first.id)] });
  }
}

/** Errors lead where the flow’s error handling says, after its audio. */
function writeErrors(writer: FlowWriter): void {
  const { flow, draft, outside } = writer.scope;
  const { audio, target, queue } = flow.errors;
  let next = target === undefined || target === END ? 'hangup' : writer.toTarget(target, undefined);
  if (queue?.kind === 'constant') {
    const { written } = outside.findParty('queue', String(queue.value), writer.placeOf(flow));
    next = writer.nameOwn('error queue', 'error queue');
    addStep(draft, next, {
      step: { connect: { to: written }, next: 'hangup', on: { unreached: 'hangup' } },
      nodes: [],
    });
  }
  const node: Node = {
    id: 'settingsErrorHandling',
    name: 'Error',
    type: 'settingsErrorHandling',
    span: flow.span,
    does: { kind: 'nothing' },
    exits: new Map(),
    fields: [],
    remarks: [],
  };
  const say = audio === undefined ? undefined : writer.toPrompt(audio, node);
  if (say !== undefined) {
    const name = writer.nameOwn('error', 'on error');
    addStep(draft, name, { step: { say, next }, nodes: [] });
    next = name;
  }
  draft.flow.on = { error: next };
}

/** Tells of the flow itself: it is a node, which has the losses of its settings. */
function tellFlow(writer: FlowWriter): void {
  const { flow, project } = writer.scope;
  const { file, span, name, kind } = flow;
  const node = writer.toNodeId(kind);
  project.addNode({ id: node, name, type: kind, file, span, grade: 'exact' });
  for (const { name: detail, span: at } of flow.fields.flatMap((fields) => fields.listUnread()))
    project.addLoss({ reason: 'OPTION_WITHOUT_EFFECT', node, file, span: at, detail });
  for (const remark of flow.remarks) project.addLoss({ ...remark, node, file, span });
  writer.tellNodes();
}
