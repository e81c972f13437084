/** Actions of tasks and choices of menus: what each does, by its word in the file. */
import type { DataNode } from '../reading/index.ts';
import type { Expression } from './expressions/syntax.ts';
import { unset } from './expressions/syntax.ts';
import { readCollect } from './read-collect.ts';
import type { Defaults } from './read-settings.ts';
import type { Does, Party, Statement, Transfer } from './model.ts';
import { readItem } from './node-reader.ts';
import type { NodeReader } from './node-reader.ts';
import { readConstant, readValue, readVariable, toLanguage } from './read-values.ts';

type Read = (reader: NodeReader, defaults: Defaults) => Does;

const readers: Readonly<Record<string, Read>> = {
  playAudio: (reader) => ({ kind: 'play', audio: reader.audio('audio') }),
  collectInput: (reader, defaults) => ({ kind: 'collect', collect: readCollect(reader, defaults) }),
  updateData: readStatements,
  findQueue: readQueue,
  endTask: (reader) => ({ kind: 'end_task', path: readPath(reader) }),
  disconnect: () => ({ kind: 'disconnect' }),
  previousMenu: () => ({ kind: 'previous_menu' }),
  repeatMenu: () => ({ kind: 'repeat_menu' }),
  setLanguage: (reader) => {
    const language = reader.constant('language');
    return { kind: 'language', language: language === undefined ? undefined : toLanguage(language) };
  },
  wait: (reader) => ({ kind: 'wait', delay: reader.number('delay', 'duration', 'waitTime') ?? 0 }),
  callData: readRequest,
  callBridgeAction: readRequest,
  callBridge: readRequest,
  dataTableLookup: readLookup,
  evaluateSchedule: (reader) => readSchedule(reader, false),
  evaluateScheduleGroup: (reader) => readSchedule(reader, true),
  transferToAcd: (reader, defaults) =>
    readTransfer(reader, defaults, { party: 'queue', target: 'targetQueue' }),
  transferToNumber: (reader, defaults) =>
    readTransfer(reader, defaults, { party: 'number', target: 'targetNumber' }),
  transferToUser: (reader, defaults) =>
    readTransfer(reader, defaults, { party: 'user', target: 'targetUser' }),
  transferToGroup: (reader, defaults) =>
    readTransfer(reader, defaults, { party: 'group', target: 'targetGroup' }),
  transferToFlow: readLeave,
  transferToFlowSecure: readLeave,
  setFlowOutcome: (reader) => {
    const value = reader.constant('outcomeValue', 'value', 'flowOutcomeValue')?.toLowerCase() ?? 'success';
    const name = reader.constant('flowOutcome', 'outcome') ?? '';
    return { kind: 'outcome', outcome: value === 'success' ? name : `${name} ${value}` };
  },
  addFlowMilestone: (reader) => ({
    kind: 'outcome',
    outcome: reader.constant('flowMilestone', 'milestone') ?? '',
  }),
  setParticipantData: (reader) => ({
    kind: 'write_data',
    values: listAttributes(reader).map(({ name, fields }) => ({
      variable: readConstant(name) ?? '',
      value: readValue(fields.value),
    })),
  }),
  getParticipantData: (reader) => ({
    kind: 'read_data',
    values: listAttributes(reader).flatMap(({ name, fields }) => {
      const variable = readVariable(fields.variable);
      return variable === undefined ? [] : [{ name: readValue(name), variable }];
    }),
  }),
};

/** Words of choices → those of the actions that do the same. */
const menuActions: Readonly<Record<string, string>> = {
  menuDisconnect: 'disconnect',
  menuPreviousMenu: 'previousMenu',
  menuRepeatMenu: 'repeatMenu',
  menuRepeat: 'repeatMenu',
  menuTransferToAcd: 'transferToAcd',
  menuTransferToNumber: 'transferToNumber',
  menuTransferToUser: 'transferToUser',
  menuTransferToGroup: 'transferToGroup',
  menuTransferToFlow: 'transferToFlow',
  menuTransferToFlowSecure: 'transferToFlowSecure',
};

/** Words of choices and actions that go on elsewhere, with the fields that may name where. */
export const jumps: Readonly<Record<string, { kind: 'menu' | 'task'; fields: readonly string[] }>> = {
  jumpToTask: { kind: 'task', fields: ['targetTaskRef', 'targetTask', 'task'] },
  jumpToMenu: { kind: 'menu', fields: ['targetMenuRef', 'targetMenu', 'menu'] },
  callMenu: { kind: 'menu', fields: ['targetMenuRef', 'targetMenu', 'menu'] },
  menuJumpToTask: { kind: 'task', fields: ['targetTaskRef', 'targetTask', 'task'] },
  menuJumpToMenu: { kind: 'menu', fields: ['targetMenuRef', 'targetMenu', 'menu'] },
};

/** Actions that no caller notices. */
const silent = new Set([
  'initializeFlowOutcome',
  'setScreenPop',
  'setWhisperAudio',
  'setWrapupCode',
  'setUUIData',
  'setExternalTag',
  'setUtilizationLabel',
  'clearVoicemailSnippet',
]);

/** Reads what an action or a choice does; undefined for words that are read elsewhere or unknown. */
export function readAction(reader: NodeReader, defaults: Defaults): Does | undefined {
  const word = Object.hasOwn(menuActions, reader.type) ? (menuActions[reader.type] ?? '') : reader.type;
  if (word === 'enableParticipantRecord')
    return { kind: 'record', does: reader.constant('enableRecord') !== 'false' };
  if (silent.has(word)) return { kind: 'nothing' };
  return Object.hasOwn(readers, word) ? readers[word]?.(reader, defaults) : undefined;
}

