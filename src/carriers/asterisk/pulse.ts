/**
 * Keeps the recording of a bridge going while the caller is on hold. Asterisk ends a recording after four seconds without audio,
 * and a party who is alone in the bridge may send none. With a second channel in it, Asterisk mixes, which gives the recording a
 * beat.
 */
import type { CommandId } from '../../call/index.ts';
import { toPartName } from './names.ts';
import { addToBridge, startSnoop, toPath, type Steps } from './steps.ts';

const CHANNEL_GONE = 400;
const GONE = 404;
/** The answer about a bridge that is being removed. */
const NOT_IN_APP = 409;

/** Returns the steps that put a silent channel in the place of the caller. It ends with the call. */
export function startPulse(party: CommandId, channel: string, app: string): Steps {
  const pulse = toPartName(party, 'pulse');
  return [
    startSnoop(channel, pulse, { spy: 'in', app, role: 'pulse' }),
    // The party must not hear the caller.
    {
      request: { method: 'POST', path: toPath('channels', pulse, 'mute'), query: { direction: 'in' } },
      isOfNewChannel: true,
      doneBy: [GONE],
    },
    // A party that leaves meanwhile takes the bridge and the recording along.
    { ...addToBridge(toPartName(party, 'bridge'), [pulse]), doneBy: [CHANNEL_GONE, GONE, NOT_IN_APP] },
  ];
}
