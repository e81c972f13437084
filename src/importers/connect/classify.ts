/** Tells which row of the mapping a block belongs to. */
import { Fields } from '../reading/index.ts';
import type { MappingRow } from '../project/index.ts';
import { isComputed, listTexts } from './facts.ts';
import type { FlowDirectory } from './facts.ts';
import { findRow, unknownRow } from './mapping.ts';
import { isOldType } from './modernize.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { isFallbackIntent, readsSlots } from './references.ts';
import { nameResource } from './targets.ts';
import type { Targets } from './targets.ts';

interface Classifier {
  flow: ConnectFlow;
  directory: FlowDirectory;
  targets: Targets;
  /** Name of the queue that is set when the block is reached. */
  findQueueName: (action: Action) => string | undefined;
}

export function classify(action: Action, classifier: Classifier): MappingRow {
  // The names of the old export mean nothing in the flow language, and their parameters have other names.
  if (isOldType(action.type)) return unknownRow;
  const variant = findVariant(action, classifier);
  return findRow(variant === undefined ? action.type : `${action.type}: ${variant}`);
}

function findVariant(
  action: Action,
  { flow, directory, targets, findQueueName }: Classifier,
): string | undefined {
  const fields = new Fields(action.parameters);
  if (action.type === 'MessageParticipant')
    return fields.has('PromptId') || fields.has('Media') ? 'PromptId' : undefined;
  if (action.type === 'GetParticipantInput')
    return fields.boolean('StoreInput') === true ? 'StoreInput' : undefined;
  if (action.type === 'ConnectParticipantWithLexBot') return needsSlots(action, flow) ? 'slots' : undefined;
  if (action.type === 'TransferToFlow' || action.type === 'InvokeFlowModule') {
    if (directory.findCalled(action) !== undefined) return undefined;
    const id = fields.text(action.type === 'TransferToFlow' ? 'ContactFlowId' : 'FlowModuleId');
    return id !== undefined && isComputed(id) ? 'computed' : 'elsewhere';
  }
  if (action.type !== 'CheckHoursOfOperation') return undefined;
  const hours = nameHours(action, findQueueName(action));
  return targets.findHours(hours, action.span) === undefined ? 'unanswered' : undefined;
}

/** Returns what people call the opening hours that a block checks: those of the queue if it names none. */
export function nameHours(action: Action, queue: string | undefined): string {
  return nameResource(action, 'HoursOfOperationId') ?? queue ?? 'BasicQueue';
}

/** True if a bot does more than to choose among ways, or has no ways: its slots or session attributes are read. */
function needsSlots(action: Action, flow: ConnectFlow): boolean {
  const canChoose = action.conditions.some((one) => one.operator === 'Equals' && !isFallbackIntent(one));
  if (!canChoose) return true;
  return [...flow.actions.values()].some(({ parameters }) => listTexts(parameters).some(readsSlots));
}
