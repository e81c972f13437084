/** A flow in service behind a number of an emulator: what the page is opened on. */
import { startService } from '../../src/service/start.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { loadFlows } from '../../src/authoring/flow-files/index.ts';
import { configOf } from '../builders/config.ts';

export const deskNumber = '+12025550100';

export interface Desk {
  emulator: Emulator;
  /** A request to the platform, as an application makes it. */
  platform: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/** Starts the sample flow front-desk; calls end quickly. */
export async function openDesk(): Promise<Desk> {
  const emulator = await startEmulator({
    settings: {
      setupMs: 0,
      charactersPerSecond: 400,
      dtmf: { gapMs: 50, windowMs: 60_000 },
      sms: { sendMs: 0, phones: { '+491713920001': { afterMs: 0 } } },
    },
  });
  const service = await startDeskService(emulator.url);
  emulator.act(({ control }) => {
    control.setNumber(deskNumber, { webhook: service.hookUrl, label: 'front-desk' });
  });
  return {
    emulator,
    platform: (method, path, body) => request(emulator.url + path, method, body),
    close: async () => {
      await service.stop();
      await emulator.close();
    },
  };
}

function startDeskService(url: string) {
  const ignore = (): void => undefined;
  return startService({
    config: configOf(url, { defaultFlow: 'front-desk' }),
    flows: loadFlows(['flows/front-desk']).flows,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
}

async function request(url: string, method: string, body?: object): Promise<Record<string, unknown>> {
  const authorization = `Basic ${Buffer.from('demo:demo-key').toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
