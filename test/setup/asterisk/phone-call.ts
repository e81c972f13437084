/** One call of a telephone of a test. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pressKeys, toRtp } from './key-capture.ts';
import { readAudioPort, renderResponse, renderSdp, type SipMessage } from './sip-message.ts';

/** The telephone's way to its server. */
interface Line {
  port: number;
  sipPort: number;
  send(text: string): void;
}

interface Parties {
  /** Call-ID. */
  id: string;
  local: string;
  /** The name that is shown beside the number. */
  name?: string;
  remote: string;
}

/** µ-law that was heard. */
interface Sound {
  /** `performance.now()` at its arrival. */
  at: number;
  payload: Buffer;
}

const RTP_HEADER = 12;
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const MAX_WAIT_MS = 60_000;

export class PhoneCall {
  readonly id: string;
  /** Everything that was heard, in the order of arrival. */
  readonly heard: Sound[] = [];
  /** Headers of the INVITE of a call that came in. */
  invitation: readonly string[] = [];
  /** Resolves with the final status. */
  readonly status: Promise<number>;
  /** Resolves when the call has ended, or was refused. */
  readonly over: Promise<void>;
  /** `performance.now()` when the INVITE was sent and when the final answer came. */
  invitedAt = NaN;
  answeredAt = NaN;
  readonly #line: Line;
  readonly #parties: Parties;
  readonly #rtp: Socket;
  #setStatus: (status: number) => void = () => undefined;
  #setOver: () => void = () => undefined;
  #remote: { uri: string; to: string; from: string; audioPort: number };
  #cseq = 1;
  #sequence = 0;
  #pending: ((status: number) => void) | undefined;
  #isClosed = false;

  private constructor(line: Line, parties: Parties, rtp: Socket) {
    const { id, local, remote, name } = parties;
    this.id = id;
    this.#line = line;
    this.#parties = parties;
    this.#rtp = rtp;
    this.#remote = {
      uri: `sip:${remote}@127.0.0.1:${line.sipPort}`,
      to: `<sip:${remote}@127.0.0.1:${line.sipPort}>`,
      from: `${name === undefined ? '' : `"${name}" `}<sip:${local}@127.0.0.1:${line.port}>;tag=${id}`,
      audioPort: 0,
    };
    this.status = new Promise((resolve) => (this.#setStatus = resolve));
    this.over = new Promise((resolve) => (this.#setOver = resolve));
    rtp.on('message', (packet) => {
      if (packet.length > RTP_HEADER && ((packet[1] ?? 0) & 0x7f) === 0)
        this.heard.push({ at: performance.now(), payload: packet.subarray(RTP_HEADER) });
    });
  }

  static async open(line: Line, parties: Parties): Promise<PhoneCall> {
    const rtp = createSocket('udp4');
    rtp.bind(0, '127.0.0.1');
    await once(rtp, 'listening');
    return new PhoneCall(line, parties, rtp);
  }

  /** `performance.now()` when the first audio came. */
  get firstAudioAt(): number {
    return this.heard[0]?.at ?? NaN;
  }

  invite(headers: Record<string, string>): void {
    this.invitedAt = performance.now();
    this.#request('INVITE', { headers, body: renderSdp(this.#rtp.address().port) });
  }

  /** Answers the INVITE. */
  take(invite: SipMessage, { contact, tag }: { contact: string; tag: string }): void {
    this.#remote = {
      uri: invite.contact ?? this.#remote.uri,
      to: invite.from,
      from: `${invite.to};tag=${tag}`,
      audioPort: readAudioPort(invite.body),
    };
    this.answeredAt = performance.now();
    this.invitation = invite.headers;
    this.#line.send(
      renderResponse(invite, '200 OK', { contact, tag, sdp: renderSdp(this.#rtp.address().port) }),
    );
    this.#setStatus(200);
  }

  hearResponse({ status = 0, cseq, to, contact, body }: SipMessage): void {
    if (status < 200 || cseq.endsWith('CANCEL')) return;
    if (!cseq.endsWith('INVITE')) {
      this.#pending?.(status);
      return;
    }
    const { uri, from, audioPort } = this.#remote;
    this.#remote = { uri: contact ?? uri, to, from, audioPort: readAudioPort(body) || audioPort };
    if (Number.isNaN(this.answeredAt)) this.answeredAt = performance.now();
    this.#request('ACK', { ofInvite: status >= 300 });
    this.#setStatus(status);
    if (status >= 300) this.end();
  }

  /** Presses keys, by RTP (RFC 4733). Resolves when the last one is released. */
  async press(keys: string): Promise<void> {
    const begin = performance.now();
    for (const packet of pressKeys(keys, begin - this.answeredAt)) {
      await delay(Math.max(0, begin + packet.sentMs - performance.now()));
      this.#sendAudio(toRtp(packet, this.#sequence++));
    }
  }

  /** Presses one key, by SIP INFO. */
  async info(key: string): Promise<void> {
    const body = `Signal=${key}\r\nDuration=100\r\n`;
    await this.#ask('INFO', { body, contentType: 'application/dtmf-relay' });
  }

  /** Speaks µ-law at 8 kHz, in real time. */
  async speak(audio: Buffer): Promise<void> {
    const begin = performance.now();
    for (let at = 0; at < audio.length && !this.#isClosed; at += FRAME_BYTES) {
      await delay(Math.max(0, begin + (at / FRAME_BYTES) * FRAME_MS - performance.now()));
      const header = Buffer.alloc(RTP_HEADER);
      header.writeUInt8(2 << 6, 0);
      header.writeUInt16BE(this.#sequence++ & 0xffff, 2);
      header.writeUInt32BE((begin - this.answeredAt + 1_000) * 8 + at, 4);
      header.writeUInt32BE(0x7465_7374, 8);
      this.#sendAudio(Buffer.concat([header, audio.subarray(at, at + FRAME_BYTES)]));
    }
  }

  /** Gives up before the call is answered; `status` tells the end. */
  cancel(): void {
    this.#request('CANCEL', { ofInvite: true });
  }

  /** Hangs up. Resolves when the other side has confirmed it. */
  async hangUp(): Promise<void> {
    await this.#ask('BYE', {});
    this.end();
  }

  /** The call is over. */
  end(): void {
    this.#setOver();
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rtp.close();
  }

  #sendAudio(packet: Buffer): void {
    if (!this.#isClosed) this.#rtp.send(packet, this.#remote.audioPort, '127.0.0.1');
  }

  async #ask(method: string, content: { body?: string; contentType?: string }): Promise<void> {
    const answered = new Promise<number>((resolve) => (this.#pending = resolve));
    this.#cseq += 1;
    this.#request(method, content);
    const late = delay(MAX_WAIT_MS, 0, { ref: false });
    if ((await Promise.race([answered, late])) === 0) throw new Error(`there is no answer to ${method}`);
  }

  #request(
    method: string,
    {
      headers = {},
      body = '',
      contentType = 'application/sdp',
      ofInvite = false,
    }: { headers?: Record<string, string>; body?: string; contentType?: string; ofInvite?: boolean },
  ): void {
    const { uri, to, from } = this.#remote;
    const { port } = this.#line;
    const branch = ofInvite ? `INVITE${this.#cseq}` : `${method}${this.#cseq}`;
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${this.id}${branch}`,
      'Max-Forwards: 70',
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${this.id}`,
      `CSeq: ${this.#cseq} ${method}`,
      `Contact: <sip:${this.#parties.local}@127.0.0.1:${port}>`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : [`Content-Type: ${contentType}`]),
      `Content-Length: ${body.length}`,
    ];
    this.#line.send(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
}
