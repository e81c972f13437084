/** Scenarios of sipp: what the telephone of a caller, or of an agent, does in one call. */

import { KEY_PERIOD_MS, measureKeys } from './key-capture.ts';

/** One thing that a caller does after the call was answered. */
export type Act =
  | { kind: 'wait'; ms: number }
  /** Keys by RTP. */
  | { kind: 'press'; keys: string }
  /** One key by SIP INFO. */
  | { kind: 'info'; key: string }
  /** Waits until the other side hangs up. */
  | { kind: 'until hung up' }
  | { kind: 'hang up' };

export interface CallerScenario {
  acts: Act[];
  /** SIP headers of the INVITE. */
  headers?: Record<string, string>;
  /** Status with which the call is expected to be refused; then the acts are not done. */
  refusedWith?: number;
  /** Gives the file of a capture of these keys, the first pressed at this time of the call, ms. */
  captureFile: (keys: string, atMs: number) => string;
}

/** What an agent does when the telephone rings. */
export type AgentAnswer = 'answer' | 'busy' | 'decline' | 'ring on';

/** A key by INFO has no end: Asterisk hears it for 100 ms, and takes keys by RTP in this time for parts of it. */
const INFO_MS = 200;

const SDP = `v=0
o=test 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-15
a=ptime:20
`;

const VIA = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]';
const DIALOG = `From: <sip:[caller]@[local_ip]:[local_port]>;tag=[pid]c[call_number]
To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
Call-ID: [call_id]
Contact: <sip:[caller]@[local_ip]:[local_port]>
Max-Forwards: 70`;
const ANSWERED = `[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:agent@[local_ip]:[local_port]>`;

/** Of the same transaction as the INVITE. */
const REFUSAL_ACK = `ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
CSeq: 1 ACK
Max-Forwards: 70
Content-Length: 0`;

/** Renders the scenario of a caller. Its keywords: `-s` the number called, `-key caller` the caller id. */
export function renderCaller(scenario: CallerScenario): string {
  const { headers = {}, refusedWith } = scenario;
  const invite = [
    'INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0',
    VIA,
    DIALOG.replace('[peer_tag_param]', ''),
    'CSeq: 1 INVITE',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  const progress = [100, 180, 181, 183].map((status) => `<recv response="${status}" optional="true"/>`);
  const after =
    refusedWith === undefined
      ? ['<recv response="200" rrs="true"/>', send(request('ACK', 1)), ...renderActs(scenario)]
      : [`<recv response="${refusedWith}"/>`, send(REFUSAL_ACK)];
  return renderScenario([send(withSdp(invite)), ...progress, ...after]);
}

function renderActs({ acts, captureFile }: CallerScenario): string[] {
  let atMs = 0;
  let sequence = 1;
  return acts.flatMap((act, at) => {
    if (act.kind === 'wait') {
      atMs += act.ms;
      return [pause(act.ms)];
    }
    if (act.kind === 'press') {
      const [file, ms] = [captureFile(act.keys, atMs), measureKeys(act.keys)];
      atMs += ms;
      // The last key may end the call before it is released.
      const isLast = acts[at + 1]?.kind === 'until hung up';
      const play = `<nop><action><exec play_pcap_audio="${file}"/></action></nop>`;
      return isLast ? [play, pause(ms - KEY_PERIOD_MS)] : [play, pause(ms)];
    }
    if (act.kind === 'until hung up')
      return [
        '<recv request="BYE" timeout="120000"/>',
        send(`SIP/2.0 200 OK\n${ANSWERED}\nContent-Length: 0`),
      ];
    sequence += 1;
    const last = act.kind === 'hang up' ? request('BYE', sequence) : infoOf(act.key, sequence);
    const isOver = act.kind === 'hang up';
    if (!isOver) atMs += INFO_MS;
    return [send(last), '<recv response="200"/>', ...(isOver ? [] : [pause(INFO_MS)])];
  });
}

function infoOf(key: string, sequence: number): string {
  const head = request('INFO', sequence).replace('Content-Length: 0', 'Content-Type: application/dtmf-relay');
  return `${head}\nContent-Length: [len]\n\nSignal=${key}\nDuration=100`;
}

/** Renders the scenario of an agent. Its keyword `ring`: how long the telephone rings before, ms. */
export function renderAgent(answer: AgentAnswer, ringMs: number): string {
  const head = ANSWERED.replace('[last_To:]', '[last_To:];tag=[pid]a[call_number]');
  const begin = [
    '<recv request="INVITE" rrs="true"/>',
    send(`SIP/2.0 180 Ringing\n${head}\nContent-Length: 0`),
  ];
  if (answer === 'ring on')
    return renderScenario([
      ...begin,
      '<recv request="CANCEL" timeout="120000"/>',
      send(`SIP/2.0 200 OK\n${ANSWERED}\nContent-Length: 0`),
      send(
        `SIP/2.0 487 Request Terminated\n${head.replace('[last_CSeq:]', 'CSeq: [cseq] INVITE')}\nContent-Length: 0`,
      ),
      '<recv request="ACK" timeout="5000"/>',
    ]);
  const ringing = [...begin, pause(ringMs)];
  if (answer !== 'answer') {
    const status = answer === 'busy' ? '486 Busy Here' : '603 Decline';
    const refusal = send(`SIP/2.0 ${status}\n${head}\nContent-Length: 0`);
    return renderScenario([...ringing, refusal, '<recv request="ACK"/>']);
  }
  return renderScenario([
    ...ringing,
    send(withSdp(`SIP/2.0 200 OK\n${head}`)),
    '<recv request="ACK" rrs="true"/>',
    '<recv request="BYE" timeout="120000"/>',
    send(`SIP/2.0 200 OK\n${ANSWERED}\nContent-Length: 0`),
  ]);
}

function withSdp(head: string): string {
  return `${head}\nContent-Type: application/sdp\nContent-Length: [len]\n\n${SDP}`;
}

function request(method: 'ACK' | 'BYE' | 'INFO', sequence: number): string {
  return `${method} [next_url] SIP/2.0\n${VIA}\n${DIALOG}\nCSeq: ${sequence} ${method}\nContent-Length: 0`;
}

function send(message: string): string {
  const isRepeated = !/^(ACK|SIP\/2.0 1)/.test(message);
  const retrans =
    isRepeated && !/^SIP\/2.0 200 OK\n\[last_Via:\]\n\[last_From:\]\n\[last_To:\]\n/.test(message);
  return `<send${retrans ? ' retrans="500"' : ''}><![CDATA[\n${message}\n\n]]></send>`;
}

function pause(ms: number): string {
  return `<pause milliseconds="${ms}"/>`;
}

function renderScenario(steps: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>\n<scenario name="test">\n${steps.join('\n')}\n</scenario>\n`;
}
