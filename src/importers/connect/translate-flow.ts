/** Translates one flow to a draft, block by block. */
import { Fields } from '../reading/index.ts';
import { addStep, describeNode, isMeaningless, Names } from '../project/index.ts';
import type { Draft, Project } from '../project/index.ts';
import { translateBot, translateInput, translateMessage } from './ask.ts';
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
import { listTexts, QUEUE } from './facts.ts';
import type { FlowDirectory, FlowFacts } from './facts.ts';
import { spreadValues } from './graph.ts';
import type { Values } from './graph.ts';
import { readVoice, translateFunction, translateHours, translateVoice } from './outside.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { splitText } from './references.ts';
import { StepContext, toNodeId } from './step-context.ts';
import type { FlowContext } from './step-context.ts';
import { nameResource, Targets } from './targets.ts';
import {
  passQueueTransfer,
  readQueueParameters,
  translateDial,
  translateFlowTransfer,
  translateQueue,
  translateQueueTransfer,
} from './transfer.ts';
import type { Elsewhere, QueueState } from './transfer.ts';
import { Variables } from './variables.ts';
import { DEFAULT_LANGUAGE, findVoiceLanguage } from './voices.ts';

export interface FlowTask {
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

/** The value of a state that nothing has set. */
const NONE = '';

type Pass = (context: StepContext) => { to: string | undefined } | undefined;

export class FlowTranslation {
  readonly #task: FlowTask;
  readonly #shared: FlowContext;
  readonly #elsewhere: Elsewhere;
  readonly #stepNames = new Names('steps');
  readonly #contexts = new Map<string, StepContext>();
  readonly #passed = new Map<string, string | undefined>();
  readonly #pending: StepContext[] = [];
  readonly #queues: Map<string, Values>;
  readonly #languages: Map<string, Values>;
  readonly #inputs: Map<string, Values>;
  readonly #recordings: Map<string, Values>;
  readonly #needsQueueVariable: boolean;
  readonly #needsLanguageSteps: boolean;

  constructor(task: FlowTask) {
    this.#task = task;
    const { flow, draft, project, targets, facts } = task;
    this.#queues = spreadValues(flow, facts.params.has(QUEUE) ? '?' : NONE, findQueueChange);
    this.#languages = spreadValues(flow, DEFAULT_LANGUAGE, findLanguageChange);
    this.#inputs = spreadValues(flow, NONE, findInputChange);
    this.#recordings = spreadValues(flow, 'off', findRecordingChange);
    this.#needsQueueVariable = this.#computeQueueVariable();
    this.#needsLanguageSteps = this.#declareLanguages();
    this.#shared = {
      flow,
      draft,
      project,
      targets,
      variables: new Variables(draft, facts, task.variableNames),
      findStep: (id) => this.#findStep(id),
      look: (action) => ({
        findQueueWord: (kind) => this.#findQueueWord(kind, action),
        isSecret: (this.#inputs.get(action.id) ?? []).every((one) => one === 'secret'),
      }),
    };
    this.#elsewhere = {
      findQueue: ({ action }) => this.#findQueue(action),
      findFlow: task.findFlow,
      nameMissingFlow: task.nameMissingFlow,
      isRecorded: ({ action }) => this.#recordings.get(action.id)?.join() === 'on',
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
      addStep(draft, 'end', { step: flow.kind === 'module' && entry === 'return' ? { return: null } : { hangup: null }, nodes: [] });
    if (flow.kind === 'module') this.#declareReturns();
    this.#tellUnreached(facts);
  }

