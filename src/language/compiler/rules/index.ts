/**
 * The rules that check a whole flow. A new rule needs a file here, a line below, its codes in the catalogue and
 * their documentation.
 */
import { collects } from './collects.ts';
import { alwaysPhrases } from './always-phrases.ts';
import { answerKeys } from './answer-keys.ts';
import { audioAsText } from './audio-as-text.ts';
import { backWithoutQuestion } from './back-without-question.ts';
import { bareExpression } from './bare-expression.ts';
import { bridgeLeft } from './bridge-left.ts';
import { cases } from './cases.ts';
import { closedButConnected } from './closed-but-connected.ts';
import { commaSplitsText } from './comma-splits-text.ts';
import { compiledSize } from './compiled-size.ts';
import { currencies } from './currencies.ts';
import { danglingTarget } from './dangling-target.ts';
import { deadAir } from './dead-air.ts';
import { endsWithoutNext } from './ends-without-next.ts';
import { earlyRounding } from './early-rounding.ts';
import { exposedRequest } from './exposed-request.ts';
import { slashInValue } from './slash-in-value.ts';
import { talkEndedAtOnce } from './talk-ended-at-once.ts';
import { callerAnnouncedWithoutNumber } from './caller-announced-without-number.ts';
import { messageLost } from './message-lost.ts';
import { toldOwnNumber } from './told-own-number.ts';
import { secretInFlow } from './secret-in-flow.ts';
import { endlessCircle } from './endless-circle.ts';
import { endlessGuessing } from './endless-guessing.ts';
import { expressions } from './expressions.ts';
import { failingExpression } from './failing-expression.ts';
import { failureCutOff } from './failure-cut-off.ts';
import { finalizerCutShort } from './finalizer-cut-short.ts';
import type { FlowRule } from './flow-rule.ts';
import { fractionalResult } from './fractional-result.ts';
import { hastyTimeout } from './hasty-timeout.ts';
import { hashBeginsComment } from './hash-begins-comment.ts';
import { hours } from './hours.ts';
import { impossibleAnswer } from './impossible-answer.ts';
import { impossibleComparison } from './impossible-comparison.ts';
import { initialValue } from './initial-value.ts';
import { lateAnswer } from './late-answer.ts';
import { limitTooLow } from './limit-too-low.ts';
import { longMenu } from './long-menu.ts';
import { manyAttempts } from './many-attempts.ts';
import { copiedRows } from './copied-rows.ts';
import { copiedTexts } from './copied-texts.ts';
import { longQuestion } from './long-question.ts';
import { longRinging } from './long-ringing.ts';
import { loopWithoutInput } from './loop-without-input.ts';
import { longSilence } from './long-silence.ts';
import { longWaiting } from './long-waiting.ts';
import { mediaAfterEnd } from './media-after-end.ts';
import { mediaInBridge } from './media-in-bridge.ts';
import { menuKeys } from './menu-keys.ts';
import { neverReturns } from './never-returns.ts';
import { messageParams } from './message-params.ts';
import { otherFlowsRule } from './other-flows.ts';
import { numberAsWritten } from './number-as-written.ts';
import { numberTwice } from './number-twice.ts';
import { outcomeRules } from './outcome-rules.ts';
import { numbers } from './numbers.ts';
import { outcomeWithoutEdge } from './outcome-without-edge.ts';
import { promisedTime } from './promised-time.ts';
import { readBeforeSet } from './read-before-set.ts';
import { redialLoop } from './redial-loop.ts';
import { repeatedRequest } from './repeated-request.ts';
import { refusedAnswer } from './refused-answer.ts';
import { repeatWithoutInput } from './repeat-without-input.ts';
import { reservedName } from './reserved-name.ts';
import { reversedSave } from './reversed-save.ts';
import { runsItself } from './runs-itself.ts';
import { secrets } from './secrets.ts';
import { shadowedKey } from './shadowed-key.ts';
import { shortRinging } from './short-ringing.ts';
import { sipHeaders } from './sip-headers.ts';
import { silenceLeadsNowhere } from './silence-leads-nowhere.ts';
import { silentReask } from './silent-reask.ts';
import { ssml } from './ssml.ts';
import { ssmlAsText } from './ssml-as-text.ts';
import { switchCases } from './switch-cases.ts';
import { tables } from './tables.ts';
import { translations } from './translations.ts';
import { unanswerableChoice } from './unanswerable-choice.ts';
import { unheardKey } from './unheard-key.ts';
import { unheardText } from './unheard-text.ts';
import { valueKept } from './value-kept.ts';
import { heardTwice } from './heard-twice.ts';
import { uncheckedAnswer } from './unchecked-answer.ts';
import { unhandledFailure } from './unhandled-failure.ts';
import { unknownLanguage } from './unknown-language.ts';
import { unknownOutcome } from './unknown-outcome.ts';
import { unknownPrompt } from './unknown-prompt.ts';
import { unknownVariable } from './unknown-variable.ts';
import { unknownVoice } from './unknown-voice.ts';
import { unreachableStep } from './unreachable-step.ts';
import { unsafePattern } from './unsafe-pattern.ts';
import { unsetVariable } from './unset-variable.ts';
import { untranslatedText } from './untranslated-text.ts';
import { unusedNext } from './unused-next.ts';
import { unusedNames } from './unused-names.ts';
import { variableType } from './variable-type.ts';
import { verbChecks } from './verb-checks.ts';
import { callbackBeforeConnect } from './callback-before-connect.ts';
import { forgottenHangUp } from './forgotten-hang-up.ts';
import { longFiller } from './long-filler.ts';
import { mailboxTakenForPerson } from './mailbox-taken-for-person.ts';
import { poundBehindAnswer } from './pound-behind-answer.ts';
import { repeatedMessage } from './repeated-message.ts';
import { requestSentAtEnd } from './request-sent-at-end.ts';
import { ringsWhileWaiting } from './rings-while-waiting.ts';
import { choicesAlike } from './choices-alike.ts';
import { hoursOutOfOrder } from './hours-out-of-order.ts';
import { misdatedHoliday } from './misdated-holiday.ts';
import { hoursSwapped } from './hours-swapped.ts';
import { languageOverridden } from './language-overridden.ts';
import { recordingAgainstWill } from './recording-against-will.ts';
import { recordingUnannounced } from './recording-unannounced.ts';
import { sameOutcome } from './same-outcome.ts';
import { secretByName } from './secret-by-name.ts';
import { secretOverheard } from './secret-overheard.ts';
import { deadChoice } from './dead-choice.ts';
import { machineConnected } from './machine-connected.ts';
import { overheardPhrase } from './overheard-phrase.ts';
import { silenceDecides } from './silence-decides.ts';
import { talkCutOff } from './talk-cut-off.ts';
import { talkNotNoticed } from './talk-not-noticed.ts';
import { unansweredCutOff } from './unanswered-cut-off.ts';
import { tooFewKeys } from './too-few-keys.ts';
import { valueRules } from './value-rules.ts';
import { wordRules } from './words/index.ts';
import { wrongOrder } from './wrong-order.ts';

