/** Translates the flows of a project, each to a draft, with the original beside it. */
import type { Finding } from '../../language/diagnostics/index.ts';
import type { Start } from '../../verification/compare/index.ts';
import { addStep, createDraft, createTodo, Names } from '../project/index.ts';
import type { Draft, Project, TranslatedFlow } from '../project/index.ts';
import { CONTENT_ELSEWHERE, toText } from '../reading/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { listExternalPaths } from './examples.ts';
import { collectFacts, FlowDirectory, listTexts } from './facts.ts';
import type { FlowFacts } from './facts.ts';
import { findFlows } from './find-flows.ts';
import { FlowNames } from './flow-names.ts';
import type { InterpretedFlow } from './interpreted-flow.ts';
import { Interpreter } from './interpreter.ts';
import { listMoments, readHours } from './opening-hours.ts';
import { readFlow } from './read-flow.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { toNodeId } from './step-context.ts';
import { nameResource, Targets } from './targets.ts';
import { findField } from './trees.ts';
import { FlowTranslation } from './translate-flow.ts';

/** A flow with what belongs to it. */
interface Member {
  flow: ConnectFlow;
  facts: FlowFacts;
  draft: Draft;
  targets: Targets;
}

/** A Monday at nine, UTC. */
const START_AT = Date.UTC(2026, 0, 5, 9);
const MAX_STARTS = 6;

export function translateProject(sources: readonly ReadSource[], project: Project): TranslatedFlow[] {
  const all = sources.flatMap((source) => readSourceFlows(source, project));
  tellElsewhere(sources, project);
  const flows = all.filter(({ kind }) => kind !== 'aside');
  const names = new FlowNames();
  const asides = all.filter(({ kind }) => kind === 'aside');
  const directory = new FlowDirectory(flows);
  const facts = collectFacts(flows, directory);
  const members = flows.flatMap((flow) => {
    const own = facts.get(flow);
    if (own === undefined) return [];
    const draft = createDraft(names.take(flow.title, toFileName(flow.file)));
    return [{ flow, facts: own, draft, targets: new Targets(project, draft, flow.file) }];
  });
  for (const flow of asides) {
    tellAside(flow, names.take(flow.title, toFileName(flow.file)), project);
    if (flows.length === 0) refuse(flow, project);
  }
  const missing = new MissingFlows(names);
  const byFlow = new Map(members.map((member) => [member.flow, member]));
  const variableNames = new Names('vars');
  for (const { flow, facts: own, draft, targets } of members) {
    if (flow.description !== undefined) draft.flow.description = flow.description;
    new FlowTranslation({
      flow,
      facts: own,
      draft,
      project,
      targets,
      directory,
      variableNames,
      nameMissingFlow: ({ action }) => missing.nameFlow(action, targets),
      findFlow: ({ action }) => {
        const called = directory.findCalled(action);
        const member = called && byFlow.get(called);
        return member && { flow: member.flow, name: member.draft.flow.name, facts: member.facts };
      },
    }).run();
  }
  const interpreted = members.map((member) => describeForInterpreter(member, { members, directory }));
  const isCalled = new Set(
    members.flatMap(({ flow, facts: own }) => own.calls.filter((called) => called !== flow)),
  );
  const isEntry = ({ flow }: Member) => flow.kind === 'inbound' && !isCalled.has(flow);
  const hasEntry = members.some(isEntry);
  return [
    ...members.map((member, index) => ({
      draft: member.draft,
      original: new Interpreter(interpreted, index, listStarts(interpreted)),
      isEntry: isEntry(member) || (!hasEntry && index === 0 && member.flow.kind === 'inbound'),
    })),
    ...missing.list(),
  ];
}

function readSourceFlows(source: ReadSource, project: Project): ConnectFlow[] {
  const report = (finding: Finding) => {
    project.report(source.file, finding);
  };
  const found = findFlows(source, report);
  if (found.length === 0) {
    const { span } = source.root;
    report({ code: 'import-no-entry', message: 'the file holds no flow of Amazon Connect', span });
  }
  return found.map((one) => readFlow(one, report));
}

