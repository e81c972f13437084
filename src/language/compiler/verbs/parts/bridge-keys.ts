/**
 * The machine of two people who talk, with keys that mean something to the flow:
 *
 *   talking → deciding → (record, hold →) deciding … → talking
 *                └ gathering (a longer key may follow) → deciding …
 */
import type { ConnectStep } from '../../../../../schemas/types/flow.ts';
import type { Action, MachineState, Transition } from '../../../model/index.ts';
import { durationMs } from './fragments.ts';
import type { LineChange, Outcome } from '../../types.ts';
import type { StepContext } from '../step-context.ts';

const DEFAULT_INTER_DIGIT = '3s';

/** What keys can do without a step of their own. */
const ACTIONS = ['record', 'hold'] as const;

/** What keys can make of the line, beside leading somewhere. */
export function changedByKeys(keys: BridgeKeys): LineChange {
  const does = Object.values(keys);
  return {
    ...(does.includes('hold') && { held: 'unknown' }),
    ...(does.includes('record') && { recording: 'unknown' }),
  };
}

/** Ends the call, for the platform cannot end a bridge alone. */
const END = 'end';

/** Words that stand for what a key does on a bridge, in place of a step. */
export const bridgeWords: readonly string[] = [...ACTIONS, END];

type BridgeKeys = Partial<Record<string, string>>;

/** The keys that lead somewhere, as outcomes. */
export function keyOutcomes(keys: BridgeKeys): Outcome[] {
  return Object.entries(keys)
    .filter(([, does]) => !isAction(does))
    .map(([key, does]) => ({ name: key, goto: does === END ? 'hangup' : does, path: ['keys', key] }));
}

/** The state of a step that waits until two people no longer talk, and listens to keys meanwhile. */
export function untilBridgeEnds(step: StepContext, listening: Listening, over: Transition[]): MachineState {
  return {
    entry: [{ type: 'visit' }],
    // What keys ask for may be refused: the bridge stands all the same.
    on: { unbridged: over, command_failed: [{}] },
    ...(listening.keys === undefined ? {} : listeningBridge(step, listening)),
  };
}

type Listening = Pick<ConnectStep, 'keys' | 'inter_digit'>;

function listeningBridge(
  step: StepContext,
  { keys = {}, inter_digit: pause = DEFAULT_INTER_DIGIT }: Listening,
): Pick<MachineState, 'initial' | 'states'> {
  const known = Object.fromEntries(
    Object.entries(keys).map(([key, does]) => [key, isAction(does) ? does : 'leads']),
  );
  const overhear = (what: 'new' | 'rest' | 'final'): Action => ({
    type: 'overhear',
    params: { keys: known, what },
  });
  const heard: Transition = { target: 'deciding', actions: [overhear('new')] };
  return {
    initial: 'talking',
    states: {
      talking: { on: { bridge_digits: [heard] } },
      deciding: {
        always: [
          decided('more', { target: 'gathering' }),
          ...Object.entries(keys).map(([key, does]) =>
            decided(
              key,
              isAction(does) ? { target: does } : step.exitTo(does === END ? 'hangup' : does, key),
            ),
          ),
          { target: 'talking' },
        ],
      },
      gathering: {
        on: { bridge_digits: [heard] },
        after: { [durationMs(pause)]: [{ target: 'deciding', actions: [overhear('final')] }] },
      },
      ...Object.fromEntries(
        ACTIONS.map((what) => [
          what,
          {
            entry: [{ type: 'toggle' as const, params: { what } }, overhear('rest')],
            always: [{ target: 'deciding' }],
          },
        ]),
      ),
    },
  };
}

function isAction(does: string | undefined): does is (typeof ACTIONS)[number] {
  return ACTIONS.some((action) => action === does);
}

function decided(as: string, leads: Transition): Transition {
  return { ...leads, guard: { type: 'decided', params: { as } } };
}