/** Errors: a flow with one of these cannot run. */
const mistakes: readonly FlowRule[] = [
  alwaysPhrases,
  backWithoutQuestion,
  collects,
  bridgeLeft,
  compiledSize,
  danglingTarget,
  expressions,
  hours,
  impossibleAnswer,
  initialValue,
  loopWithoutInput,
  messageParams,
  otherFlowsRule,
  mediaAfterEnd,
  outcomeWithoutEdge,
  repeatWithoutInput,
  reservedName,
  reversedSave,
  secrets,
  ssml,
  switchCases,
  tables,
  translations,
  unanswerableChoice,
  unknownLanguage,
  unknownOutcome,
  unknownPrompt,
  unknownVariable,
  unsafePattern,
  variableType,
  verbChecks,
];

/** Warnings about callers' experience and unneeded parts. A lint for a new verb belongs here. */
const lints: readonly FlowRule[] = [
  answerKeys,
  audioAsText,
  ssmlAsText,
  bareExpression,
  cases,
  closedButConnected,
  commaSplitsText,
  currencies,
  deadAir,
  endsWithoutNext,
  earlyRounding,
  exposedRequest,
  secretInFlow,
  toldOwnNumber,
  messageLost,
  callerAnnouncedWithoutNumber,
  talkEndedAtOnce,
  slashInValue,
  failingExpression,
  endlessCircle,
  endlessGuessing,
  failureCutOff,
  finalizerCutShort,
  fractionalResult,
  hashBeginsComment,
  hastyTimeout,
  impossibleComparison,
  lateAnswer,
  limitTooLow,
  longMenu,
  longQuestion,
  manyAttempts,
  copiedRows,
  copiedTexts,
  longRinging,
  longSilence,
  longWaiting,
  mediaInBridge,
  menuKeys,
  neverReturns,
  numberAsWritten,
  numberTwice,
  numbers,
  promisedTime,
  readBeforeSet,
  redialLoop,
  refusedAnswer,
  repeatedRequest,
  uncheckedAnswer,
  runsItself,
  shadowedKey,
  shortRinging,
  sipHeaders,
  silenceLeadsNowhere,
  silentReask,
  unhandledFailure,
  unheardKey,
  unheardText,
  heardTwice,
  valueKept,
  unknownVoice,
  unreachableStep,
  unsetVariable,
  untranslatedText,
  unusedNames,
  unusedNext,
  wrongOrder,
  ...outcomeRules,
  choicesAlike,
  hoursOutOfOrder,
  misdatedHoliday,
  hoursSwapped,
  languageOverridden,
  recordingAgainstWill,
  recordingUnannounced,
  sameOutcome,
  secretByName,
  secretOverheard,
  deadChoice,
  machineConnected,
  overheardPhrase,
  silenceDecides,
  talkCutOff,
  talkNotNoticed,
  unansweredCutOff,
  callbackBeforeConnect,
  forgottenHangUp,
  longFiller,
  mailboxTakenForPerson,
  poundBehindAnswer,
  repeatedMessage,
  requestSentAtEnd,
  ringsWhileWaiting,
  tooFewKeys,
  ...valueRules,
  ...wordRules,
];

/** All rules. Their order does not matter, since findings are sorted. */
export const flowRules: readonly FlowRule[] = [...mistakes, ...lints];
