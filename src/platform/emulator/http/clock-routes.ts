/** The virtual clock under /_emulator/clock: the real one, plus what was added by hand. */
import type { FastifyInstance } from 'fastify';
import { clockBody } from './control-schemas.ts';
import type { Driver } from './driver.ts';

/**
 * GET tells the time. POST `{advance: ms}` moves it on: whatever is due on the way happens at once, in order, before the
 * application can answer any of it.
 */
export function clockRoutes(app: FastifyInstance, driver: Driver): void {
  app.get('/clock', () => ({ now: shown(driver) }));
  app.post<{ Body: { advance: number } }>('/clock', { schema: { body: clockBody } }, ({ body }) => {
    driver.moveOn(body.advance);
    return { now: shown(driver) };
  });
}

function shown(driver: Driver): string {
  return driver.act((_model, now) => new Date(now).toISOString());
}
