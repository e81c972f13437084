/**
 * Captures of telephone keys for sipp, which replays them as RTP (RFC 4733). sipp's own captures have fixed RTP timestamps:
 * a key that is replayed twice has the same timestamp twice, and Asterisk takes the second for a repetition of the first.
 * Here the timestamps of one call advance.
 */
const EVENTS = '0123456789*#ABCD';
const PAYLOAD_TYPE = 101;
const PACKET_MS = 20;
const TICKS_PER_MS = 8;
const KEY_MS = 100;
const GAP_MS = 100;
/** The end of a key is sent several times, since a packet can be lost. */
const END_PACKETS = 3;
const LOUDNESS = 10;
const LINK_ETHERNET = 1;

/** One packet of a key. */
export interface KeyPacket {
  /** Time at which it is sent, ms after the first. */
  sentMs: number;
  isFirst: boolean;
  isLast: boolean;
  event: number;
  /** When the key was pressed, ms after the begin of the call. */
  pressedMs: number;
  durationMs: number;
}

/** Time from the press of a key to the next one, ms. */
export const KEY_PERIOD_MS = KEY_MS + GAP_MS;

/** Time that a capture of these keys takes, ms. */
export function measureKeys(keys: string): number {
  return keys.length * KEY_PERIOD_MS;
}

/** Renders a capture of keys; the first is pressed `beginMs` after the begin of the call. */
export function captureKeys(keys: string, beginMs: number): Buffer {
  const packets = pressKeys(keys, beginMs);
  const firstSequence = Math.floor(beginMs / PACKET_MS);
  return Buffer.concat([
    fileHeader(),
    ...packets.flatMap((packet, at) => {
      const frame = Buffer.concat([frameHeaders(16), toRtp(packet, firstSequence + at)]);
      return [recordHeader(packet.sentMs, frame.length), frame];
    }),
  ]);
}

/** Returns the packets of keys that are pressed one after the other, the first `beginMs` after the begin of the call. */
export function pressKeys(keys: string, beginMs: number): KeyPacket[] {
  return Array.from(keys, (key, at) => pressKey(key, at * KEY_PERIOD_MS, beginMs)).flat();
}

function pressKey(key: string, fromMs: number, beginMs: number): KeyPacket[] {
  const event = EVENTS.indexOf(key);
  if (event < 0) throw new Error(`"${key}" is no key`);
  const common = { event, pressedMs: beginMs + fromMs };
  const held = Array.from({ length: KEY_MS / PACKET_MS }, (_, at) => ({
    ...common,
    sentMs: fromMs + at * PACKET_MS,
    durationMs: (at + 1) * PACKET_MS,
    isFirst: at === 0,
    isLast: false,
  }));
  const released = Array.from({ length: END_PACKETS }, (_, at) => ({
    ...common,
    sentMs: fromMs + KEY_MS + at,
    durationMs: KEY_MS,
    isFirst: false,
    isLast: true,
  }));
  return [...held, ...released];
}

/** Renders a packet with its number in the call. */
export function toRtp(
  { event, pressedMs, durationMs, isFirst, isLast }: KeyPacket,
  sequence: number,
): Buffer {
  const rtp = Buffer.alloc(16);
  rtp.writeUInt8(2 << 6, 0);
  rtp.writeUInt8(isFirst ? 0x80 | PAYLOAD_TYPE : PAYLOAD_TYPE, 1);
  rtp.writeUInt16BE((sequence + 1) & 0xffff, 2);
  rtp.writeUInt32BE((pressedMs + 1_000) * TICKS_PER_MS, 4);
  rtp.writeUInt32BE(0x7465_7374, 8);
  rtp.writeUInt8(event, 12);
  rtp.writeUInt8(isLast ? 0x80 | LOUDNESS : LOUDNESS, 13);
  rtp.writeUInt16BE(durationMs * TICKS_PER_MS, 14);
  return rtp;
}

/** Ethernet, IPv4 and UDP. sipp replaces the addresses and ports. */
function frameHeaders(payloadLength: number): Buffer {
  const headers = Buffer.alloc(14 + 20 + 8);
  headers.writeUInt16BE(0x0800, 12);
  headers.writeUInt8(0x45, 14);
  headers.writeUInt16BE(20 + 8 + payloadLength, 16);
  headers.writeUInt8(64, 22);
  headers.writeUInt8(17, 23);
  headers.writeUInt32BE(0x7f00_0001, 26);
  headers.writeUInt32BE(0x7f00_0001, 30);
  headers.writeUInt16BE(9_000, 34);
  headers.writeUInt16BE(9_000, 36);
  headers.writeUInt16BE(8 + payloadLength, 38);
  return headers;
}

function fileHeader(): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2_c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(LINK_ETHERNET, 20);
  return header;
}

function recordHeader(sentMs: number, length: number): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(Math.floor(sentMs / 1_000), 0);
  header.writeUInt32LE((sentMs % 1_000) * 1_000, 4);
  header.writeUInt32LE(length, 8);
  header.writeUInt32LE(length, 12);
  return header;
}
