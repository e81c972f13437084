import { describe, expect, test } from 'vitest';
import { TestPlatform } from './platform.ts';

function statusOf(option: unknown): number {
  const platform = new TestPlatform();
  const body = { text: 'hello', text_to_speech_option: option };
  return platform.put(platform.outbound(), 'play', body).status;
}

describe('voice.md 2.3, 8: text_to_speech_option', () => {
  test.each([
    [{}],
    [{ 'express-as': 'Cheerful' }],
    [{ 'express-as': 'cheerful' }],
    [{ break: { time: 4_999 } }],
    [{ break: { time: '500ms', strength: 'weak' } }],
    [{ break: 200 }],
    [{ prosody: { volume: '+50%', pitch: 'high', rate: 'slow' } }],
    [{ prosody: { volume: 'x-loud' } }],
    [{ 'say-as': { 'interpret-as': 'date', format: 'dmy' } }],
  ])('%j is taken', (option) => {
    expect(statusOf(option)).toBe(200);
  });

  test.each([
    [7],
    [{ 'express-as': 'angry' }],
    [{ 'express-as': 1 }],
    [{ break: { time: 5_000 } }],
    [{ break: 5_001 }],
    [{ break: { time: '5000' } }],
    [{ prosody: 'loud' }],
    [{ prosody: { volume: 'louder' } }],
    [{ 'say-as': { 'interpret-as': 'poem' } }],
  ])('%j is refused', (option) => {
    expect(statusOf(option)).toBe(400);
  });
});
