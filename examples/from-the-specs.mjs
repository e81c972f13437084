/**
 * A program that uses the specified HTTP interfaces without a client library: an inbound and an outbound call, an SMS job
 * and a video room. `npx ringflow emulator --port 4010`, then `node examples/from-the-specs.mjs http://127.0.0.1:4010`.
 */
/* global AbortSignal */
import { Buffer } from 'node:buffer';
import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import process from 'node:process';

const [, , baseUrl = 'http://127.0.0.1:4010', appId = 'demo', appKey = 'demo-key'] = process.argv;
const authorization = `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
const ownNumber = '+4930100100';
const customer = '+4915100000001';
/** Maximum wait for an answer or a notification, in milliseconds. */
const timeoutMs = 10_000;

const notifications = [];
const arrivals = new EventEmitter();
const webhook = createServer(async (incoming, response) => {
  notifications.push(JSON.parse((await readText(incoming)) || '{}'));
  response.end('{}');
  arrivals.emit('notification');
}).listen(0, '127.0.0.1');
await once(webhook, 'listening');
const eventUrl = `http://127.0.0.1:${webhook.address().port}/`;

const before = (await control('GET', '/numbers')).find(({ number }) => number === ownNumber) ?? {};
await control('PUT', `/numbers/${ownNumber}`, { webhook: eventUrl });
try {
  await inboundCall();
  await outboundCall();
  await smsJob();
  await videoRoom();
} finally {
  const { number: _number, ...settings } = before;
  await control('PUT', `/numbers/${ownNumber}`, settings);
  webhook.closeAllConnections();
  webhook.close();
}

async function inboundCall() {
  const { voice_id: voiceId } = await control('POST', '/calls', { from: customer, to: ownNumber });
  await waitForNotification(voiceId, { state: 'incomingcall' });
  await platform('PUT', `/voice/v1/call/${voiceId}/accept`);
  await waitForNotification(voiceId, { state: 'connected' });
  const question = { text: 'Press a key.', language: 'en-US', voice: 'female', dtmf: true };
  await platform('PUT', `/voice/v1/call/${voiceId}/play`, question);
  await control('POST', `/calls/${voiceId}/press`, { keys: '1' });
  const { digit } = await waitForNotification(voiceId, { playstate: 'digitcollected' });
  await platform('DELETE', `/voice/v1/call/${voiceId}`);
  await waitForNotification(voiceId, { state: 'disconnected' });
  console.log(`inbound call: the caller pressed ${digit}`);
}

async function outboundCall() {
  const { voice_id: voiceId } = await platform('POST', '/voice/v1/call', {
    from: ownNumber,
    to: customer,
    event_url: eventUrl,
    custom_data: { order: 7 },
    action_on_connect: { play: { text: 'Hi.', language: 'en-US', voice: 'female' } },
  });
  await waitForNotification(voiceId, { state: 'connected' });
  await waitForNotification(voiceId, { playstate: 'playfinished' });
  await platform('DELETE', `/voice/v1/call/${voiceId}`);
  const { disconnect_reason: reason, custom_data: data } = await waitForNotification(voiceId, {
    state: 'disconnected',
  });
  console.log(`outbound call: ${reason}, order ${data.order}`);
}

async function smsJob() {
  const { job_id: jobId } = await platform('POST', '/sms/v1/messages/', {
    template_id: 'demo',
    campaign_id: 'demo',
    to: [customer],
    data: { text: 'Your order has been sent.' },
  });
  await control('POST', '/clock', { advance: 5_000 });
  const { summary } = await platform('GET', `/sms/v1/message/${jobId}`);
  console.log(`SMS job: ${summary.delivered} of ${summary.total} delivered`);
}

async function videoRoom() {
  const { room } = await platform('POST', '/video/v2/rooms', { name: 'Consultation', owner_ref: 'order 7' });
  const path = `/video/v2/rooms/${room.room_id}`;
  const guest = { name: 'Ada', role: 'moderator', user_ref: 'ada' };
  const { token } = await platform('POST', `${path}/tokens`, guest);
  const { participant_id: participant } = await control('POST', '/rooms/join', { token });
  const { total } = await platform('GET', `${path}/users`);
  await control('POST', `/participants/${participant}/leave`, {});
  const { cdr } = await platform('GET', `/video/v2/cdr/room/${room.room_id}`);
  await platform('DELETE', path);
  console.log(`video room: ${total} in the session, ${cdr.length} CDR`);
}

/** Sends a request to the platform; throws for any answer but 200. */
function platform(method, path, body) {
  return send(method, path, { body, headers: { authorization } });
}

/** Simulates a person through the emulator's control API. */
function control(method, path, body) {
  return send(method, `/_emulator${path}`, { body, headers: {} });
}

async function send(method, path, { body, headers }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent = request(baseUrl + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  sent.end(text);
  const [answer] = await once(sent, 'response');
  const answered = await readText(answer);
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${answered}`);
  return JSON.parse(answered);
}

/** Returns the first notification of a call with these fields, also one that has already arrived; throws on a timeout. */
async function waitForNotification(voiceId, fields) {
  const signal = AbortSignal.timeout(timeoutMs);
  const wanted = Object.entries({ ...fields, voice_id: voiceId });
  for (;;) {
    const found = notifications.find((one) => wanted.every(([name, value]) => one[name] === value));
    if (found !== undefined) return found;
    await once(arrivals, 'notification', { signal });
  }
}

async function readText(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
