/**
 * A program written from the specifications alone, with nothing but Node: an inbound and an outbound call, an SMS job and
 * a video room. `npx ringflow emulator --port 4010`, then `node examples/from-the-specs.mjs http://127.0.0.1:4010`.
 */
/* global AbortSignal */
import { Buffer } from 'node:buffer';
import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import process from 'node:process';

const [, , baseUrl = 'http://127.0.0.1:4010', appId = 'demo', appKey = 'demo-key'] = process.argv;
const authorization = `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
const ours = '+4930100100';
const customer = '+4915100000001';
/** Longest wait for an answer or a notification. */
const patienceMs = 10_000;

const notifications = [];
const arrivals = new EventEmitter();
const webhook = createServer(async (incoming, response) => {
  notifications.push(JSON.parse((await textOf(incoming)) || '{}'));
  response.end('{}');
  arrivals.emit('notification');
}).listen(0, '127.0.0.1');
await once(webhook, 'listening');
const eventUrl = `http://127.0.0.1:${webhook.address().port}/`;

const before = (await control('GET', '/numbers')).find(({ number }) => number === ours) ?? {};
await control('PUT', `/numbers/${ours}`, { webhook: eventUrl });
try {
  await inboundCall();
  await outboundCall();
  await smsJob();
  await videoRoom();
} finally {
  const { number: _number, ...settings } = before;
  await control('PUT', `/numbers/${ours}`, settings);
  webhook.closeAllConnections();
  webhook.close();
}

async function inboundCall() {
  const { voice_id: voiceId } = await control('POST', '/calls', { from: customer, to: ours });
  await notified(voiceId, { state: 'incomingcall' });
  await platform('PUT', `/voice/v1/call/${voiceId}/accept`);
  await notified(voiceId, { state: 'connected' });
  const question = { text: 'Press a key.', language: 'en-US', voice: 'female', dtmf: true };
  await platform('PUT', `/voice/v1/call/${voiceId}/play`, question);
  await control('POST', `/calls/${voiceId}/press`, { keys: '1' });
  const { digit } = await notified(voiceId, { playstate: 'digitcollected' });
  await platform('DELETE', `/voice/v1/call/${voiceId}`);
  await notified(voiceId, { state: 'disconnected' });
  console.log(`inbound call: the caller pressed ${digit}`);
}

async function outboundCall() {
  const { voice_id: voiceId } = await platform('POST', '/voice/v1/call', {
    from: ours,
    to: customer,
    event_url: eventUrl,
    custom_data: { order: 7 },
    action_on_connect: { play: { text: 'Hi.', language: 'en-US', voice: 'female' } },
  });
  await notified(voiceId, { state: 'connected' });
  await notified(voiceId, { playstate: 'playfinished' });
  await platform('DELETE', `/voice/v1/call/${voiceId}`);
  const { disconnect_reason: reason, custom_data: data } = await notified(voiceId, { state: 'disconnected' });
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

/** A request of the specifications; throws for any answer but 200. */
function platform(method, path, body) {
  return send(method, path, { body, headers: { authorization } });
}

/** What a person does at the emulator. */
function control(method, path, body) {
  return send(method, `/_emulator${path}`, { body, headers: {} });
}

async function send(method, path, { body, headers }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent = request(baseUrl + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    signal: AbortSignal.timeout(patienceMs),
  });
  sent.end(text);
  const [answer] = await once(sent, 'response');
  const answered = await textOf(answer);
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${answered}`);
  return JSON.parse(answered);
}

/** The first notification of a call that has these fields, there already or still to come; throws when none comes. */
async function notified(voiceId, fields) {
  const signal = AbortSignal.timeout(patienceMs);
  const wanted = Object.entries({ ...fields, voice_id: voiceId });
  for (;;) {
    const found = notifications.find((one) => wanted.every(([name, value]) => one[name] === value));
    if (found !== undefined) return found;
    await once(arrivals, 'notification', { signal });
  }
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
