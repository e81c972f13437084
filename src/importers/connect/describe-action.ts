/** Names for blocks that have none. */
import { describeNode } from '../project/index.ts';
import { Fields } from '../reading/index.ts';
import type { Action } from './read-flow.ts';
import { nameResource } from './targets.ts';

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
  return separateWords(type).toLowerCase();
}

/** Writes `accountNumber` as two words. */
export function separateWords(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
}

/** Parameters that tell what a block is about, by its type. */
const resources: Readonly<Record<string, string>> = {
  InvokeLambdaFunction: 'LambdaFunctionARN',
  CheckHoursOfOperation: 'HoursOfOperationId',
  UpdateContactTargetQueue: 'QueueId',
  TransferToFlow: 'ContactFlowId',
  InvokeFlowModule: 'FlowModuleId',
};

/** Describes a block by what it does and what it is about: `ask account number`, `check tier`. */
export function describeAction(action: Action): string {
  const { type, parameters } = action;
  const verb = (Object.hasOwn(verbs, type) ? verbs[type] : undefined) ?? splitWords(type);
  const fields = new Fields(parameters);
  const resource = Object.hasOwn(resources, type) ? nameResource(action, resources[type] ?? '') : undefined;
  const compared = fields.text('ComparisonValue')?.split('.').at(-1);
  const set = [...fields.fields('Attributes').names, ...fields.fields('FlowAttributes').names][0];
  const said = [fields.text('Text'), fields.text('SSML')].find(
    (text) => text !== undefined && text.trim() !== '',
  );
  const prompt = nameResource(action, 'PromptId');
  return describeNode(verb, said ?? separateWords(resource ?? compared ?? set ?? prompt ?? ''));
}
