/** The rules about what callers hear, and what they are promised. */
import type { FlowRule } from '../flow-rule.ts';
import { announcedParty } from './announced-party.ts';
import { boundMisstated } from './bound-misstated.ts';
import { emergencyNumber } from './emergency-number.ts';
import { emptyMessageData } from './empty-message-data.ts';
import { exchangedValues } from './exchanged-values.ts';
import { goodbyeGoesOn } from './goodbye-goes-on.ts';
import { idleKey } from './idle-key.ts';
import { inaudibleText } from './inaudible-text.ts';
import { invisibleCharacter } from './invisible-character.ts';
import { keyLeadsElsewhere } from './key-leads-elsewhere.ts';
import { keysExchanged } from './keys-exchanged.ts';
import { languageNamed } from './language-named.ts';
import { menusContradict } from './menus-contradict.ts';
import { leadingZeros } from './leading-zeros.ts';
import { longSpeech } from './long-speech.ts';

import { misleadingQuestion } from './misleading-question.ts';
import { misreadValue } from './misread-value.ts';
import { mixedAddress } from './mixed-address.ts';
import { numbersDiffer } from './numbers-differ.ts';
import { oppositeAnswer } from './opposite-answer.ts';
import { optOutNotKept } from './opt-out-not-kept.ts';
import { otherMeans } from './other-means.ts';
import { phraseNotUnderstood } from './phrase-not-understood.ts';
import { phrasesExchanged } from './phrases-exchanged.ts';
import { promiseNotKept } from './promise-not-kept.ts';
import { promptAsText } from './prompt-as-text.ts';
import { purposeNotKept } from './purpose-not-kept.ts';
import { questionBeforeConnect } from './question-before-connect.ts';
import { questionWithoutAnswer } from './question-without-answer.ts';
import { refusedDate } from './refused-date.ts';
import { refusedExample } from './refused-example.ts';
import { repliesExchanged } from './replies-exchanged.ts';
import { saidValues } from './said-values.ts';
import { sentTooLate } from './sent-too-late.ts';
import { shortReminder } from './short-reminder.ts';
import { speechNotUnderstood } from './speech-not-understood.ts';
import { targetsExchanged } from './targets-exchanged.ts';
import { toldAttempts } from './told-attempts.ts';
import { toldHours } from './told-hours.ts';
import { toldZone } from './told-zone.ts';
import { toldCurrency } from './told-currency.ts';
import { toldNumber } from './told-number.ts';
import { toldTerminator } from './told-terminator.ts';
import { toldTone } from './told-tone.ts';
import { unfinishedText } from './unfinished-text.ts';
import { unspeakableText } from './unspeakable-text.ts';
import { untrueTomorrow } from './untrue-tomorrow.ts';
import { wrongLanguage } from './wrong-language.ts';

export const wordRules: readonly FlowRule[] = [
  announcedParty,
  boundMisstated,
  emergencyNumber,
  emptyMessageData,
  exchangedValues,
  goodbyeGoesOn,
  idleKey,
  inaudibleText,
  invisibleCharacter,
  keyLeadsElsewhere,
  keysExchanged,
  languageNamed,
  menusContradict,
  leadingZeros,
  longSpeech,

  misleadingQuestion,
  misreadValue,
  mixedAddress,
  numbersDiffer,
  oppositeAnswer,
  optOutNotKept,
  otherMeans,
  phraseNotUnderstood,
  phrasesExchanged,
  promiseNotKept,
  promptAsText,
  purposeNotKept,
  questionBeforeConnect,
  questionWithoutAnswer,
  refusedDate,
  refusedExample,
  repliesExchanged,
  saidValues,
  sentTooLate,
  shortReminder,
  speechNotUnderstood,
  targetsExchanged,
  toldAttempts,
  toldHours,
  toldZone,
  toldCurrency,
  toldNumber,
  toldTerminator,
  toldTone,
  unfinishedText,
  unspeakableText,
  untrueTomorrow,
  wrongLanguage,
];
