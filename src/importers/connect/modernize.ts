/** Turns the old console export, a list of modules, into the flow language. */
import { Fields } from '../reading/index.ts';
import type { DataNode, ObjectNode } from '../reading/index.ts';
import { modernizeBranches } from './old-branches.ts';
import { OldParameters, toPath } from './old-parameters.ts';
import { findField, makeList, makeObject, makeText } from './trees.ts';
import type { NewField } from './trees.ts';

/** Returns the flow in the new form; a flow of that form is returned as it is. */
export function modernizeFlow(root: ObjectNode): ObjectNode {
  const modules = findField(root, 'modules');
  if (modules?.kind !== 'list' || findField(root, 'Actions')?.kind === 'list') return root;
  const old = new Fields(root);
  const metadata = old.fields('metadata');
  const actions = modules.items.map(modernizeModule);
  return makeObject(root.span, [
    ['StartAction', old.node('start')],
    [
      'Actions',
      makeList(
        modules.span,
        actions.map(({ action }) => action),
      ),
    ],
    [
      'Metadata',
      makeObject(root.span, [
        ['name', metadata.node('name')],
        ['description', metadata.node('description')],
        ['type', metadata.node('type') ?? old.node('type')],
        [
          'ActionMetadata',
          makeObject(
            root.span,
            actions.map(({ id, metadata: about }) => [id, about]),
          ),
        ],
      ]),
    ],
  ]);
}

interface Modernized {
  id: string;
  action: DataNode;
  metadata: DataNode;
}

function modernizeModule(node: DataNode): Modernized {
  const fields = new Fields(node);
  const type = fields.text('type') ?? '';
  const target = fields.text('target') ?? '';
  const parameters = new OldParameters(fields.list('parameters'), node.span);
  const row = findRow(type, target);
  const converted = row?.convert(parameters) ?? [];
  const action = makeObject(node.span, [
    ['Identifier', fields.node('id')],
    ['Type', makeText(fields.spanOf('type'), row?.type ?? type)],
    ['Parameters', makeObject(node.span, [...converted, ...parameters.listRest()])],
    ['Transitions', modernizeBranches(fields.list('branches'), node)],
  ]);
  return { id: fields.text('id') ?? '', action, metadata: describeModule(node, parameters) };
}

/** Names of the things that a module refers to, in the shape of the new form's metadata. */
function describeModule(node: DataNode, parameters: OldParameters): DataNode {
  const named = (parameter: string, ...keys: string[]): NewField => {
    const name = keys.map((key) => parameters.resourceName(key)).find((one) => one !== undefined);
    if (name === undefined) return [parameter, undefined];
    return [parameter, makeObject(node.span, [['displayName', makeText(node.span, name)]])];
  };
  const metadata = findField(node, 'metadata');
  return makeObject(node.span, [
    ...(metadata?.kind === 'object' ? metadata.entries.map(({ key, value }): NewField => [key, value]) : []),
    [
      'parameters',
      makeObject(node.span, [
        named('QueueId', 'Queue'),
        named('PromptId', 'AudioPrompt'),
        named('ContactFlowId', 'ContactFlowId'),
        named('HoursOfOperationId', 'Hours'),
      ]),
    ],
  ]);
}

/** True for a name that only the old export has for a block. */
export function isOldType(type: string): boolean {
  return Object.hasOwn(rows, type) && rows[type]?.type !== type;
}

interface Row {
  type: string;
  convert: (old: OldParameters) => NewField[];
}

function findRow(type: string, target: string): Row | undefined {
  const key = Object.hasOwn(rows, `${type} ${target}`) ? `${type} ${target}` : type;
  return Object.hasOwn(rows, key) ? rows[key] : undefined;
}

/** Makes a row whose parameters only have other names. */
function rename(type: string, names: Readonly<Record<string, string>> = {}): Row {
  return { type, convert: (old) => Object.entries(names).map(([now, then]) => [now, old.value(then)]) };
}

function convertPrompt(old: OldParameters): NewField[] {
  const isMarked = old.text('TextToSpeechType')?.toLowerCase() === 'ssml';
  return [
    [isMarked ? 'SSML' : 'Text', old.value('Text')],
    ['PromptId', old.value('AudioPrompt') ?? old.value('Prompt')],
  ];
}

function convertInput(old: OldParameters): NewField[] {
  old.value('MaxDigits');
  const storing: NewField = ['StoreInput', makeText(old.span, 'False')];
  return [...convertPrompt(old), ['InputTimeLimitSeconds', old.value('Timeout')], storing];
}

function convertStoredInput(old: OldParameters): NewField[] {
  const isPhone = old.text('CustomerInputType') === 'PhoneNumber';
  const phone: NewField[] = [
    ['NumberFormat', old.value('PhoneNumberFormat')],
    ['CountryCode', old.value('CountryCode')],
  ];
  const custom: NewField[] = [['MaximumLength', old.value('MaxDigits')]];
  const encryption: NewField[] = [
    ['EncryptionKeyId', old.value('EncryptionKeyId')],
    ['Key', old.value('EncryptionKey')],
  ];
  const isEncrypted = old.text('EncryptEntry')?.toLowerCase() === 'true';
  return [
    ...convertPrompt(old),
    ['InputTimeLimitSeconds', old.value('Timeout')],
    ['StoreInput', makeText(old.span, 'True')],
    [
      'InputValidation',
      makeObject(old.span, [
        isPhone
          ? ['PhoneNumberValidation', makeObject(old.span, phone)]
          : ['CustomValidation', makeObject(old.span, custom)],
      ]),
    ],
    [
      'DTMFConfiguration',
      makeObject(old.span, [
        ['InputTerminationSequence', old.value('TerminatorDigits') ?? old.value('CustomTerminateKey')],
        ['DisableCancelKey', old.value('DisableCancel')],
      ]),
    ],
    ['InputEncryption', isEncrypted ? makeObject(old.span, encryption) : undefined],
  ];
}

