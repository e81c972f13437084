/** Codes of voice.md 7.3 that no request to the emulator leads to. */

const older = 'a code of older endpoints; these report it in the envelopes of 7.1 and 7.4';
const spoken = 'the result of speech recognition is in a notification (6), not in the answer';
const broken =
  'the emulator has no internal failures; as an injected fault, such an answer is tested in test/platform/emulator/rest.test.ts';

/** Each with the reason why it is not checked. */
export const untriggered: { code: string; meaning: string; reason: string }[] = [
  { code: '407', meaning: 'authorization token wrong or not found', reason: older },
  { code: '500', meaning: 'internal error', reason: broken },
  { code: '511', meaning: 'additional authentication required', reason: older },
  { code: '6110', meaning: 'application not found', reason: older },
  { code: '6114', meaning: 'failed to add channel to bridge', reason: broken },
  { code: '6115', meaning: 'failed to play voice menu on bridge', reason: broken },
  { code: '6116', meaning: 'external media request failed', reason: broken },
  { code: '6120', meaning: 'error converting text to speech', reason: broken },
  { code: '6121', meaning: 'text-to-speech conversion request failed', reason: broken },
  { code: '6123', meaning: 'failed playing text-to-speech on media channel', reason: broken },
  { code: '6124', meaning: 'invalid parameter for outbound call', reason: older },
  { code: '6125', meaning: 'text-to-speech request failed', reason: broken },
  { code: '6126', meaning: 'text-to-speech request failed', reason: broken },
  { code: '6127', meaning: 'text-to-speech request failed', reason: broken },
  { code: '6129', meaning: 'text-to-speech quota or request rate exceeded', reason: broken },
  { code: '6130', meaning: 'network or server-side issue', reason: broken },
  { code: '6131', meaning: 'invalid parameter for outbound call', reason: older },
  {
    code: '6133',
    meaning: 'inbound number not associated with any service',
    reason: 'a call to such a number reaches no webhook, so no application is notified',
  },
  { code: '6134', meaning: 'unable to connect to the voice server', reason: broken },
  { code: '6142', meaning: 'wallet balance check failed', reason: older },
  { code: '6143', meaning: 'speech not recognized', reason: spoken },
  { code: '6144', meaning: 'speech recognition cancelled by the user', reason: spoken },
  { code: '6145', meaning: 'speech recognition cancelled at end of stream', reason: spoken },
  { code: '6146', meaning: 'speech recognition cancelled due to an error', reason: spoken },
];
