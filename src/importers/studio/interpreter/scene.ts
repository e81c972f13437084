/** A widget in a running call, and what can follow it. */
import type { Awaits, Effect } from '../../../verification/compare/index.ts';
import { follow, renderLiquid, type Lookup } from '../liquid/evaluate.ts';
import { parseLiquid, PLACEHOLDER, type Path } from '../liquid/syntax.ts';
import type { Outside } from '../outside.ts';
import { findNext, type StudioFlow, type Widget } from '../widgets.ts';
import type { Examples } from './examples.ts';
import { findPlace } from './requests.ts';
import { changeTop, withFields, type CallState, type Fields, type Frame } from './state.ts';

/** The flows of a project, as the interpreter runs them. */
export interface Program {
  flows: readonly StudioFlow[];
  examples: readonly Examples[];
  outside: Outside;
  /** Position of the flow that an id means; undefined if it is not in the project. */
  findFlow: (sid: string) => number | undefined;
}

/** What follows: the call waits, a flow is started, or the next widget is entered. */
export interface Found {
  state: CallState;
  effects: readonly Effect[];
  awaits?: Awaits;
  started?: { flow: number; parameters: Fields };
  next: string | undefined;
}

/** A widget in a call. */
export interface Scene {
  program: Program;
  state: CallState;
  frame: Frame;
  widget: Widget;
}

export const NOTHING: Awaits = { kind: 'nothing' };

export function goOn(
  { state, widget }: Scene,
  event: string | undefined,
  effects: readonly Effect[] = [],
): Found {
  return { state, effects, next: event === undefined ? undefined : findNext(widget, event) };
}

export function wait({ state }: Scene, awaits: Awaits, effects: readonly Effect[]): Found {
  return { state, effects, awaits, next: undefined };
}

export function giveUp({ state, widget }: Scene): Found {
  const effects: Effect[] = [{ kind: 'unsupported', what: widget.type }];
  return { state: { ...state, frames: [] }, effects, awaits: NOTHING, next: undefined };
}

/** Replaces what a widget has found out. */
export function remember(scene: Scene, finding: unknown): Scene {
  const widgets = withFields(scene.frame.widgets, [[scene.widget.name, finding]]);
  return { ...scene, state: changeTop(scene.state, { widgets }) };
}

export function render(scene: Scene, template: string): string {
  return renderLiquid(parseLiquid(template), createLookup(scene));
}

/** Id of compared calls. */
const CALL_ID = 'default.explored';

function createLookup(scene: Scene): Lookup {
  const { state, frame } = scene;
  const { remote, own } = state;
  const { variables, widgets, parameters } = frame;
  const call = { From: remote, To: own };
  const facts: Record<string, (second: unknown) => unknown> = {
    trigger: (second) =>
      second === undefined
        ? { call }
        : {
            call: { ...call, Caller: remote, Called: own, CallSid: CALL_ID },
            parent: { parameters },
            request: { parameters, to: remote, from: own },
          },
    contact: () => ({ channel: { address: remote } }),
    flow: (second) =>
      second === undefined
        ? { channel: { address: own } }
        : { channel: { address: own }, sid: CALL_ID, execution_sid: CALL_ID, variables, data: parameters },
    widgets: () => widgets,
  };
  return ([root = '', ...path]) => {
    const placeholder = findPlaceholder([root, ...path], scene);
    if (placeholder !== undefined) return placeholder;
    const isWholeCall = root === 'trigger' && path.length === 1 && path[0] === 'call';
    if (isWholeCall) return call;
    return Object.hasOwn(facts, root) ? follow(facts[root]?.(path[0]), path) : undefined;
  };
}

/** Returns the value of a placeholder; undefined for any other path. */
function findPlaceholder([root, name]: Path, { program, frame, widget }: Scene): string | undefined {
  const isOpen = name === undefined && program.flows[frame.flow]?.placeholders.has(String(root)) === true;
  const found = root === PLACEHOLDER ? name : isOpen ? root : undefined;
  return found === undefined
    ? undefined
    : program.outside.findValue('placeholder', String(found), findPlace(widget));
}
