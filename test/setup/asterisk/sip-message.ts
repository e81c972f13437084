/** SIP messages, as far as the telephones of tests need them. */

export interface SipMessage {
  /** Undefined for a response. */
  method?: string;
  /** Undefined for a request. */
  status?: number;
  callId: string;
  /** Number and method. */
  cseq: string;
  /** User parts of the request URI and of From. */
  dialled: string;
  caller: string;
  to: string;
  from: string;
  /** URI of Contact. */
  contact?: string;
  body: string;
  headers: string[];
}

/** Reads a message. */
export function parseSip(text: string): SipMessage {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...headers] = head.split('\r\n');
  const read = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const [, status] = /^SIP\/2\.0 (\d+)/.exec(first) ?? [];
  const [, method = '', dialled = ''] = /^([A-Z]+) sip:([^@\s]*)@/.exec(first) ?? [];
  const [, contact] = /<([^>]+)>/.exec(read('contact')) ?? [];
  const [, caller = ''] = /sip:([^@>]*)/.exec(read('from')) ?? [];
  return {
    ...(status === undefined ? { method } : { status: Number(status) }),
    callId: read('call-id'),
    cseq: read('cseq'),
    dialled: decodeURIComponent(dialled),
    caller,
    to: read('to'),
    from: read('from'),
    ...(contact !== undefined && { contact }),
    body,
    headers,
  };
}

/** Renders the answer to a request. */
export function renderResponse(
  { headers }: SipMessage,
  status: string,
  { contact, tag, sdp = '' }: { contact?: string; tag?: string; sdp?: string } = {},
): string {
  const copied = headers
    .filter((line) => /^(via|from|to|call-id|cseq|record-route):/i.test(line))
    .map((line) =>
      tag !== undefined && /^to:/i.test(line) && !line.includes('tag=') ? `${line};tag=${tag}` : line,
    );
  const lines = [
    `SIP/2.0 ${status}`,
    ...copied,
    ...(contact === undefined ? [] : [`Contact: <${contact}>`]),
    ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${sdp.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${sdp}`;
}

/** Renders a session description: µ-law and keys, at a port of 127.0.0.1. */
export function renderSdp(port: number): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    '',
  ].join('\r\n');
}

/** Returns the port for audio of a session description. */
export function readAudioPort(sdp: string): number {
  return Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0);
}
