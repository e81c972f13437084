/** The rules about values, services and parties that are not as the flow takes them. */
import type { FlowRule } from './flow-rule.ts';
import { beginningMissed } from './beginning-missed.ts';
import { comparedWithSecret } from './compared-with-secret.ts';
import { countAdded } from './count-added.ts';
import { counterOfAnother } from './counter-of-another.ts';
import { counterStandsStill } from './counter-stands-still.ts';
import { credentialsLost } from './credentials-lost.ts';
import { defaultToldFirst } from './default-told-first.ts';
import { failureAsAnswer } from './failure-as-answer.ts';
import { headerInCapitals } from './header-in-capitals.ts';
import { impossibleMoment } from './impossible-moment.ts';
import { initialAsAnswer } from './initial-as-answer.ts';
import { initialAsDescribed } from './initial-as-described.ts';
import { knownEmpty } from './known-empty.ts';
import { lateFiller } from './late-filler.ts';
import { namesDisagree } from './names-disagree.ts';
import { neverNegative } from './never-negative.ts';
import { numberComparisons } from './number-comparisons.ts';
import { otherCountry } from './other-country.ts';
import { otherCurrency } from './other-currency.ts';
import { phonePatterns } from './phone-patterns.ts';
import { resetSkipped } from './reset-skipped.ts';
import { ringsItself } from './rings-itself.ts';
import { spokenAmounts } from './spoken-amounts.ts';
import { secretInFinalizer } from './secret-in-finalizer.ts';
import { sumOverwritten } from './sum-overwritten.ts';
import { valueOverwritten } from './value-overwritten.ts';
import { waitingCutOff } from './waiting-cut-off.ts';
import { joinedConditions } from './joined-conditions.ts';
import { nestedConditions } from './nested-conditions.ts';
import { joinedDigits } from './joined-digits.ts';
import { textComparisons } from './text-comparisons.ts';
import { textOrder } from './text-order.ts';
import { unansweredCounts } from './unanswered-counts.ts';
import { unclearTime } from './unclear-time.ts';
import { undialableAnswer } from './undialable-answer.ts';
import { misplacedPart } from './misplaced-part.ts';
import { unmatchedKey } from './unmatched-key.ts';
import { unusableHeader } from './unusable-header.ts';
import { wrongParty } from './wrong-party.ts';
import { wrongUnit } from './wrong-unit.ts';
import { answerNotSent } from './answer-not-sent.ts';
import { answerNotNoted } from './answer-not-noted.ts';
import { askedWhenKnown } from './asked-when-known.ts';
import { answerChangesNothing } from './answer-changes-nothing.ts';
import { hoursAlike } from './hours-alike.ts';
import { importTodo } from './import-todo.ts';
import { linkWithoutToken } from './link-without-token.ts';
import { clampInverted } from './clamp-inverted.ts';
import { comparedWithItself } from './compared-with-itself.ts';
import { onlyAskedFor } from './only-asked-for.ts';
import { meanWithoutBrackets } from './mean-without-brackets.ts';
import { roomWithoutModerator } from './room-without-moderator.ts';
import { localAddress } from './local-address.ts';
import { mediaOnHold } from './media-on-hold.ts';
import { missingItem } from './missing-item.ts';
import { missingKey } from './missing-key.ts';
import { silentLookup } from './silent-lookup.ts';
import { textToAnyNumber } from './text-to-any-number.ts';
import { timeOfAnyDigits } from './time-of-any-digits.ts';
import { gluedAddress } from './glued-address.ts';
import { recordingEndsTalk } from './recording-ends-talk.ts';
import { onlyValue } from './only-value.ts';
import { roundsCutOff } from './rounds-cut-off.ts';
import { requestsAlike } from './requests-alike.ts';
import { reasonBeforeEnd } from './reason-before-end.ts';
import { refusedRequestAgain } from './refused-request-again.ts';
import { reversedComparison } from './reversed-comparison.ts';
import { singleConfirmation } from './single-confirmation.ts';
import { withheldNumberUsed } from './withheld-number-used.ts';
import { phraseNamesKey } from './phrase-names-key.ts';
import { resultNeverSet } from './result-never-set.ts';

export const valueRules: readonly FlowRule[] = [
  gluedAddress,
  recordingEndsTalk,
  onlyValue,
  reasonBeforeEnd,
  refusedRequestAgain,
  reversedComparison,
  singleConfirmation,
  withheldNumberUsed,
  phraseNamesKey,
  resultNeverSet,
  timeOfAnyDigits,
  textToAnyNumber,
  silentLookup,
  missingItem,
  missingKey,
  mediaOnHold,
  localAddress,
  linkWithoutToken,
  clampInverted,
  comparedWithItself,
  countAdded,
  onlyAskedFor,
  meanWithoutBrackets,
  roomWithoutModerator,
  hoursAlike,
  importTodo,
  answerChangesNothing,
  beginningMissed,
  comparedWithSecret,
  counterOfAnother,
  counterStandsStill,
  credentialsLost,
  defaultToldFirst,
  failureAsAnswer,
  headerInCapitals,
  impossibleMoment,
  initialAsAnswer,
  initialAsDescribed,
  knownEmpty,
  lateFiller,
  namesDisagree,
  joinedConditions,
  neverNegative,
  numberComparisons,
  textComparisons,
  otherCountry,
  otherCurrency,
  phonePatterns,
  ringsItself,
  spokenAmounts,
  resetSkipped,
  secretInFinalizer,
  sumOverwritten,
  valueOverwritten,
  waitingCutOff,
  answerNotNoted,
  answerNotSent,
  askedWhenKnown,
  requestsAlike,
  roundsCutOff,
  nestedConditions,
  joinedDigits,
  textOrder,
  unansweredCounts,
  unclearTime,
  undialableAnswer,
  unmatchedKey,
  misplacedPart,
  unusableHeader,
  wrongParty,
  wrongUnit,
];
