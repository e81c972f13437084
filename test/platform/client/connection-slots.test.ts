import { describe, expect, it } from 'vitest';
import { ConnectionSlots } from '../../../src/platform/client/transport/connection-slots.ts';
import { failure } from './scene.ts';

/** Takes a place and tells when it is there. */
async function queue(
  places: ConnectionSlots,
  name: string,
  entered: string[],
  signal?: AbortSignal,
): Promise<void> {
  await places.take(signal);
  entered.push(name);
}

describe('places on connections', () => {
  it('are as many as there are connections, and given on in order of arrival', async () => {
    const places = new ConnectionSlots(2, 60_000);
    const entered: string[] = [];
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => queue(places, name, entered)));
    await failure(queue(places, 'hasty', entered, AbortSignal.abort()));
    expect(entered).toEqual(['a', 'b']);
    places.giveBack();
    places.giveBack();
    await all;
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go to nobody who has given up', async () => {
    const places = new ConnectionSlots(1, 60_000);
    const entered: string[] = [];
    const giveUp = new AbortController();
    await queue(places, 'first', entered);
    const hasty = failure(queue(places, 'hasty', entered, giveUp.signal));
    const patient = queue(places, 'patient', entered);
    giveUp.abort();
    expect((await hasty).code).toBe('aborted');
    places.giveBack();
    await patient;
    expect(entered).toEqual(['first', 'patient']);
  });

  it('go to nobody who has waited too long, and are not lost by it', async () => {
    const places = new ConnectionSlots(1, 10);
    await places.take(undefined);
    expect(await failure(queue(places, 'late', []))).toMatchObject({
      code: 'no_connection',
      retryable: true,
    });
    places.giveBack();
    await places.take(undefined);
  });
});
