/** Creates starts of calls of a flow, with a value for everything that needs one. */
import { listActions } from '../../language/model/index.ts';
import type {
  CompiledFlow,
  FlowPart,
  ParamDeclaration,
  Template,
  Value,
  VarType,
} from '../../language/model/index.ts';
import { OTHER_NUMBER } from './sample-values.ts';
import type { Start } from '../situations/index.ts';

/**
 * Lists the starts: an inbound call, another one with a value for each parameter that comes from a SIP header, and an outbound one if the flow has parameters; only an outbound one if a
 * parameter has no default.
 */
export function listStarts({ params }: CompiledFlow): Start[] {
  const given = Object.entries(params).flatMap(([name, { type, default: value }]) =>
    value === undefined ? [[name, createSample(type)] as const] : [],
  );
  const start = { params: Object.fromEntries(given) };
  const inbound: Start = { ...start, direction: 'inbound' };
  const fromHeaders = Object.entries(params).filter(([, { header }]) => header !== undefined);
  const named: Start[] =
    fromHeaders.length === 0 ? [] : [{ ...inbound, params: { ...start.params, ...toSamples(fromHeaders) } }];
  const outbound: Start = { ...start, direction: 'outbound' };
  if (given.length > 0) return [outbound];
  return Object.keys(params).length > 0 ? [inbound, ...named, outbound] : [inbound];
}

function toSamples(params: [string, ParamDeclaration][]): Record<string, Value> {
  return Object.fromEntries(params.map(([name, { type }]) => [name, createSample(type)]));
}

/** Creates a value of a type. */
export function createSample(type: VarType): Value {
  if (type === 'bool') return true;
  return type === 'string' ? '1' : 1;
}

/** Creates values for settings without a default, depending on their use. */
export function createSettings(flow: CompiledFlow): Record<string, string> {
  const needed = Object.entries(flow.env).filter(([, declared]) => declared.default === undefined);
  const uses = listParts(flow).flatMap(({ machine }) => listActions(machine));
  return Object.fromEntries(needed.map(([name]) => [name, createSetting(`env.${name}`, uses)]));
}

type Actions = ReturnType<typeof listActions>;

function createSetting(setting: string, actions: Actions): string {
  for (const action of actions) {
    if (action.type === 'ask_web' && readsSetting(action.params.url, setting))
      return 'https://service.example.com';
    if (action.type === 'stream' && readsSetting(action.params.to, setting)) return 'wss://audio.example.com';
    if (action.type === 'connect' && action.params.to.some((to) => readsSetting(to, setting)))
      return OTHER_NUMBER;
    if (
      action.type === 'sms' &&
      action.params.recipients.some(({ to }) => to !== undefined && readsSetting(to, setting))
    )
      return OTHER_NUMBER;
  }
  return 'setting';
}

function readsSetting(template: Template, setting: string): boolean {
  return template.some((piece) => typeof piece !== 'string' && piece.expr === setting);
}

/** Lists the flows that run together, the main flow first. */
export function listParts(flow: CompiledFlow): FlowPart[] {
  return [flow, ...Object.values(flow.flows)];
}