  /** Values that come from another flow and are changed here begin as variables. */
  #begin(): { next?: string } | undefined {
    const { facts, draft } = this.#task;
    const { variables } = this.#shared;
    const keys = [...facts.params].filter((key) => facts.writes.has(key));
    if (keys.length === 0) return undefined;
    const values = keys.map((key) => [variables.declare(key), `\${params.${variables.declareParameter(key)}}`]);
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
      project.addNode({ id: toNodeId(this.#shared, id), name: id, type, ...place, grade: 'dropped', reason: 'UNREACHABLE' });
      if (!reached.has(id)) project.addLoss({ reason: 'UNREACHABLE', node: toNodeId(this.#shared, id), ...place, detail: type });
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
    return { flow, directory, targets, findQueueName: (action: Action) => this.#findQueue(action).only };
  }

  /** Names a block's step, which is then to be made. */
  #open(context: StepContext): string {
    const { action } = context;
    const said = listTexts(action.parameters).find((text) => text.length > 3 && /\s/.test(text)) ?? '';
    const wish = isMeaningless(action.id) ? describeNode(verbs[action.type] ?? splitWords(action.type), said) : action.id;
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
      context.lose('QUEUE', nameResource(context.action, 'QueueId'));
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
    else if (type === 'CheckHoursOfOperation') translateHours(context, this.#findQueue(context.action).only);
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

  #findQueue(action: Action): QueueState {
    const values = this.#queues.get(action.id) ?? [];
    const names = values.filter((one) => one !== NONE);
    const [name] = names;
    const isKnown = values.length === 1 && name !== undefined && name !== '?' && !this.#task.facts.returns.has(QUEUE);
    return {
      only: isKnown ? name : undefined,
      mayBeNone: values.length !== names.length || values.includes('?') || values.length > 2,
      mayBeSet: names.length > 0 || this.#task.facts.params.has(QUEUE) || this.#mayBeSetByModules,
    };
  }

  /** True if a module that the flow runs sets the queue. */
  get #mayBeSetByModules(): boolean {
    const { flow, facts } = this.#task;
    const isSetHere = [...flow.actions.values()].some(({ type }) => type === 'UpdateContactTargetQueue');
    return facts.writes.has(QUEUE) && !isSetHere;
  }

  #findQueueWord(kind: 'queue_name' | 'queue_id', action: Action): string | undefined {
    return kind === 'queue_name' ? this.#findQueue(action).only : undefined;
  }

  #computeQueueVariable(): boolean {
    const { facts } = this.#task;
    if (facts.params.has(QUEUE) || facts.returns.has(QUEUE)) return true;
    return facts.reachable.some((action) => {
      const isTransfer = action.type === 'TransferContactToQueue' || action.type === 'TransferContactToAgent';
      return isTransfer && (this.#queues.get(action.id)?.length ?? 0) > 1;
    });
  }

  /** Declares the languages that are spoken; returns true if they change within the flow. */
  #declareLanguages(): boolean {
    const { draft, facts } = this.#task;
    const speaking = facts.reachable.filter(({ type }) => SPEAKING.has(type));
    const spoken = [...new Set(speaking.flatMap(({ id }) => this.#languages.get(id) ?? []))];
    if (spoken.length === 1 && spoken[0] === DEFAULT_LANGUAGE) return false;
    if (spoken.length > 0) draft.flow.languages = spoken;
    return spoken.length > 1;
  }
}

/** Stands for the end of a module. */
const RETURN = '\0return';

const SPEAKING = new Set(['MessageParticipant', 'GetParticipantInput', 'ConnectParticipantWithLexBot']);

const passes: Readonly<Record<string, Pass>> = {
  Compare: passComparison,
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

/** Verbs for names of steps whose block has none. */
const verbs: Readonly<Record<string, string>> = {
  MessageParticipant: 'say',
  GetParticipantInput: 'ask',
  ConnectParticipantWithLexBot: 'ask',
  Compare: 'check',
  UpdateContactAttributes: 'set',
  UpdateFlowAttributes: 'set',
  Loop: 'loop',
  InvokeLambdaFunction: 'request',
  CheckHoursOfOperation: 'check hours',
  UpdateContactTargetQueue: 'choose queue',
  TransferContactToQueue: 'connect',
  TransferContactToAgent: 'connect agent',
  TransferParticipantToThirdParty: 'dial',
  TransferToFlow: 'continue',
  InvokeFlowModule: 'run',
  UpdateContactTextToSpeechVoice: 'language',
};

function splitWords(type: string): string {
  return type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function findQueueChange(action: Action): string | undefined {
  if (action.type !== 'UpdateContactTargetQueue') return undefined;
  return nameResource(action, 'QueueId') ?? nameResource(action, 'AgentId') ?? 'BasicQueue';
}

function findLanguageChange(action: Action): string | undefined {
  if (action.type !== 'UpdateContactTextToSpeechVoice') return undefined;
  return findVoiceLanguage(new Fields(action.parameters).text('TextToSpeechVoice') ?? '');
}

function findInputChange(action: Action): string | undefined {
  if (action.type !== 'GetParticipantInput') return undefined;
  const fields = new Fields(action.parameters);
  if (fields.boolean('StoreInput') !== true) return undefined;
  return fields.has('InputEncryption') ? 'secret' : 'plain';
}

function findRecordingChange(action: Action): string | undefined {
  if (!action.type.startsWith('UpdateContactRecording')) return undefined;
  const behavior = new Fields(action.parameters).node('RecordingBehavior');
  if (behavior?.kind !== 'object') return listTexts(action.parameters).includes('Enable') ? 'on' : 'off';
  return new Fields(behavior).list('RecordedParticipants').length > 0 ? 'on' : 'off';
}
