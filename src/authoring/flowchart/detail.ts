/** Describes in one short line what a step does, read from the actions of its machine. */
import { listActions, renderTemplateSource } from '../../language/model/index.ts';
import type { Accepts, Action, Assignment, MachineState, Template } from '../../language/model/index.ts';
import { shortenLine } from '../../language/text/index.ts';

/** Returns the keys that a step asks for: `1, 2 or 3`, `4 digits, then #`; undefined for one that takes no keys. */
export function describeAwaitedKeys(state: MachineState): string | undefined {
  const asked = listActions(state).find((action) => action.type === 'take');
  const accepts = asked?.params;
  if (accepts === undefined) return undefined;
  return shortenLine(accepts.kind === 'keys' ? renderKeys(accepts.keys) : renderDigits(accepts), MAX_DETAIL);
}

function renderKeys(keys: readonly string[]): string {
  const last = keys.at(-1) ?? '';
  return keys.length < 2 ? last : `${keys.slice(0, -1).join(', ')} or ${last}`;
}

function renderDigits({ min, max, terminator }: Extract<Accepts, { kind: 'digits' }>): string {
  const count = min === max ? `${max}` : `${min} to ${max}`;
  return `${count} ${max === 1 ? 'digit' : 'digits'}${terminator === undefined ? '' : `, then ${terminator}`}`;
}

/** Maximum length of the line: more than a card shows, enough for the page beside it. */
const MAX_DETAIL = 120;

/** Returns the line of the first action that has one; undefined for a step that only speaks and listens. */
export function describeStep(state: MachineState): string | undefined {
  const described = listActions(state).map(describeAction);
  const first = described.find((text) => text !== undefined && text !== '');
  return first === undefined ? undefined : shortenLine(first, MAX_DETAIL);
}

function describeAction(action: Action): string | undefined {
  switch (action.type) {
    case 'set':
      return action.params.values.map(renderAssignment).join(', ');
    case 'choose':
      return action.params.conditions.join(', ');
    case 'speak':
      return action.params.language;
    case 'connect':
      return action.params.to.map(renderTemplateSource).join(', ');
    case 'ask_web':
      return `${action.params.method} ${renderTemplateSource(action.params.url)}`;
    case 'look_up':
      return `${action.params.table}: ${renderTemplateSource(action.params.key)}`;
    case 'look_at_clock':
      return action.params.hours;
    case 'await_message':
      return renderOptional(action.params.from);
    case 'call_flow':
      return action.params.flow;
    case 'give_back':
      return action.params.outcome;
    case 'record':
      return renderTemplateSource(action.params.name);
    case 'keep_message':
      return action.params.variable;
    case 'stream':
      return renderTemplateSource(action.params.to);
    case 'create_room':
      return renderTemplateSource(action.params.name);
    case 'join':
      return renderOptional(action.params.room);
    case 'sms':
      return renderTemplateSource(action.params.template);
    case 'milestone':
      return action.params.name;
    default:
      return undefined;
  }
}

function renderAssignment({ variable, value }: Assignment): string {
  if ('literal' in value) return `${variable} = ${String(value.literal)}`;
  return `${variable} = ${'expression' in value ? value.expression : renderTemplateSource(value.template)}`;
}

function renderOptional(template: Template | undefined): string | undefined {
  return template && renderTemplateSource(template);
}
