/** Importer of Twilio Studio: flow definitions as the console and the API export them. */
import {
  addStep,
  createDraft,
  createTodo,
  reasons,
  type Project,
  type System,
  type TranslatedFlow,
} from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { createSide } from './interpreter/interpreter.ts';
import { mapping } from './mapping.ts';
import { Outside } from './outside.ts';
import { isStudioFlow, readFlow } from './read.ts';
import { findEntries, FlowLinks, listEntries, type Entries } from './translation/project-flows.ts';
import { nameSubflow } from './translation/subflow.ts';
import { translateFlow } from './translation/translate.ts';
import type { StudioFlow } from './widgets.ts';

export const studio: System = {
  id: 'studio',
  name: 'Twilio Studio',
  mapping,
  recognise: isStudioFlow,
  translate,
};

function translate(sources: readonly ReadSource[], project: Project): TranslatedFlow[] {
  const read = sources.filter(isStudioFlow).map((source) => readFlow(source, project));
  const flows = nameApart(read);
  const links = new FlowLinks(flows, project.answers.flows);
  const outside = new Outside(project);
  const findFlow = (sid: string) => {
    const found = links.find(sid);
    return found && flows.indexOf(found);
  };
  const translated = flows.flatMap((flow, index) => {
    const entries = checkEntries(flow, project);
    if (entries === undefined) return [];
    const draft = translateFlow({ flow, entries, links, project, outside });
    return [
      { draft, original: createSide(flows, index, { outside, findFlow }), isEntry: !links.isRun(flow) },
    ];
  });
  return [...translated, ...writeMissingFlows(flows, links, { project, outside })];
}

/** Gives flows of the same name numbers. */
function nameApart(flows: readonly StudioFlow[]): StudioFlow[] {
  const taken = new Set<string>();
  return flows.map((flow) => {
    let { name } = flow;
    for (let number = 2; taken.has(name); number += 1) name = `${flow.name}-${number}`;
    taken.add(name);
    return { ...flow, name };
  });
}

/** Returns the entries of a flow that answers or places calls; otherwise reports why there are none. */
function checkEntries(flow: StudioFlow, project: Project): Entries | undefined {
  const entries = findEntries(flow);
  if (entries?.isMessaging === true) {
    project.report(flow.file, {
      code: 'import-refused',
      message: reasons.MESSAGE_CONVERSATION.text,
      span: flow.span,
    });
    return undefined;
  }
  if (entries !== undefined && listEntries(entries, true).length > 0) return entries;
  const message =
    entries === undefined
      ? `the flow begins with "${flow.initial}", which does not exist`
      : 'no event of the trigger with which a call begins leads anywhere';
  project.report(flow.file, { code: 'import-no-entry', message, span: flow.span });
  return undefined;
}

/** Writes a flow of one stub for each that is run and not among the files. */
function writeMissingFlows(
  flows: readonly StudioFlow[],
  links: FlowLinks,
  { project, outside }: { project: Project; outside: Outside },
): TranslatedFlow[] {
  const names = new Set<string>();
  for (const widget of flows.flatMap(({ widgets }) => widgets)) {
    const { does } = widget;
    if (does.kind !== 'subflow' || links.find(does.sid) !== undefined) continue;
    const { flows: known } = project.answers;
    names.add(
      (Object.hasOwn(known, does.sid) ? known[does.sid] : undefined) ?? nameSubflow(does.sid, widget),
    );
  }
  return [...names].map((name) => {
    const draft = createDraft(name);
    draft.flow.returns = {};
    addStep(draft, 'todo_flow', {
      ...createTodo('flow', { reason: 'SUBFLOW_ELSEWHERE', next: 'return' }),
      nodes: [],
    });
    const original = createSide([], 0, { outside, findFlow: () => undefined });
    return { draft, original, isEntry: false };
  });
}
