/**
 * Effects of the actions of the vocabulary (language/model/vocabulary.ts), by family. An action works on a draft, a shallow
 * copy of the context: it may assign members but must not change the objects that they hold. Commands and notes go to `out`.
 * An expression that cannot be evaluated, or a value that is too large, becomes the draft's fault, which the step's
 * transitions handle.
 */
import { ExpressionError, type Action } from '../../language/model/index.ts';
import { dataActions } from './data-actions.ts';
import { flowActions } from './flow-actions.ts';
import { inputActions } from './input-actions.ts';
import { mediaActions } from './media-actions.ts';
import type { Actions, Scene } from './scene.ts';
import { lineActions } from './line-actions.ts';
import { roomActions } from './room-actions.ts';
import { smsActions } from './sms-actions.ts';
import { stepActions } from './step-actions.ts';
import { webActions } from './web-actions.ts';

const actions: Actions<Action['type']> = {
  ...stepActions,
  ...mediaActions,
  ...inputActions,
  ...dataActions,
  ...lineActions,
  ...roomActions,
  ...smsActions,
  ...flowActions,
  ...webActions,
};

/** Effect of an action with the parameters of its type. */
export type RunAction = (scene: Scene, params: unknown) => void;

/** Returns the effect of a type of actions. */
export function findAction(type: Action['type']): RunAction {
  return actions[type] as RunAction;
}

/** Runs one action on a draft of the context. */
export function perform(run: RunAction, scene: Scene, params: unknown): void {
  try {
    run(scene, params);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { draft } = scene;
    draft.fault ??= { code: error.code, message: error.message, step: draft.step };
  }
}
