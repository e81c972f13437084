/**
 * Client of the control API. An error answer is thrown as an Error with its message.
 * @import { CallView, PhoneView, ProvisionedNumber, RoomView } from '../../model/index.ts'
 */

/** @typedef {Promise<unknown>} Done */

/** Lists the newest live calls, newest first. @type {(limit: number) => Promise<CallView[]>} */
export const listCalls = (limit) => request('GET', `calls?limit=${limit}`);

/** Returns a live or recently ended call. @type {(voiceId: string) => Promise<CallView>} */
export const getCall = (voiceId) => request('GET', buildPath('calls', voiceId));

/** @type {() => Promise<(ProvisionedNumber & { number: string })[]>} */
export const listNumbers = () => request('GET', 'numbers');

/** Calls a number. @type {(who: {from: string, to: string}) => Promise<{voice_id: string}>} */
export const placeCall = (who) => request('POST', 'calls', who);

/** Presses keys as the caller. @type {(voiceId: string, keys: string) => Done} */
export const press = (voiceId, keys) => request('POST', `${buildPath('calls', voiceId)}/press`, { keys });

/** Says something as the caller. @type {(voiceId: string, text: string) => Done} */
export const say = (voiceId, text) => request('POST', `${buildPath('calls', voiceId)}/say`, { text });

/** Hangs up as the caller or the second party. @type {(voiceId: string, who?: 'ours' | 'second') => Done} */
export const hangUp = (voiceId, who = 'ours') =>
  request('POST', `${buildPath('calls', voiceId)}/hangup`, { who });

/** Returns the messages of a phone. @type {(number: string) => Promise<PhoneView>} */
export const getPhone = (number) => request('GET', buildPath('phones', number));

/** Sends a text to a number of the platform. @type {(message: {from: string, to: string, text: string}) => Done} */
export const sendText = (message) => request('POST', 'sms', message);

/** @type {() => Promise<RoomView[]>} */
export const listRooms = () => request('GET', 'rooms');

/** Joins a room with a token. @type {(token: string) => Done} */
export const joinRoom = (token) => request('POST', 'rooms/join', { token });

/** Locks or unlocks a session. @type {(roomId: string, locked: boolean) => Done} */
export const setLock = (roomId, locked) => request('PUT', `${buildPath('rooms', roomId)}/lock`, { locked });

/** Starts or stops recording a session. @type {(roomId: string, action: 'start' | 'stop') => Done} */
export const setRecording = (roomId, action) =>
  request('POST', `${buildPath('rooms', roomId)}/recording`, { action });

/** Admits a person from the lobby. @type {(participantId: string) => Done} */
export const admit = (participantId) => request('POST', `${buildPath('participants', participantId)}/admit`);

/** Removes a person from the room. @type {(participantId: string) => Done} */
export const leave = (participantId) => request('POST', `${buildPath('participants', participantId)}/leave`);

/**
 * @param {string} collection
 * @param {string} id
 */
function buildPath(collection, id) {
  return `${collection}/${encodeURIComponent(id)}`;
}

/**
 * @param {string} method
 * @param {string} path Relative to the page.
 * @param {object} [body]
 */
async function request(method, path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error);
  return result;
}
