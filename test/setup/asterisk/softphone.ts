/**
 * A telephone that a test operates while it talks: SIP and RTP over UDP on the loopback. sipp plays scripts; this one reacts to
 * what the test sees, and keeps what it hears.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { PhoneCall } from './phone-call.ts';
import { parseSip, renderResponse, type SipMessage } from './sip-message.ts';

/** What a called telephone does. */
export type Reaction = 'answer' | 'busy' | 'decline' | 'ring on';

export interface PhoneOptions {
  /** UDP port on 127.0.0.1 of the SIP server. */
  sipPort: number;
  /** Port of its own; default: any. */
  port?: number;
  /** Decides what happens when somebody calls a number. Default: answer. */
  react?: (dialled: string) => Reaction;
}

export interface DialOptions {
  /** Caller id. Default: +491700001. */
  from?: string;
  /** The name that is shown beside the number. */
  name?: string;
  /** Number called. Default: +4930555000. */
  to?: string;
  headers?: Record<string, string>;
}

const REFUSALS = { busy: '486 Busy Here', decline: '603 Decline' } as const;

export class Softphone {
  /** Calls that came in, the latest last. */
  readonly taken: PhoneCall[] = [];
  readonly #options: PhoneOptions;
  readonly #socket: Socket;
  readonly #calls = new Map<string, PhoneCall>();
  /** Requests that came in and are not answered finally, by Call-ID. */
  readonly #ringing = new Map<string, SipMessage>();

  private constructor(options: PhoneOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    socket.on('message', (data) => {
      this.#hear(parseSip(data.toString('latin1')));
    });
  }

  static async open(options: PhoneOptions): Promise<Softphone> {
    const socket = createSocket('udp4');
    socket.bind(options.port ?? 0, '127.0.0.1');
    await once(socket, 'listening');
    return new Softphone(options, socket);
  }

  /** Calls a number. Resolves when the INVITE is sent. */
  async call({
    from = '+491700001',
    to = '+4930555000',
    headers = {},
    name,
  }: DialOptions = {}): Promise<PhoneCall> {
    const parties = { id: randomUUID(), local: from, remote: to, ...(name !== undefined && { name }) };
    const call = await PhoneCall.open(this.#toLine(), parties);
    this.#calls.set(call.id, call);
    call.invite(headers);
    return call;
  }

  close(): void {
    for (const call of this.#calls.values()) call.close();
    this.#socket.close();
  }

  #toLine() {
    const { port } = this.#socket.address();
    return { port, sipPort: this.#options.sipPort, send: this.#send.bind(this) };
  }

  #send(text: string): void {
    this.#socket.send(Buffer.from(text, 'latin1'), this.#options.sipPort, '127.0.0.1');
  }

  #hear(message: SipMessage): void {
    const call = this.#calls.get(message.callId);
    if (message.status !== undefined) call?.hearResponse(message);
    else if (message.method === 'INVITE' && call === undefined) void this.#ring(message);
    else if (message.method === 'CANCEL') this.#cancel(message);
    else if (message.method === 'ACK') return;
    else {
      this.#send(renderResponse(message, '200 OK'));
      if (message.method === 'BYE') call?.end();
    }
  }

  async #ring(invite: SipMessage): Promise<void> {
    if (this.#ringing.has(invite.callId)) return;
    this.#ringing.set(invite.callId, invite);
    const ringing = { contact: `sip:agent@127.0.0.1:${this.#socket.address().port}`, tag: 'agent' };
    this.#send(renderResponse(invite, '180 Ringing', ringing));
    const reaction = this.#options.react?.(invite.dialled) ?? 'answer';
    if (reaction === 'ring on') return;
    if (reaction !== 'answer') {
      this.#send(renderResponse(invite, REFUSALS[reaction], ringing));
      return;
    }
    const call = await PhoneCall.open(this.#toLine(), {
      id: invite.callId,
      local: invite.dialled,
      remote: invite.caller,
    });
    this.#calls.set(call.id, call);
    this.taken.push(call);
    call.take(invite, ringing);
  }

  #cancel(cancel: SipMessage): void {
    this.#send(renderResponse(cancel, '200 OK'));
    const invite = this.#ringing.get(cancel.callId);
    if (invite !== undefined) this.#send(renderResponse(invite, '487 Request Terminated', { tag: 'agent' }));
  }
}
