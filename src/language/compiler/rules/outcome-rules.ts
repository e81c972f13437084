/** The rules about what follows success and failure: outcomes, requests, and what may be told or done after them. */
import { apologyAfterSuccess } from './apology-after-success.ts';
import { apologyForAnExtra } from './apology-for-an-extra.ts';
import { branchesExchanged } from './branches-exchanged.ts';
import { caseFallsThrough } from './case-falls-through.ts';
import { doubtTakenForRefusal } from './doubt-taken-for-refusal.ts';
import { failureAskedAgain } from './failure-asked-again.ts';
import { failureBlamedOnCaller } from './failure-blamed-on-caller.ts';
import { optionalRequestEndsCall } from './optional-request-ends-call.ts';
import { outcomesExchanged } from './outcomes-exchanged.ts';
import { prematureSuccess } from './premature-success.ts';
import { requestContradictsStep } from './request-contradicts-step.ts';
import { resultIgnored } from './result-ignored.ts';
import { staleOffer } from './stale-offer.ts';
import { codeNotSent } from './code-not-sent.ts';
import { failureCountedAsSuccess } from './failure-counted-as-success.ts';
import { sameWordsAfterFailure } from './same-words-after-failure.ts';
import { successToldAfterFailure } from './success-told-after-failure.ts';
import { toldBeforeIdentity } from './told-before-identity.ts';
import { unsentMessageTold } from './unsent-message-told.ts';
import { withheldNumberChosen } from './withheld-number-chosen.ts';
import type { FlowRule } from './flow-rule.ts';

export const outcomeRules: readonly FlowRule[] = [
  apologyAfterSuccess,
  apologyForAnExtra,
  branchesExchanged,
  caseFallsThrough,
  doubtTakenForRefusal,
  failureAskedAgain,
  failureBlamedOnCaller,
  optionalRequestEndsCall,
  outcomesExchanged,
  prematureSuccess,
  requestContradictsStep,
  resultIgnored,
  staleOffer,
  successToldAfterFailure,
  codeNotSent,
  failureCountedAsSuccess,
  sameWordsAfterFailure,
  toldBeforeIdentity,
  unsentMessageTold,
  withheldNumberChosen,
];
