/** What people do at an emulated platform, over its control plane. */
import type { Json } from './webhook.ts';

export class Control {
  readonly #url: string;

  constructor(url: string) {
    this.#url = `${url}/_emulator`;
  }

  /** Somebody rings one of the project's numbers; gives the voice_id. */
  async ring(from: string, to: string): Promise<string> {
    const { voice_id: voiceId } = await this.post('/calls', { from, to });
    return String(voiceId);
  }

  /** A fresh platform, whose notifications go to an address. */
  async listenAt({ appId }: { appId: string }, webhook: string): Promise<void> {
    await this.post('/reset');
    await this.put(`/projects/${appId}`, { webhook });
  }

  press(voiceId: string, keys: string): Promise<Json> {
    return this.post(`/calls/${voiceId}/press`, { keys });
  }

  say(voiceId: string, text: string): Promise<Json> {
    return this.post(`/calls/${voiceId}/say`, { text });
  }

  /** Moves the clock on; what is due on the way happens. */
  async advance(ms: number): Promise<void> {
    await this.post('/clock', { advance: ms });
  }

  /** The platform's present time. */
  async now(): Promise<Date> {
    return new Date(String((await this.#send('GET', '/clock')).now));
  }

  /** The next request of a route is answered so. */
  async failNext(route: string, status: number, body: unknown): Promise<void> {
    await this.post('/faults', { route, status, body });
  }

  /** Does whatever the control plane offers; refusals come back as `{error, code}`. */
  post(path: string, body: unknown = {}): Promise<Json> {
    return this.#send('POST', path, body);
  }

  put(path: string, body: unknown): Promise<Json> {
    return this.#send('PUT', path, body);
  }

  get(path: string): Promise<Json> {
    return this.#send('GET', path);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await fetch(this.#url + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return (await answer.json()) as Json;
  }
}
