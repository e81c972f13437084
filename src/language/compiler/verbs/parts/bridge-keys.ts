/**
 * Builds the machine of a bridge with keys that have a meaning in the flow:
 *
 *  talking → deciding → (record, hold →) deciding … → talking
 *               └ gathering (a longer key may follow) → deciding …
 */
import type { ConnectStep } from '../../../../../schemas/types/flow.ts';
import type { Action, MachineState, Transition } from '../../../model/index.ts';
import { leadWhenDecided, parseDuration } from './fragments.ts';
import type { LineChange } from '../../flow-effects.ts';
import type { Outcome } from '../../types.ts';
import type { StepContext } from '../step-context.ts';

const DEFAULT_INTER_DIGIT = '3s';

/** Actions of keys that need no step of their own. */
const ACTIONS = ['record', 'hold'] as const;

/** Returns the changes of the line that keys can cause without leading to a step. */
export function findKeyChanges(keys: BridgeKeys): LineChange {
  const does = Object.values(keys);
  return {
    ...(does.includes('hold') && { held: 'unknown' }),
    ...(does.includes('record') && { recording: 'unknown' }),
  };
}

/** Ends the whole call, since the platform cannot end a bridge alone. */
const END = 'end';

/** Words for the action of a key on a bridge, in place of a step. */
export const bridgeWords: readonly string[] = [...ACTIONS, END];

type BridgeKeys = Partial<Record<string, string>>;

/** Returns the outcomes of keys that lead to a step. */
export function listKeyOutcomes(keys: BridgeKeys): Outcome[] {
  return Object.entries(keys)
    .filter(([, does]) => !isAction(does))
    .map(([key, does]) => ({ name: key, goto: does === END ? 'hangup' : does, path: ['keys', key] }));
}

/** Builds the state of a step that waits until a bridge ends and listens to keys meanwhile. */
export function waitForBridgeEnd(step: StepContext, listening: Listening, over: Transition[]): MachineState {
  return {
    entry: [{ type: 'visit' }],
    // The platform may refuse a command of a key; the bridge continues.
    on: { unbridged: over, command_failed: [{}] },
    ...(listening.keys === undefined ? {} : buildListeningBridge(step, listening)),
  };
}

type Listening = Pick<ConnectStep, 'keys' | 'inter_digit'>;

function buildListeningBridge(
  step: StepContext,
  { keys = {}, inter_digit: pause = DEFAULT_INTER_DIGIT }: Listening,
): Pick<MachineState, 'initial' | 'states'> {
  const known = Object.fromEntries(
    Object.entries(keys).map(([key, does]) => [key, isAction(does) ? does : 'leads']),
  );
  const createOverhear = (what: 'new' | 'rest' | 'final'): Action => ({
    type: 'overhear',
    params: { keys: known, what },
  });
  const heard: Transition = { target: 'deciding', actions: [createOverhear('new')] };
  return {
    initial: 'talking',
    states: {
      talking: { on: { bridge_digits: [heard] } },
      deciding: {
        always: [
          leadWhenDecided('more', { target: 'gathering' }),
          ...Object.entries(keys).map(([key, does]) => leadWhenDecided(key, leadKey(step, key, does))),
          { target: 'talking' },
        ],
      },
      gathering: {
        on: { bridge_digits: [heard] },
        after: { [parseDuration(pause)]: [{ target: 'deciding', actions: [createOverhear('final')] }] },
      },
      ...Object.fromEntries(
        ACTIONS.map((what): [string, MachineState] => {
          const entry: Action[] = [{ type: 'toggle', params: { what } }, createOverhear('rest')];
          return [what, { entry, always: [{ target: 'deciding' }] }];
        }),
      ),
    },
  };
}

function leadKey(step: StepContext, key: string, does: string): Transition {
  return isAction(does) ? { target: does } : step.exitTo(does === END ? 'hangup' : does, key);
}

function isAction(does: string | undefined): does is (typeof ACTIONS)[number] {
  return ACTIONS.some((action) => action === does);
}
