/**
 * The floor of the measurements with Asterisk: the least that a program on ARI does. It answers each call and plays one sound.
 * Arguments: URL of ARI, user, password, application, sound. Sends `ready` to its parent.
 */
import process from 'node:process';

const [url = '', user = '', password = '', application = '', media = ''] = process.argv.slice(2);
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

interface AriEvent {
  type: string;
  channel?: { id: string };
}

async function ask(method: string, path: string): Promise<void> {
  const answer = await fetch(`${url}/ari${path}`, { method, headers: { authorization } });
  await answer.arrayBuffer();
}

async function answer(channel: string): Promise<void> {
  await ask('POST', `/channels/${channel}/answer`);
  await ask('POST', `/channels/${channel}/play/${channel}.play?media=${encodeURIComponent(media)}`);
}

const address = `${url.replace('http', 'ws')}/ari/events?app=${application}&api_key=${user}:${password}`;
const socket = new WebSocket(address);
socket.addEventListener('open', () => process.send?.('ready'));
socket.addEventListener('message', ({ data }) => {
  const { type, channel } = JSON.parse(String(data)) as AriEvent;
  if (type === 'StasisStart' && channel !== undefined) void answer(encodeURIComponent(channel.id));
});