function readPath(reader: NodeReader): string {
  const path = reader.own.node('outputPath');
  return readConstant(path)?.trim() ?? '';
}

function readStatements(reader: NodeReader): Does {
  const statements: Statement[] = [];
  for (const item of reader.own.list('statements')) {
    const read = readItem(item);
    if (read === undefined) continue;
    const fields = reader.keep(read.value);
    const variable = readVariable(fields.node('variable'));
    const value = readValue(fields.node('value'));
    if (variable === undefined) reader.remark('VALUE_SHAPE', read.type);
    else statements.push({ variable, value });
  }
  return { kind: 'assign', statements };
}

/** A queue that is named in the file is known: its name becomes the value of the variable. */
function readQueue(reader: NodeReader): Does {
  const variable = readVariable(reader.own.node('findResult'));
  const value = reader.value('findName');
  if (variable === undefined || value.kind !== 'constant') return { kind: 'unsupported' };
  reader.remark('QUEUE_BY_NAME', String(value.value));
  return { kind: 'assign', statements: [{ variable, value }] };
}

/** Finds the data action, which stands under the name of its integration: `category: <name>: dataAction: <name>`. */
function readRequest(reader: NodeReader): Does {
  const timeout = reader.number('timeout', 'requestTimeout');
  reader.own.ignore('processingPrompt');
  const category = reader.within('category');
  const [integration = ''] = category.names;
  const named = category.fields(integration);
  reader.fields.push(named);
  const word = named.has('bridgeAction') ? 'bridgeAction' : 'dataAction';
  const actions = (integration === '' ? reader.own : named).fields(word);
  const [name = ''] = actions.names;
  const action = actions.fields(name);
  reader.fields.push(action);
  const inputs = action.fields('inputs');
  const outputs = action.fields('successOutputs');
  const failures = action.fields('failureOutputs');
  reader.fields.push(inputs, outputs);
  if (failures.names.some((key) => readVariable(failures.node(key)) !== undefined))
    reader.remark('OPTION_WITHOUT_EFFECT', 'failureOutputs');
  return {
    kind: 'request',
    request: {
      name: name === '' ? reader.name : name,
      inputs: inputs.names
        .map((key) => ({ name: key, value: readValue(inputs.node(key)) }))
        .filter(({ value }) => value !== unset),
      outputs: listVariables(outputs),
      timeout,
    },
  };
}

function listVariables(fields: {
  names: readonly string[];
  node: (name: string) => DataNode | undefined;
}): { name: string; variable: string }[] {
  return fields.names.flatMap((name) => {
    const variable = readVariable(fields.node(name));
    return variable === undefined ? [] : [{ name, variable }];
  });
}

function readLookup(reader: NodeReader): Does {
  const tables = reader.within('dataTable');
  const [table = ''] = tables.names;
  const fields = tables.fields(table);
  const found = fields.fields('foundOutputs');
  reader.fields.push(fields, found);
  fields.ignore('failureOutputs');
  return {
    kind: 'lookup',
    lookup: { table, key: reader.value('lookupValue'), columns: listVariables(found) },
  };
}

function readSchedule(reader: NodeReader, isGroup: boolean): Does {
  const schedule = reader.constant(isGroup ? 'scheduleGroup' : 'schedule', 'scheduleGroup') ?? '';
  reader.own.ignore('inServiceSchedules');
  const at = reader.within('evaluate');
  if (at.boolean('now') === undefined && at.names.length > 0)
    reader.remark('OPTION_WITHOUT_EFFECT', 'evaluate');
  const emergency = reader.constant('emergencyGroup');
  if (emergency !== undefined && emergency !== '') reader.remark('OPTION_WITHOUT_EFFECT', 'emergencyGroup');
  return { kind: 'schedule', schedule, isGroup };
}

function readTransfer(
  reader: NodeReader,
  defaults: Defaults,
  { party, target }: { party: Party; target: string },
): Does {
  const to: Expression = readValue(reader.own.node(target) ?? reader.own.node('target'));
  const timeout = reader.number('connectTimeout') ?? defaults.connect.get(reader.type.replace(/^menuT/, 't'));
  reader.own.ignore(
    'priority',
    'skills',
    'languageSkill',
    'preferredAgents',
    'overrideInQueueFlow',
    'directAgent',
    'useDefaultHandling',
  );
  const transfer: Transfer = {
    party,
    to,
    pre: reader.audio('preTransferAudio'),
    failure: reader.audio('failureTransferAudio'),
    ...(timeout !== undefined && { timeout }),
  };
  return { kind: 'transfer', transfer };
}

function readLeave(reader: NodeReader): Does {
  const flow = reader.constant('targetFlow', 'flow');
  reader.own.ignore('connectTimeout');
  return { kind: 'leave', flow, pre: reader.audio('preTransferAudio') };
}

/** Lists attributes of participant data: `attributes: [{ attribute: { name, value } }]`. */
function listAttributes(reader: NodeReader) {
  return reader.own.list('attributes').flatMap((item) => {
    const read = readItem(item);
    if (read === undefined) return [];
    const fields = reader.keep(read.type === 'attribute' ? read.value : item);
    return [
      {
        name: fields.node('name'),
        fields: { value: fields.node('value'), variable: fields.node('variable') ?? fields.node('value') },
      },
    ];
  });
}
