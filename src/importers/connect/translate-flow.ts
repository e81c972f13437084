/** Translates one flow to a draft, block by block. */
import { addStep, isMeaningless, Names } from '../project/index.ts';
import type { Draft, Project } from '../project/index.ts';
import { passMessage, translateBot, translateInput, translateMessage } from './ask.ts';
import { classify } from './classify.ts';
import {
  passAttributes,
  passComparison,
  passLoop,
  translateAttributes,
  translateCallbackNumber,
  translateComparison,
  translateLoop,
} from './decide.ts';
import { describeAction, separateWords } from './describe-action.ts';
import { listTexts } from './facts.ts';
import type { FlowDirectory, FlowFacts } from './facts.ts';
import { findLanguageChange, findRecordingChange, FlowStates } from './flow-states.ts';
import { readVoice, translateFunction, translateHours, translateVoice } from './outside.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { splitText } from './references.ts';
import { StepContext, toNodeId } from './step-context.ts';
import type { FlowContext } from './step-context.ts';
import type { Targets } from './targets.ts';
import {
  passQueueTransfer,
  readQueueParameters,
  translateDial,
  translateFlowTransfer,
  translateQueue,
  translateQueueTransfer,
} from './transfer.ts';
import type { Elsewhere } from './transfer.ts';
import { Variables } from './variables.ts';
import { DEFAULT_LANGUAGE } from './voices.ts';

interface FlowTask {
  flow: ConnectFlow;
  facts: FlowFacts;
  draft: Draft;
  project: Project;
  targets: Targets;
  directory: FlowDirectory;
  /** Names of variables in the whole project. */
  variableNames: Names;
  findFlow: (context: StepContext) => ReturnType<Elsewhere['findFlow']>;
  nameMissingFlow: Elsewhere['nameMissingFlow'];
}

type Pass = (context: StepContext) => { to: string | undefined } | undefined;

export class FlowTranslation {
  readonly #task: FlowTask;
  readonly #shared: FlowContext;
  readonly #elsewhere: Elsewhere;
  readonly #stepNames = new Names('steps');
  readonly #contexts = new Map<string, StepContext>();
  readonly #passed = new Map<string, string | undefined>();
  readonly #pending: StepContext[] = [];
  readonly #states: FlowStates;
  readonly #needsQueueVariable: boolean;
  readonly #needsLanguageSteps: boolean;

