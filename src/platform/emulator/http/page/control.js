/**
 * Client of the control API. An error answer is thrown as an Error with its message.
 * @import { CallView, PhoneView, ProvisionedNumber, RoomView } from '../../model/index.ts'
 */

/**
 * Lists the newest live calls, newest first.
 * @param {number} limit
 * @returns {Promise<CallView[]>}
 */
export const liveCalls = (limit) => ask('GET', `calls?limit=${limit}`);

/**
 * Returns a live or recently ended call.
 * @param {string} voiceId
 * @returns {Promise<CallView>}
 */
export const call = (voiceId) => ask('GET', below('calls', voiceId));

/** @returns {Promise<(ProvisionedNumber & { number: string })[]>} */
export const numbers = () => ask('GET', 'numbers');

/**
 * Calls a number.
 * @param {{from: string, to: string}} who
 * @returns {Promise<{voice_id: string}>}
 */
export const ring = (who) => ask('POST', 'calls', who);

/**
 * Presses keys as the caller.
 * @param {string} voiceId
 * @param {string} keys
 */
export const press = (voiceId, keys) => ask('POST', `${below('calls', voiceId)}/press`, { keys });

/**
 * Says something as the caller.
 * @param {string} voiceId
 * @param {string} text
 */
export const say = (voiceId, text) => ask('POST', `${below('calls', voiceId)}/say`, { text });

/**
 * Hangs up as the caller or the second party.
 * @param {string} voiceId
 * @param {'ours' | 'second'} who
 */
export const hangUp = (voiceId, who = 'ours') => ask('POST', `${below('calls', voiceId)}/hangup`, { who });

/**
 * Returns the messages of a phone.
 * @param {string} number
 * @returns {Promise<PhoneView>}
 */
export const inbox = (number) => ask('GET', below('phones', number));

/**
 * Sends a text to a number of the platform.
 * @param {{from: string, to: string, text: string}} message
 */
export const text = (message) => ask('POST', 'sms', message);

/** @returns {Promise<RoomView[]>} */
export const rooms = () => ask('GET', 'rooms');

/**
 * Joins a room with a token.
 * @param {string} token
 */
export const join = (token) => ask('POST', 'rooms/join', { token });

/**
 * Locks or unlocks a session.
 * @param {string} roomId
 * @param {boolean} locked
 */
export const lock = (roomId, locked) => ask('PUT', `${below('rooms', roomId)}/lock`, { locked });

/**
 * Starts or stops recording a session.
 * @param {string} roomId
 * @param {'start' | 'stop'} action
 */
export const record = (roomId, action) => ask('POST', `${below('rooms', roomId)}/recording`, { action });

/**
 * Admits a person from the lobby.
 * @param {string} participantId
 */
export const admit = (participantId) => ask('POST', `${below('participants', participantId)}/admit`);

/**
 * Removes a person from the room.
 * @param {string} participantId
 */
export const leave = (participantId) => ask('POST', `${below('participants', participantId)}/leave`);

/**
 * @param {string} collection
 * @param {string} id
 */
function below(collection, id) {
  return `${collection}/${encodeURIComponent(id)}`;
}

/**
 * @param {string} method
 * @param {string} path Relative to the page.
 * @param {object} [body]
 */
async function ask(method, path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error);
  return result;
}
