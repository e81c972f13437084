/** Many calls asked for with one request (voice.md 4; recipients observed). */
import type { CallId, Media } from '../../call/index.ts';
import type { BroadcastRequest } from '../../../schemas/types/voice.ts';
import { wireMedia } from './media.ts';

/** What is asked for. */
export interface BroadcastOrder {
  /** The number that is shown, in E.164 form. */
  from: string;
  /** Where everything about the calls is told. */
  eventUrl: string;
  recipients: {
    call: CallId;
    to: string;
    /** What they hear first; absent: nothing yet. */
    play?: { media: Media; promptRef: string };
  }[];
}

/** The request. All calls share an address for what is told of them; which call it is about stands in `custom_data.call`. */
export function broadcastRequest({ from, eventUrl, recipients }: BroadcastOrder): BroadcastRequest {
  return {
    from,
    event_url: eventUrl,
    recipients: recipients.map(({ call, to, play }) => ({
      to,
      ...(play && { play: { ...typed(play.media), ...wireMedia(play.media), prompt_ref: play.promptRef } }),
      custom_data: { call },
    })),
  };
}

/** Speech is told by its type; what other types are called is not known. */
function typed({ kind }: Media): { type?: string } {
  return kind === 'text' || kind === 'ssml' ? { type: 'tts' } : {};
}
