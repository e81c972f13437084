/** Explains the built-in members that expressions can read. */
import type {
  CALL_FIELDS,
  ERROR_FIELDS,
  MESSAGE_FIELDS,
  ROOM_FIELDS,
  WebResponse,
} from '../../language/model/index.ts';

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
  code: text(
    'The code of the last error: http_404, unreachable, bad_response …; empty before the first error.',
  ),
  message: text('The message of the last error.'),
  step: text('The step in which the error occurred.'),
};

const message: Record<(typeof MESSAGE_FIELDS)[number], Member> = {
  from: text('The sender of the last text message that the flow received.'),
  text: text('The text of that message; empty before the first message.'),
};

const room: Record<(typeof ROOM_FIELDS)[number], Member> = {
  id: text('The video room that the call joined; empty before that.'),
  token: text(
    'The token with which the invited person joins. It is secret: only a text message may contain it.',
  ),
};

const response: Record<keyof WebResponse, Member> = {
  status: { type: 'int', about: 'The status of the response, 200 to 299 if the outcome is `ok`.' },
  headers: { type: 'map', about: 'The headers, by names in lower case: `response.headers["x-id"]`.' },
  text: text('The body as text.'),
  json: { type: 'JSON', about: 'The body as JSON; null if it is not JSON. `response.json.customer.tier`' },
};

/** Holder → its members. `response` exists only where a response is read. */
export const members: Record<string, Record<string, Member>> = { call, error, message, room, response };
