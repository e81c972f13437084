/**
 * `npm run chaos`: nodes on one Redis serve calls while one thing after the other goes wrong. Every call is checked from
 * end to end against its script. Ends with 1 if a command was lost, or doubled without a trouble between.
 *   --minutes N  how long (1)     --nodes N  how many (3)     --calls N  people on the line at a time (60)     --seed N
 */
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Fleet } from '../test/distributed/fleet.ts';
import { troubles } from '../test/distributed/troubles.ts';
import type { Ground } from '../test/distributed/troubles.ts';
import { saysNothing, scripts } from '../test/e2e/desk.ts';
import type { Person } from '../test/e2e/people.ts';
import { randomOf } from '../test/e2e/random.ts';
import { added, inWords, judge, nothingYet } from '../test/e2e/verdict.ts';
import { startProxy } from '../test/adapters/redis/proxy.ts';
import { DURABLE, startRedis } from '../test/adapters/redis/server.ts';

/** People call one after the other and not all at once. */
const RING_EVERY_MS = 100;
/** Delay after the end of a call before it is judged, so that all nodes have recorded the end, even after a takeover. */
const JUDGED_AFTER_MS = 15_000;
/** Maximum pause between two disturbances, ms. */
const REST_MS = 3_000;
/** A call that lasts longer counts as lost. */
const STUCK_AFTER_MS = 6 * 60_000;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    calls: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const minutes = Number(flags.minutes);
const atATime = Number(flags.calls);
const { between } = randomOf(Number(flags.seed));
const random = () => between(0, 1);

const redis = await startRedis(...DURABLE);
const networks = await Promise.all(Array.from({ length: Number(flags.nodes) }, () => startProxy(redis.port)));
const fleet = await Fleet.start({
  nodes: networks.length,
  store: redis.address,
  storeOf: (node) => networks[node]?.address ?? redis.address,
});
const startedAt = Date.now();
const endsAt = startedAt + minutes * 60_000;
const happened = new Map<string, number>();
let verdict = nothingYet();
let isOver = false;

try {
  const calling = keepCalling();
  await troubleAfterTrouble({ fleet, redis, networks, random });
  await calling;
  while (fleet.crowd.onTheLine > 0 && !isStuck()) await pause(RING_EVERY_MS);
  await judgeThose((person) => person.hasEnded || isStuck());
} finally {
  await fleet.close();
  await Promise.all(networks.map((network) => network.stop()));
  await redis.stop();
}
report();
process.exitCode = verdict.wrong.length > 0 ? 1 : 0;

async function keepCalling(): Promise<void> {
  while (!isOver) {
    if (fleet.crowd.onTheLine < atATime) fleet.ring(1 + Math.floor(atATime / 60), [...scripts, saysNothing]);
    await pause(RING_EVERY_MS);
  }
}

async function troubleAfterTrouble(ground: Ground): Promise<void> {
  const names = Object.keys(troubles);
  try {
    while (Date.now() < endsAt) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      await fleet.disturb(async () => {
        await troubles[name]?.(ground);
        await fleet.caughtUp();
      });
      happened.set(name, (happened.get(name) ?? 0) + 1);
      await judgeThose(isLongOver);
      progress(name);
      await pause(random() * REST_MS);
    }
  } finally {
    isOver = true;
  }
}

/** Judges those who called first, and forgets them. */
async function judgeThose(isDue: (person: Person) => boolean): Promise<void> {
  const people = fleet.crowd.people;
  const notDue = people.findIndex((person) => !isDue(person));
  const due = people.slice(0, notDue === -1 ? people.length : notDue);
  if (due.length === 0) return;
  const judged = await fleet.look((store) => judge(due, fleet.disturbances, store));
  for (const one of judged.wrong) process.stderr.write(`\n${one}\n`);
  verdict = added(verdict, judged);
  fleet.crowd.forget(due.length);
}

function isLongOver({ hasEnded, entries }: Person): boolean {
  return hasEnded && (entries.at(-1)?.at ?? Infinity) < Date.now() - JUDGED_AFTER_MS;
}

/** True when the longest-waiting call counts as lost. */
function isStuck(): boolean {
  const first = fleet.crowd.people.find(({ hasEnded }) => !hasEnded);
  return first !== undefined && (first.entries[0]?.at ?? Infinity) < Date.now() - STUCK_AFTER_MS;
}

function progress(last: string): void {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  const line = `${seconds} s  ${verdict.calls} calls judged, ${fleet.crowd.onTheLine} on the line, ${verdict.wrong.length} wrong; last: ${last}`;
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(100)}` : `${line}\n`);
}

function report(): void {
  const rows = [...happened].sort(([, one], [, other]) => other - one);
  const table = rows.map(([name, times]) => `  ${name.padEnd(36)}${String(times).padStart(6)}`);
  process.stdout.write(
    [
      `\n${minutes} minutes, ${networks.length} nodes, seed ${flags.seed}`,
      inWords(verdict),
      'what went wrong:',
      ...table,
    ].join('\n') + '\n',
  );
}
