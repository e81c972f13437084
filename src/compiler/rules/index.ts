/** The whole-flow rules. A new rule is one file here and one line below. */
import { danglingTarget } from './dangling-target.ts';
import { expressions } from './expressions.ts';
import type { FlowRule } from './flow-rule.ts';
import { initialValue } from './initial-value.ts';
import { loopWithoutInput } from './loop-without-input.ts';
import { mediaAfterEnd } from './media-after-end.ts';
import { outcomeWithoutEdge } from './outcome-without-edge.ts';
import { repeatWithoutInput } from './repeat-without-input.ts';
import { reservedName } from './reserved-name.ts';
import { secrets } from './secrets.ts';
import { shadowedKey } from './shadowed-key.ts';
import { translations } from './translations.ts';
import { unhandledFailure } from './unhandled-failure.ts';
import { unknownLanguage } from './unknown-language.ts';
import { unknownOutcome } from './unknown-outcome.ts';
import { unknownPrompt } from './unknown-prompt.ts';
import { unknownVariable } from './unknown-variable.ts';
import { unknownVoice } from './unknown-voice.ts';
import { unreachableStep } from './unreachable-step.ts';
import { unsafePattern } from './unsafe-pattern.ts';
import { variableType } from './variable-type.ts';
import { verbChecks } from './verb-checks.ts';

/** All of them; their order is of no importance, since findings are sorted. */
export const flowRules: readonly FlowRule[] = [
  danglingTarget,
  expressions,
  initialValue,
  loopWithoutInput,
  mediaAfterEnd,
  outcomeWithoutEdge,
  repeatWithoutInput,
  reservedName,
  secrets,
  shadowedKey,
  translations,
  unhandledFailure,
  unknownLanguage,
  unknownOutcome,
  unknownPrompt,
  unknownVariable,
  unknownVoice,
  unreachableStep,
  unsafePattern,
  variableType,
  verbChecks,
];
