/** What may hold when a block is reached: the queue, the language, the latest entry, recordings. */
import { Fields } from '../reading/index.ts';
import { listTexts, QUEUE } from './facts.ts';
import type { FlowFacts } from './facts.ts';
import { MAX_VALUES, spreadValues } from './graph.ts';
import type { Values } from './graph.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { nameResource } from './targets.ts';
import type { QueueState } from './transfer.ts';
import { DEFAULT_LANGUAGE, findVoiceLanguage } from './voices.ts';

/** The value of a state that nothing has set. */
const NONE = '';
/** A queue that another flow has set. */
const OTHER = '\0other';

const SPEAKING = new Set(['MessageParticipant', 'GetParticipantInput', 'ConnectParticipantWithLexBot']);

export class FlowStates {
  readonly #flow: ConnectFlow;
  readonly #facts: FlowFacts;
  readonly #queues: Map<string, Values>;
  readonly #languages: Map<string, Values>;
  readonly #inputs: Map<string, Values>;
  readonly #recordings: Map<string, Values>;

  constructor(flow: ConnectFlow, facts: FlowFacts) {
    this.#flow = flow;
    this.#facts = facts;
    this.#queues = spreadValues(flow, facts.params.has(QUEUE) ? OTHER : NONE, findQueueChange);
    this.#languages = spreadValues(flow, DEFAULT_LANGUAGE, findLanguageChange);
    this.#inputs = spreadValues(flow, NONE, findInputChange);
    this.#recordings = spreadValues(flow, 'off', findRecordingChange);
  }

  /** Lists the languages that are spoken. */
  listSpoken(): string[] {
    const speaking = this.#facts.reachable.filter(({ type }) => SPEAKING.has(type));
    return [...new Set(speaking.flatMap(({ id }) => this.#languages.get(id) ?? []))];
  }

  /** True if the latest entry can only be an encrypted one. */
  isSecret({ id }: Action): boolean {
    return this.#inputs.get(id)?.join() === 'secret';
  }

  isRecorded({ id }: Action): boolean {
    return this.#recordings.get(id)?.join() === 'on';
  }

  findQueue({ id }: Action): QueueState {
    const values = this.#queues.get(id) ?? [];
    const names = values.filter((one) => one !== NONE);
    const [name] = names;
    const isSetByModules = this.#isSetByModules;
    const isKnown = values.length === 1 && name !== undefined && name !== OTHER && !isSetByModules;
    return {
      only: isKnown ? name : undefined,
      mayBeNone:
        !isKnown &&
        (values.length !== names.length || values.includes(OTHER) || values.length === MAX_VALUES),
      mayBeSet: names.length > 0 || isSetByModules,
    };
  }

  /** True if a module that the flow runs sets the queue. */
  get #isSetByModules(): boolean {
    return (
      this.#facts.calls.some((called) => called.kind === 'module') && this.#facts.modulesWrite.has(QUEUE)
    );
  }

  /** True if the queue has to be kept in a variable, because one transfer can lead to several. */
  needsQueueVariable(): boolean {
    if (this.#facts.params.has(QUEUE) || this.#facts.returns.has(QUEUE) || this.#isSetByModules) return true;
    const isTransfer = ({ type }: Action) =>
      type === 'TransferContactToQueue' || type === 'TransferContactToAgent';
    return [...this.#flow.actions.values()].some(
      (action) => isTransfer(action) && (this.#queues.get(action.id)?.length ?? 0) > 1,
    );
  }
}

function findQueueChange(action: Action): string | undefined {
  if (action.type !== 'UpdateContactTargetQueue') return undefined;
  return nameResource(action, 'QueueId') ?? nameResource(action, 'AgentId') ?? 'BasicQueue';
}

/** Returns the language that a block changes to. */
export function findLanguageChange(action: Action): string | undefined {
  if (action.type !== 'UpdateContactTextToSpeechVoice') return undefined;
  return findVoiceLanguage(new Fields(action.parameters).text('TextToSpeechVoice') ?? '');
}

function findInputChange(action: Action): string | undefined {
  if (action.type !== 'GetParticipantInput') return undefined;
  const fields = new Fields(action.parameters);
  if (fields.boolean('StoreInput') !== true) return undefined;
  return fields.has('InputEncryption') ? 'secret' : 'plain';
}

/** Returns whether a block turns recordings on or off. */
export function findRecordingChange(action: Action): string | undefined {
  if (!action.type.startsWith('UpdateContactRecording')) return undefined;
  const behavior = new Fields(action.parameters).node('RecordingBehavior');
  if (behavior?.kind !== 'object') return listTexts(action.parameters).includes('Enable') ? 'on' : 'off';
  return new Fields(behavior).list('RecordedParticipants').length > 0 ? 'on' : 'off';
}
