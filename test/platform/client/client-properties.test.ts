import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../src/platform/client/index.ts';
import { CarrierError } from '../../../src/engine/ports/index.ts';
import { answer, useScene } from './scene.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const scene = useScene();

/** Every function of the client, with arguments that are fine but for what is given. */
function uses(given: unknown): (() => Promise<unknown>)[] {
  const { voice, sms, video } = scene().client({ callsPerSecond: 1_000 });
  const any = given as never;
  return [
    () => voice.dial(any),
    () => voice.play('v1', any),
    () => voice.connect('v1', any),
    () => voice.startRecording('v1', any),
    () => voice.startStream('v1', any),
    () => voice.broadcast(any),
    () => voice.webClientToken(any),
    () => voice.hangup(any),
    () => voice.download(any),
    () => sms.send(any),
    () => sms.sendByGet(any),
    () => video.rooms.create(any),
    () => video.rooms.update('r1', any),
    () => video.tokens.create('r1', any),
    () => video.archives.room(any),
  ];
}

describe('whatever is given to a function', () => {
  it('is either sent or told to be wrong, with a reason', async () => {
    scene().reactions = [answer(422)];
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (given) => {
        for (const use of uses(given)) {
          const error: unknown = await use().catch((reason: unknown) => reason);
          if (error instanceof InvalidRequestError) expect(error.problems).not.toEqual([]);
          else expect(error).toBeInstanceOf(CarrierError);
        }
      }),
      { numRuns: scaleRuns(40) },
    );
  });
});

describe('whatever the platform answers', () => {
  it('is an answer or a CarrierError', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom(200, 201, 204, 400, 404, 418),
        async (body, status) => {
          scene().reactions = [
            (reply) =>
              reply.code(status).header('content-type', 'application/json').send(JSON.stringify(body)),
          ];
          const { voice, sms, video } = scene().client({ callsPerSecond: 1_000 });
          const asked = [
            voice.dial({ from: '1', to: '2' }),
            voice.play('v1', { text: 'Hi' }),
            sms.status('j1'),
            video.rooms.list(),
          ];
          for (const result of await Promise.allSettled(asked))
            if (result.status === 'fulfilled') expect(result.value).toBeTypeOf('object');
            else expect(result.reason).toBeInstanceOf(CarrierError);
        },
      ),
      { numRuns: scaleRuns(60) },
    );
  });
});