function convertComparison(old: OldParameters): NewField[] {
  const path = toPath(old.text('Namespace') ?? 'User Defined', old.text('Attribute') ?? '');
  return [['ComparisonValue', makeText(old.span, path)]];
}

function convertBot(old: OldParameters): NewField[] {
  old.value('Timeout');
  old.value('MaxDigits');
  const bot: NewField[] = [
    ['Name', old.value('BotName')],
    ['Region', old.value('BotRegion')],
    ['Alias', old.value('BotAlias')],
  ];
  return [...convertPrompt(old), ['LexBot', makeObject(old.span, bot)]];
}

function convertDial(old: OldParameters): NewField[] {
  const isBlind = old.text('BlindTransfer')?.toLowerCase() === 'true';
  return [
    ['ThirdPartyPhoneNumber', old.value('PhoneNumber')],
    [
      'ThirdPartyConnectionTimeLimitSeconds',
      old.value('TimeLimit') ?? old.value('CallTimeout') ?? old.value('Timeout'),
    ],
    ['ContinueFlowExecution', makeText(old.span, isBlind ? 'False' : 'True')],
  ];
}

/** A value for the screen of the agent was an attribute before attributes had a block of their own. */
function convertScreenPop(old: OldParameters): NewField[] {
  return [['Attributes', makeObject(old.span, [[old.text('key') ?? '', old.value('value')]])]];
}

const hooks = rename('UpdateContactEventHooks', { EventHooks: 'ContactFlowId', Type: 'Type' });
const prompt: Row = { type: 'MessageParticipant', convert: convertPrompt };
const storedInput: Row = { type: 'GetParticipantInput', convert: convertStoredInput };
const bot: Row = { type: 'ConnectParticipantWithLexBot', convert: convertBot };
const lambda: Row = {
  type: 'InvokeLambdaFunction',
  convert: (old) => [
    ['LambdaFunctionARN', old.value('FunctionArn')],
    ['InvocationTimeLimitSeconds', old.value('TimeLimit')],
    ['LambdaInvocationAttributes', old.map('Parameter')],
  ],
};

/** Types of modules, some with their target. */
const rows: Readonly<Record<string, Row>> = {
  PlayPrompt: prompt,
  PlayAudio: prompt,
  GetUserInput: { type: 'GetParticipantInput', convert: convertInput },
  'GetUserInput Lex': bot,
  'GetUserInput ConversationalBot': bot,
  StoreUserInput: storedInput,
  StoreCustomerInput: storedInput,
  CheckAttribute: { type: 'Compare', convert: convertComparison },
  SetAttributes: {
    type: 'UpdateContactAttributes',
    convert: (old) => [['Attributes', old.map('Attribute')]],
  },
  SetScreenPop: { type: 'UpdateContactAttributes', convert: convertScreenPop },
  SetQueue: rename('UpdateContactTargetQueue', { QueueId: 'Queue', AgentId: 'Agent' }),
  'Transfer Queue': rename('TransferContactToQueue'),
  CustomerInQueue: rename('TransferContactToQueue'),
  'Transfer Agent': rename('TransferContactToAgent'),
  'Transfer Flow': rename('TransferToFlow', { ContactFlowId: 'ContactFlowId' }),
  'Transfer PhoneNumber': { type: 'TransferParticipantToThirdParty', convert: convertDial },
  'Transfer External': { type: 'TransferParticipantToThirdParty', convert: convertDial },
  Disconnect: rename('DisconnectParticipant'),
  ResumeContact: rename('EndFlowExecution'),
  EndFlow: rename('EndFlowExecution'),
  InvokeExternalResource: lambda,
  CheckHoursOfOperation: rename('CheckHoursOfOperation', { HoursOfOperationId: 'Hours' }),
  Loop: rename('Loop', { LoopCount: 'LoopCount' }),
  LoopPrompts: rename('MessageParticipantIteratively'),
  SetVoice: rename('UpdateContactTextToSpeechVoice', {
    TextToSpeechVoice: 'GlobalVoice',
    TextToSpeechEngine: 'GlobalEngine',
    TextToSpeechStyle: 'GlobalVoiceStyle',
  }),
  SetLoggingBehavior: rename('UpdateFlowLoggingBehavior', { FlowLoggingBehavior: 'LoggingBehavior' }),
  SetRecordingBehavior: rename('UpdateContactRecordingBehavior', {
    RecordingBehavior: 'RecordingBehaviorOption',
  }),
  SetContactFlow: hooks,
  SetEventHook: hooks,
  SetHoldFlow: hooks,
  SetWhisperFlow: hooks,
  SetCustomerQueueFlow: hooks,
  SetDisconnectFlow: hooks,
  SetCallBackNumber: rename('UpdateContactCallbackNumber', { CallbackNumber: 'CallBackNumber' }),
  UpdateRoutingPriority: rename('UpdateContactRoutingBehavior'),
  ChangeRoutingPriority: rename('UpdateContactRoutingBehavior'),
  CheckQueueStatus: rename('CheckMetricData'),
  CheckStaffing: rename('CheckMetricData'),
  GetQueueMetrics: rename('GetMetricData'),
  PercentileBranching: rename('DistributeByPercentage'),
  CreateCallback: rename('CreateCallbackContact'),
  StartMediaStreaming: rename('UpdateContactMediaStreamingBehavior'),
  StopMediaStreaming: rename('UpdateContactMediaStreamingBehavior'),
  InvokeModule: rename('InvokeFlowModule', { FlowModuleId: 'FlowModuleId' }),
  EndModule: rename('EndFlowModuleExecution'),
};
