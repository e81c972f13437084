import type { FlowDraft } from '../types.ts';
import type { Need, NeedRule } from './need.ts';
import { ssmlLength, ssmlMarks, storedPrompts } from './prompt-needs.ts';
import { fixedRecordingName, recordAlone, voicemails } from './recording-needs.ts';
import { headersRead, headersSent } from './header-needs.ts';
import { rooms, sipParties, streams, textMessages } from './service-needs.ts';
import { alwaysInWords, answersInWords } from './speech-needs.ts';

const needRules: readonly NeedRule[] = [
  answersInWords,
  alwaysInWords,
  ssmlLength,
  ssmlMarks,
  storedPrompts,
  recordAlone,
  voicemails,
  fixedRecordingName,
  sipParties,
  headersSent,
  headersRead,
  streams,
  rooms,
  textMessages,
];

/** Lists what a flow needs of a carrier, without the flows that it runs. */
export function listNeeds(draft: FlowDraft): Need[] {
  return needRules
    .filter(({ needsAll }) => needsAll !== true || !draft.document.isFaulty)
    .flatMap(({ find }) => find(draft));
}