/** Tells of flows of Terraform whose content comes from a file that was not given. */
function tellElsewhere(sources: readonly ReadSource[], project: Project): void {
  const given = new Set(sources.map(({ file }) => file.split(/[/\\]/).at(-1)));
  for (const { file, root, format } of sources) {
    if (format === 'xml' || root.kind !== 'object') continue;
    for (const { key, value } of root.entries) {
      const from = value.kind === 'object' ? findField(value, CONTENT_ELSEWHERE) : undefined;
      const text = toText(from);
      const name = /"[^"\n]*?([^"/\n]+)"/.exec(text ?? '')?.[1];
      if (from === undefined || text === undefined || given.has(name)) continue;
      project.report(file, {
        code: 'import-broken-node',
        message: `the content of "${key}" comes from elsewhere (${text}), so this flow was not imported`,
        span: from.span,
        hint: 'import that file together with this one',
      });
    }
  }
}

function toFileName(file: string): string {
  return (file.split(/[/\\]/).at(-1) ?? file).replace(/\.[^.]*$/, '');
}

/** A flow that plays to agents, or to callers who wait or are held, takes no calls. */
function tellAside(flow: ConnectFlow, name: string, project: Project): void {
  const { file, span } = flow;
  for (const { id, type, span: at } of flow.actions.values())
    project.addNode({
      id: toNodeId({ flow, draft: createDraft(name) }, id),
      name: id,
      type,
      file,
      span: at,
      grade: 'dropped',
      reason: 'AGENT_SIDE_FLOW',
    });
  project.addLoss({
    reason: 'AGENT_SIDE_FLOW',
    node: `${file}#${name}`,
    file,
    span,
    detail: flow.title ?? name,
  });
}

/** Refuses files that hold no flow that takes calls. */
function refuse({ file, span }: ConnectFlow, project: Project): void {
  const message = 'the flow plays to agents, or to callers who wait or are held; it takes no calls';
  project.report(file, { code: 'import-refused', message, span });
}

/** Flows that are not among the files: each is one step, to be written by a person. */
class MissingFlows {
  readonly #names: FlowNames;
  readonly #found = new Map<string, { name: string; draft?: Draft; isModule: boolean }>();

  constructor(names: FlowNames) {
    this.#names = names;
  }

  /** Returns the name of the flow that a block leads to: the answer, or a flow of one step. */
  nameFlow(action: Action, targets: Targets): string {
    const isModule = action.type === 'InvokeFlowModule';
    const title = nameResource(action, isModule ? 'FlowModuleId' : 'ContactFlowId') ?? 'flow';
    const known = this.#found.get(title);
    if (known !== undefined) return known.name;
    const answer = targets.findFlow(title, action.span);
    const name =
      answer ?? this.#names.take(/^[\da-f-]{30,}$/i.test(title) ? `flow ${title.slice(0, 8)}` : title);
    const draft = answer === undefined ? this.#makeDraft(name, { title, isModule }) : undefined;
    this.#found.set(title, { name, isModule, ...(draft && { draft }) });
    return name;
  }

  #makeDraft(name: string, { title, isModule }: { title: string; isModule: boolean }): Draft {
    const draft = createDraft(name);
    draft.flow.description = `Stands for "${title}" of the original.`;
    if (isModule) draft.flow.returns = {};
    addStep(draft, 'todo_flow', {
      ...createTodo('flow', { reason: 'SUBFLOW_ELSEWHERE', next: isModule ? 'return' : 'hangup' }),
      nodes: [],
    });
    return draft;
  }

  list(): TranslatedFlow[] {
    return [...this.#found.values()].flatMap(({ draft }) =>
      draft === undefined ? [] : [{ draft, original: createUnknownFlow(), isEntry: false }],
    );
  }
}

/** A flow of which nothing is known. */
function createUnknownFlow(): TranslatedFlow['original'] {
  const turn = {
    state: null,
    effects: [{ kind: 'unsupported' as const, what: 'a flow that is not among the files' }],
    awaits: { kind: 'nothing' as const },
  };
  return { starts: () => [createStart(START_AT)], begin: () => turn, move: () => ({ ...turn, effects: [] }) };
}

function createStart(at: number): Start {
  return { direction: 'inbound', at, remote: '+12025550143', own: '+12025550100', params: {} };
}

interface Surroundings {
  members: readonly Member[];
  directory: FlowDirectory;
}

function describeForInterpreter(member: Member, { members, directory }: Surroundings): InterpretedFlow {
  const { flow, facts, targets } = member;
  return {
    flow,
    reachable: facts.reachable,
    targets,
    externalPaths: listExternalPaths(facts.reachable, ({ parameters }) => listTexts(parameters)),
    findCalled(action) {
      const called = directory.findCalled(action);
      return called === undefined ? undefined : members.findIndex((one) => one.flow === called);
    },
    findHours(name, action) {
      const hours = targets.findHours(name, action.span);
      return hours && readHours(hours);
    },
  };
}

/** Lists starts inside and outside of the opening hours that the answers tell. */
function listStarts(flows: readonly InterpretedFlow[]): Start[] {
  const found = flows.flatMap(({ targets }) => targets.listHours()).flatMap((one) => readHours(one) ?? []);
  const moments = new Set(found.flatMap((hours) => listMoments(hours, START_AT)));
  const listed = [...moments].slice(0, MAX_STARTS);
  return (listed.length === 0 ? [START_AT] : listed).map(createStart);
}
