/** Generates small valid Matroska and WebM files with a silent Opus track (RFC 8794, RFC 9559, RFC 7845). */

const frameMs = 20;
const framesPerCluster = 1_000 / frameMs;

/** An Opus frame of 20 ms of silence. */
const silentFrame = [0xf8, 0xff, 0xfe];

/** Version 1, one channel, 312 samples of pre-skip, 48 kHz, no gain. */
const opusHead = [...new TextEncoder().encode('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0];

/** Creates a file of the given length. */
export function createMatroska(kind: 'matroska' | 'webm', seconds: number): Uint8Array {
  const clusters = Array.from({ length: seconds }, (_, second) => encodeCluster(second * 1_000));
  return Buffer.concat([
    encodeHeader(kind),
    encodeElement(0x18538067, [encodeInfo(seconds), encodeTrack(), ...clusters]),
  ]);
}

function encodeHeader(kind: string): Buffer {
  return encodeElement(0x1a45dfa3, [
    encodeNumber(0x4286, 1),
    encodeNumber(0x42f7, 1),
    encodeNumber(0x42f2, 4),
    encodeNumber(0x42f3, 8),
    encodeText(0x4282, kind),
    encodeNumber(0x4287, 4),
    encodeNumber(0x4285, 2),
  ]);
}

/** Sets one tick to a millisecond. */
function encodeInfo(seconds: number): Buffer {
  return encodeElement(0x1549a966, [
    encodeNumber(0x2ad7b1, 1_000_000),
    encodeFloat(0x4489, seconds * 1_000),
    encodeText(0x4d80, 'ringflow'),
    encodeText(0x5741, 'ringflow'),
  ]);
}

function encodeTrack(): Buffer {
  const audio = encodeElement(0xe1, [encodeFloat(0xb5, 48_000), encodeNumber(0x9f, 1)]);
  const entry = [
    encodeNumber(0xd7, 1),
    encodeNumber(0x73c5, 1),
    encodeNumber(0x83, 2),
    encodeText(0x86, 'A_OPUS'),
    encodeElement(0x63a2, [Buffer.from(opusHead)]),
    audio,
  ];
  return encodeElement(0x1654ae6b, [encodeElement(0xae, entry)]);
}

function encodeCluster(atMs: number): Buffer {
  const blocks = Array.from({ length: framesPerCluster }, (_, frame) => encodeBlock(frame * frameMs));
  return encodeElement(0x1f43b675, [encodeNumber(0xe7, atMs), ...blocks]);
}

function encodeBlock(offsetMs: number): Buffer {
  return encodeElement(0xa3, [Buffer.from([0x81, offsetMs >> 8, offsetMs & 0xff, 0x80, ...silentFrame])]);
}

function encodeElement(id: number, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([encodeBytes(id), encodeSize(content.length), content]);
}

function encodeNumber(id: number, value: number): Buffer {
  return encodeElement(id, [encodeBytes(value)]);
}

function encodeFloat(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return encodeElement(id, [content]);
}

function encodeText(id: number, value: string): Buffer {
  return encodeElement(id, [Buffer.from(value)]);
}

/** Encodes big-endian without leading zeros. */
function encodeBytes(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}

/** Encodes an element's size in four bytes. */
function encodeSize(length: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(length + 0x10000000);
  return content;
}
