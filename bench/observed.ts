/**
 * Measures the cost of observability: the same service with metrics off, with metrics on, and with metrics and traces on. They
 * take turns in short rounds under the same load, in alternating order, and each round is compared with its neighbour, so that
 * other work on the machine affects all of them.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { measured, startLoad, warmUpSeconds } from './contest.ts';
import type { Figures, Rounds } from './contest.ts';
import { openDirectory, serveArgs, started } from './contestants.ts';
import type { Contestant } from './contestants.ts';
import { median } from './stats.ts';

const sides = {
  'metrics off': ['--metrics', 'off', '--otel', 'off'],
  'metrics on': ['--metrics', 'on', '--otel', 'off'],
  'metrics and traces': ['--metrics', 'on', '--otel', 'on'],
} as const;

type Side = keyof typeof sides;
const names = Object.keys(sides) as Side[];

export interface ObservedFigures {
  label: string;
  /** Medians of the rounds. */
  cpuUsPerNotification: number;
  notificationsPerSecond: number;
  reactionP99Ms: number;
  /** Medians of the ratios to the neighbouring round with metrics off. */
  cpuRatio: number;
  rateRatio: number;
}

/** Measures so many rounds of each. */
export async function measureObserved({ pairs, seconds }: Rounds): Promise<ObservedFigures[]> {
  const collector = await startCollector();
  const place = await openDirectory();
  const generator = await startLoad();
  // Whether traces are sent is said by the flag.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const contestants = new Map<Side, Contestant>();
  for (const [at, name] of names.entries()) {
    const store = `sqlite:${join(place.place, `${at}.sqlite`)}`;
    const args = serveArgs(join(import.meta.dirname, 'flow'), store, generator.platformUrl);
    contestants.set(name, await started([...args, ...sides[name]]));
  }
  const rounds = new Map<Side, Figures[]>(names.map((name) => [name, []]));
  try {
    for (const one of contestants.values()) await measured(generator.load, [one], warmUpSeconds);
    for (let round = 0; round < pairs; round += 1)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const contestant = contestants.get(name);
        if (contestant !== undefined)
          rounds.get(name)?.push(await measured(generator.load, [contestant], seconds));
      }
  } finally {
    for (const { server } of contestants.values()) await server.stop();
    await generator.stop();
    await place.stop();
    await collector.stop();
  }
  const plain = rounds.get('metrics off') ?? [];
  return names.map((name) => figuresOf(name, rounds.get(name) ?? [], plain));
}

function figuresOf(label: string, rounds: Figures[], plain: Figures[]): ObservedFigures {
  const middle = (of: keyof Figures) => median(rounds.map((round) => round[of]));
  const ratio = (of: keyof Figures) =>
    median(rounds.map((round, at) => round[of] / (plain[at]?.[of] ?? NaN)));
  return {
    label,
    cpuUsPerNotification: middle('cpuUsPerNotification'),
    notificationsPerSecond: middle('notificationsPerSecond'),
    reactionP99Ms: middle('reactionP99Ms'),
    cpuRatio: ratio('cpuUsPerNotification'),
    rateRatio: ratio('notificationsPerSecond'),
  };
}

/** Takes traces and forgets them, in this process, whose time is nobody's. */
async function startCollector(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
