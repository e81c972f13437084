/** A campaign on a service in this process: its flow in service, its recipients loaded, people behind their numbers. */
import { expect } from 'vitest';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';
import type { EmulatorSettings, Party } from '../../../src/platform/emulator/model/index.ts';
import { until } from '../../engine/until.ts';
import { openApi } from '../http/api/scene.ts';
import type { ApiScene, Ask } from '../http/api/scene.ts';

export const FROM = '+4930555000';
const CAMPAIGNS = '/projects/default/campaigns';

/** A flow that tells people of a day, which it needs to know, and notes that it has. */
export const reminderFlow = `ringflow: 1
name: reminder
languages: [en-US]
params: { day: { type: string }, hour: { type: int, default: 9 } }
on: { error: sorry }
steps:
  hello: { say: "See you on \${params.day}.", next: told }
  told: { outcome: told, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

/** The number of the n-th recipient. */
export const numberOf = (n: number): string => `+49151${String(12_000_000 + n)}`;

/** As many recipients as CSV, each with a day. */
export function recipientsCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `${numberOf(at + 1)},Monday`);
  return ['number,day', ...rows, ''].join('\n');
}

export interface Progress {
  state: string;
  recipients: number;
  counts: { waiting: number; calling: number; results: Record<string, number> };
  isLoading: boolean;
  problem?: string;
}

export const settings = {
  flow: 'reminder',
  from: FROM,
  pace: { perSecond: 20, atOnce: 100 },
};

/** What a test does with one campaign. */
export function campaignOf(admin: Ask, id = 'spring') {
  const path = `${CAMPAIGNS}/${id}`;
  return {
    put: (more: object = {}) => admin('PUT', path, { ...settings, ...more }),
    load: (text: string, { type = 'text/csv', query = '' } = {}) =>
      admin('POST', `${path}/recipients${query}`, text, { 'content-type': type }),
    take: (step: string) => admin('POST', `${path}/${step}`),
    remove: () => admin('DELETE', path),
    progress: async () => (await admin('GET', path)).body as Progress,
    results: async () => {
      const { body } = await admin('GET', `${path}/results`);
      const [headings = '', ...rows] = (body as string).trim().split('\n');
      const names = headings.split(',');
      return rows.map((row) =>
        Object.fromEntries(row.split(',').map((value, at) => [names[at] ?? '', value])),
      ) as Record<string, string>[];
    },
  };
}

/** Speech that takes minutes, so that calls last until somebody hangs up. */
export const slowly: EmulatorSettings = { charactersPerSecond: 0.1 };

/** Waits until so many are on the line, each of whom hears something; then they hang up. */
export async function hangUp({ act }: Pick<Emulator, 'act'>, count: number): Promise<void> {
  const heard = () =>
    act(({ journal, control }) =>
      journal
        .readAfter(0)
        .flatMap((entry) => (entry.kind === 'speech' ? (entry.voice_id ?? []) : []))
        .filter((id) => control.call(id)?.state === 'connected'),
    );
  const on = await until(() => (heard().length === count ? heard() : undefined));
  act(({ people }, now) => {
    for (const id of on) people.hangUp(id, now);
  });
}

/** Puts a flow into service. */
export async function inService(admin: Ask, text = reminderFlow): Promise<void> {
  const { body } = await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': text } });
  const [put] = (body as { versions: { flow: string; version: string }[] }).versions;
  const answer = await admin('PUT', `/projects/default/deployments/${put?.flow ?? ''}`, {
    version: put?.version,
  });
  expect(answer.status).toBe(200);
}

/** A service with the flow in service, and nobody called yet. */
export async function openScene(
  parties: Record<string, Party | Party[]> = {},
  platform: EmulatorSettings = {},
): Promise<ApiScene> {
  const scene = await openApi({}, {}, { parties, charactersPerSecond: 250, setupMs: 20, ...platform });
  await inService(scene.admin);
  return scene;
}

/** How often each number rang. */
export function rings({ act }: Pick<Emulator, 'act'>): Map<string, number> {
  const counted = new Map<string, number>();
  for (const entry of act((model) => model.journal.readAfter(0)))
    if (entry.kind === 'ringing' && entry.direction === 'outbound')
      counted.set(entry.to, (counted.get(entry.to) ?? 0) + 1);
  return counted;
}

/** How many calls the platform was asked for, for each number; a request that it knew already is none. */
export function dialled({ act }: Pick<Emulator, 'act'>): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const entry of act((model) => model.journal.readAfter(0))) {
    if (entry.kind !== 'request' || entry.method !== 'POST' || entry.replayed === true) continue;
    const { to } = JSON.parse(entry.body ?? '{}') as { to?: string };
    if (to !== undefined) counted[to] = (counted[to] ?? 0) + 1;
  }
  return counted;
}
