/** What expressions read that no flow declares, explained. */
import type {
  CALL_FIELDS,
  ERROR_FIELDS,
  MESSAGE_FIELDS,
  ROOM_FIELDS,
  WebResponse,
} from '../../language/model/index.ts';

/** A member: its type, and what it is. */
interface Member {
  type: string;
  about: string;
}

const text = (about: string): Member => ({ type: 'string', about });

const call: Record<(typeof CALL_FIELDS)[number], Member> = {
  id: text('The id of the call, as in traces and logs.'),
  from: text('The number of whoever calls.'),
  to: text('The number that is called.'),
  direction: text('`inbound` or `outbound`.'),
  reason: text(
    'Why the call has ended: normal, busy, no_answer, rejected, failed or unknown; empty before that.',
  ),
  language: text('The language in which prompts are spoken now.'),
  recording_url: text('Where the last recording is fetched; empty where there is none.'),
};

const error: Record<(typeof ERROR_FIELDS)[number], Member> = {
  code: text('What went wrong last: http_404, unreachable, bad_response …; empty before anything did.'),
  message: text('The same in words.'),
  step: text('The step in which it went wrong.'),
};

const message: Record<(typeof MESSAGE_FIELDS)[number], Member> = {
  from: text('Who sent the last text message that the flow took.'),
  text: text('What stands in it; empty before any.'),
};

const room: Record<(typeof ROOM_FIELDS)[number], Member> = {
  id: text('The video room that the call was brought to; empty before that.'),
  token: text('With this token whoever was invited may join. It is secret: only a text message may hold it.'),
};

const response: Record<keyof WebResponse, Member> = {
  status: { type: 'int', about: 'The status of the answer, 200 to 299 where the outcome is `ok`.' },
  headers: { type: 'map', about: 'Its headers, by names in lower case: `response.headers["x-id"]`.' },
  text: text('Its body as text.'),
  json: { type: 'JSON', about: 'Its body as JSON; null when it is none. `response.json.customer.tier`' },
};

/** Holder → its members. `response` is there only where an answer is read. */
export const members: Record<string, Record<string, Member>> = { call, error, message, room, response };
