/** Generates small valid Matroska and WebM files with a silent Opus track (RFC 8794, RFC 9559, RFC 7845). */

const frameMs = 20;
const framesPerCluster = 1_000 / frameMs;

/** An Opus frame of 20 ms of silence. */
const silentFrame = [0xf8, 0xff, 0xfe];

/** Version 1, one channel, 312 samples of pre-skip, 48 kHz, no gain. */
const opusHead = [...Buffer.from('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0];

/** Creates a file of the given length. */
export function matroska(kind: 'matroska' | 'webm', seconds: number): Uint8Array {
  const clusters = Array.from({ length: seconds }, (_, second) => cluster(second * 1_000));
  return Buffer.concat([header(kind), element(0x18538067, [info(seconds), track(), ...clusters])]);
}

function header(kind: string): Buffer {
  return element(0x1a45dfa3, [
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, kind),
    number(0x4287, 4),
    number(0x4285, 2),
  ]);
}

/** Sets one tick to a millisecond. */
function info(seconds: number): Buffer {
  return element(0x1549a966, [
    number(0x2ad7b1, 1_000_000),
    float(0x4489, seconds * 1_000),
    text(0x4d80, 'ringflow'),
    text(0x5741, 'ringflow'),
  ]);
}

function track(): Buffer {
  const audio = element(0xe1, [float(0xb5, 48_000), number(0x9f, 1)]);
  const entry = [
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 2),
    text(0x86, 'A_OPUS'),
    element(0x63a2, [Buffer.from(opusHead)]),
    audio,
  ];
  return element(0x1654ae6b, [element(0xae, entry)]);
}

function cluster(atMs: number): Buffer {
  const blocks = Array.from({ length: framesPerCluster }, (_, frame) => simpleBlock(frame * frameMs));
  return element(0x1f43b675, [number(0xe7, atMs), ...blocks]);
}

/** Encodes a key frame of track 1. */
function simpleBlock(offsetMs: number): Buffer {
  return element(0xa3, [Buffer.from([0x81, offsetMs >> 8, offsetMs & 0xff, 0x80, ...silentFrame])]);
}

function element(id: number, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([bytesOf(id), sizeOf(content.length), content]);
}

function number(id: number, value: number): Buffer {
  return element(id, [bytesOf(value)]);
}

function float(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return element(id, [content]);
}

function text(id: number, value: string): Buffer {
  return element(id, [Buffer.from(value)]);
}

/** Encodes big-endian without leading zeros. */
function bytesOf(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}

/** Encodes an element's size in four bytes. */
function sizeOf(length: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(length + 0x10000000);
  return content;
}
