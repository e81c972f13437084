/** Client of the emulator's control API, which docs/emulator.md describes. */

export class EmulatorApi {
  readonly #base: string;

  /** @param base address of the control API, with a slash at its end */
  constructor(base: string) {
    this.#base = new URL(base, document.baseURI).href;
  }

  /** Reads an object. Throws an Error with the reason when it is refused. */
  get<Answer>(path: readonly string[], query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#request<Answer>('GET', this.#toUrl(path, query));
  }

  /** Carries out an action. Throws an Error with the reason when it is refused. */
  post<Answer = unknown>(path: readonly string[], body: object = {}): Promise<Answer> {
    return this.#request<Answer>('POST', this.#toUrl(path), body);
  }

  /** Changes an object. Throws an Error with the reason when it is refused. */
  put(path: readonly string[], body: object): Promise<unknown> {
    return this.#request('PUT', this.#toUrl(path), body);
  }

  /** Opens the stream of the journal, optionally of one call only. The browser reconnects it. */
  openJournal(voiceId?: string): EventSource {
    const query: Record<string, string> = voiceId === undefined ? {} : { voice_id: voiceId };
    return new EventSource(this.#toUrl(['journal', 'stream'], query));
  }

  #toUrl(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
    const url = new URL(path.map(encodeURIComponent).join('/'), this.#base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  async #request<Answer>(method: string, url: string, body?: object): Promise<Answer> {
    const response = await fetch(url, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer = (await response.json()) as Answer & { error?: string };
    if (!response.ok) throw new Error(answer.error ?? `HTTP status ${response.status}`);
    return answer;
  }
}
