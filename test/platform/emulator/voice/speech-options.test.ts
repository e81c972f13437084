import { describe, expect, test } from 'vitest';
import { TestPlatform } from '../platform.ts';

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
    [{ break: { time: '4.9ms', strength: 'weak' } }],
    [{ break: '4999µs' }],
    [{ break: 200 }],
    [{ break: [['5s']] }],
    [{ prosody: { text: 'a', break: { time: '1ms' }, 'say-as': { 'interpret-as': 'name' } } }],
    [{ 'say-as': { 'interpret-as': 'time', format: 'hms12' } }],
    [{ 'say-as': { 'interpret-as': 'duration', format: 'hm' } }],
    [{ 'say-as': { 'interpret-as': 'currency', format: 'EUR' } }],
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
    [{ break: '5ms' }],
    [{ break: { time: '5s' } }],
    [{ break: { time: '0.1 s' } }],
    [{ emphasis: 'strong' }],
    [{ prosody: { pich: 'high' } }],
    [{ 'say-as': { interpret_as: 'name' } }],
    [{ prosody: { 'say-as': { 'interpret-as': 'name', formt: 'x' } } }],
    [{ prosody: { pitch: {} } }],
    [{ prosody: { rate: 7 } }],
    [{ prosody: { break: { time: '5s' } } }],
    [{ prosody: { 'say-as': { 'interpret-as': 'poem' } } }],
    [{ 'say-as': { 'interpret-as': 'date', format: 'hms' } }],
    [{ 'say-as': { 'interpret-as': 'date', format: 'dd' } }],
    [{ 'say-as': { 'interpret-as': 'time', format: 'hms' } }],
    [{ 'say-as': { 'interpret-as': 'duration', format: 'dmy' } }],
    [{ break: { time: '5000' } }],
    [{ prosody: 'loud' }],
    [{ prosody: { volume: 'louder' } }],
    [{ 'say-as': { 'interpret-as': 'poem' } }],
  ])('%j is refused', (option) => {
    expect(statusOf(option)).toBe(400);
  });
});