  constructor(task: FlowTask) {
    this.#task = task;
    const { flow, draft, project, targets, facts } = task;
    const states = new FlowStates(flow, facts);
    this.#states = states;
    this.#needsQueueVariable = states.needsQueueVariable();
    this.#needsLanguageSteps = this.#declareLanguages();
    this.#shared = {
      flow,
      draft,
      project,
      targets,
      variables: new Variables(draft, facts, task.variableNames),
      findStep: (id) => this.#findStep(id),
      nameStep: (wish) =>
        this.#stepNames.nameOf(`more ${wish} ${Object.keys(draft.flow.steps).length}`, wish),
      look: (action) => ({
        findQueueWord: (kind) => (kind === 'queue_name' ? states.findQueue(action).only : undefined),
        isSecret: states.isSecret(action),
      }),
    };
    this.#elsewhere = {
      findQueue: ({ action }) => states.findQueue(action),
      findFlow: task.findFlow,
      nameMissingFlow: task.nameMissingFlow,
      isRecorded: ({ action }) => states.isRecorded(action),
    };
  }

  run(): void {
    const { flow, draft, facts } = this.#task;
    const first = this.#begin();
    const entry = this.#findStep(flow.start);
    if (first !== undefined) first.next = entry;
    for (let context = this.#pending.pop(); context !== undefined; context = this.#pending.pop()) {
      const before = this.#pending.length;
      if (context.isStub) context.addStub();
      else this.#translate(context);
      context.finish();
      // What was found first comes next.
      this.#pending.push(...this.#pending.splice(before).reverse());
    }
    if (Object.keys(draft.flow.steps).length === 0)
      addStep(draft, 'end', {
        step: flow.kind === 'module' && entry === 'return' ? { return: null } : { hangup: null },
        nodes: [],
      });
    if (flow.kind === 'module') this.#declareReturns();
    this.#tellUnreached(facts);
  }

  /** Values that come from another flow and are changed here begin as variables. */
  #begin(): { next?: string } | undefined {
    const { facts, draft } = this.#task;
    const { variables } = this.#shared;
    const keys = [...facts.params].filter((key) => facts.writes.has(key));
    if (keys.length === 0) return undefined;
    const values = keys.map((key) => [
      variables.declare(key),
      `\${params.${variables.declareParameter(key)}}`,
    ]);
    const step = {
      set: Object.fromEntries(values) as Record<string, string>,
      next: 'hangup',
      on: { failed: 'hangup' },
    };
    addStep(draft, this.#stepNames.nameOf('begin', 'take over'), { step, nodes: [] });
    return step;
  }

  #declareReturns(): void {
    const { facts, draft } = this.#task;
    const { variables } = this.#shared;
    draft.flow.returns = Object.fromEntries(
      [...facts.returns].map((key) => [variables.nameKey(key), variables.read(key)]),
    );
  }

  #tellUnreached(facts: FlowFacts): void {
    const { flow, project } = this.#task;
    const reached = new Set(facts.reachable.map(({ id }) => id));
    for (const action of flow.actions.values()) {
      if (this.#contexts.has(action.id)) continue;
      const { id, type, span } = action;
      // Blocks behind ways that no call takes are as good as unreachable.
      const place = { file: flow.file, span };
      project.addNode({
        id: toNodeId(this.#shared, id),
        name: id,
        type,
        ...place,
        grade: 'dropped',
        reason: 'UNREACHABLE',
      });
      if (!reached.has(id))
        project.addLoss({ reason: 'UNREACHABLE', node: toNodeId(this.#shared, id), ...place, detail: type });
    }
  }

  /** Returns the step for a block, behind blocks that need none. */
  #findStep(from: string | undefined): string {
    const seen = new Set<string>();
    let id = from;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const action = this.#task.flow.actions.get(id);
      if (action === undefined) return 'hangup';
      const known = this.#contexts.has(id);
      if (known && !this.#passed.has(id)) return this.#stepNames.nameOf(id);
      if (!known) {
        const context = new StepContext(this.#shared, action, classify(action, this.#classifier));
        this.#contexts.set(id, context);
        const passed = this.#pass(context);
        if (passed === undefined) return this.#open(context);
        context.finish();
        this.#passed.set(id, passed.to);
      }
      const next: string | undefined = this.#passed.get(id);
      if (next === RETURN) return 'return';
      id = next;
    }
    return 'hangup';
  }

  get #classifier() {
    const { flow, directory, targets } = this.#task;
    return {
      flow,
      directory,
      targets,
      findQueueName: (action: Action) => this.#states.findQueue(action).only,
    };
  }

  /** Names a block's step, which is then to be made. */
  #open(context: StepContext): string {
    const { action } = context;
    const wish = isMeaningless(action.id) ? describeAction(action) : separateWords(action.id);
    const name = this.#stepNames.nameOf(action.id, context.isStub ? `todo ${wish}` : wish);
    this.#pending.push(context);
    return name;
  }

  #pass(context: StepContext): { to: string | undefined } | undefined {
    const { type } = context.action;
    if (context.isDropped) return { to: context.action.next ?? context.failure() };
    if (context.isStub) return undefined;
    if (Object.hasOwn(passes, type)) return passes[type]?.(context);
    if (type === 'UpdateContactTargetQueue' && !this.#needsQueueVariable) {
      readQueueParameters(context);
      return { to: context.action.next };
    }
    if (type === 'TransferContactToQueue' || type === 'TransferContactToAgent')
      return passQueueTransfer(context, this.#elsewhere);
    if (type !== 'UpdateContactTextToSpeechVoice') return undefined;
    if (this.#needsLanguageSteps && findLanguageChange(context.action) !== undefined) return undefined;
    readVoice(context);
    return { to: context.action.next };
  }

  #translate(context: StepContext): void {
    const { type } = context.action;
    if (Object.hasOwn(translators, type)) translators[type]?.(context, this.#elsewhere);
    else if (type === 'InvokeLambdaFunction') translateFunction(context, this.#listAnswers());
    else if (type === 'CheckHoursOfOperation')
      translateHours(context, this.#states.findQueue(context.action).only);
    else translateVoice(context, findLanguageChange(context.action) ?? DEFAULT_LANGUAGE);
  }

  /** Lists the fields of functions' answers that the flow reads. */
  #listAnswers(): readonly (readonly string[])[] {
    const paths = new Map<string, readonly string[]>();
    for (const { parameters } of this.#task.facts.reachable)
      for (const part of listTexts(parameters).flatMap(splitText))
        if (typeof part === 'object' && 'reference' in part && part.reference.kind === 'external')
          paths.set(part.reference.path.join('.'), part.reference.path);
    return [...paths.values()];
  }

  /** Declares the languages that are spoken; returns true if they change within the flow. */
  #declareLanguages(): boolean {
    const spoken = this.#states.listSpoken();
    if (spoken.length === 1 && spoken[0] === DEFAULT_LANGUAGE) return false;
    if (spoken.length > 0) this.#task.draft.flow.languages = spoken;
    return spoken.length > 1;
  }
}

/** Stands for the end of a module. */
const RETURN = '\0return';

const passes: Readonly<Record<string, Pass>> = {
  Compare: passComparison,
  MessageParticipant: passMessage,
  UpdateContactAttributes: passAttributes,
  UpdateFlowAttributes: passAttributes,
  Loop: passLoop,
  // A call cannot wait, so that it takes the way for errors.
  Wait: (context) => {
    context.parameters.ignore(...context.parameters.names);
    return { to: context.failure() };
  },
  DisconnectParticipant: () => ({ to: undefined }),
  EndFlowExecution: () => ({ to: undefined }),
  EndFlowModuleExecution: () => ({ to: RETURN }),
  CheckOutboundCallStatus: (context) => ({ to: context.condition('CallAnswered') ?? context.action.next }),
  UpdateContactRecordingBehavior: passRecording,
  UpdateContactRecordingAndAnalyticsBehavior: passRecording,
};

function passRecording(context: StepContext): { to: string | undefined } {
  context.parameters.ignore('RecordingBehavior', 'RecordingParticipantOption');
  context.failure();
  if (findRecordingChange(context.action) === 'on') context.lose('RECORDS_BRIDGED_ONLY');
  return { to: context.action.next };
}

const translators: Readonly<Record<string, (context: StepContext, elsewhere: Elsewhere) => void>> = {
  MessageParticipant: translateMessage,
  GetParticipantInput: translateInput,
  ConnectParticipantWithLexBot: translateBot,
  Compare: translateComparison,
  UpdateContactAttributes: translateAttributes,
  UpdateFlowAttributes: translateAttributes,
  UpdateContactCallbackNumber: translateCallbackNumber,
  Loop: translateLoop,
  UpdateContactTargetQueue: translateQueue,
  TransferContactToQueue: translateQueueTransfer,
  TransferContactToAgent: translateQueueTransfer,
  DequeueContactAndTransferToQueue: translateQueueTransfer,
  TransferParticipantToThirdParty: translateDial,
  TransferToFlow: translateFlowTransfer,
  InvokeFlowModule: translateFlowTransfer,
};
