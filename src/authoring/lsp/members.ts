/** Explains the built-in members that expressions can read. */
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
  from: text("The caller's number."),
  to: text('The called number.'),
  direction: text('`inbound` or `outbound`.'),
  reason: text(
    'Why the call ended: normal, busy, no_answer, rejected, failed or unknown; empty before that.',
  ),
  language: text('The current language of prompts.'),
  recording_url: text('The address of the last recording; empty if there is none.'),
};

const error: Record<(typeof ERROR_FIELDS)[number], Member> = {
  code: text('What went wrong last: http_404, unreachable, bad_response …; empty before anything did.'),
  message: text('The same in words.'),
  step: text('The step in which it happened.'),
};

const message: Record<(typeof MESSAGE_FIELDS)[number], Member> = {
  from: text('Who sent the last text message that the flow took.'),
  text: text('Its text; empty before the first message.'),
};

const room: Record<(typeof ROOM_FIELDS)[number], Member> = {
  id: text('The video room that the call joined; empty before that.'),
  token: text(
    'The token with which the invited person joins. It is secret: only a text message may contain it.',
  ),
};

const response: Record<keyof WebResponse, Member> = {
  status: { type: 'int', about: 'The status of the answer, 200 to 299 where the outcome is `ok`.' },
  headers: { type: 'map', about: 'Its headers, by names in lower case: `response.headers["x-id"]`.' },
  text: text('Its body as text.'),
  json: { type: 'JSON', about: 'Its body as JSON; null when it is none. `response.json.customer.tier`' },
};

/** Holder → its members. `response` is there only where an answer is read. */
export const members: Record<string, Record<string, Member>> = { call, error, message, room, response };
