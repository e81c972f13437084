/**
 * Nodes of Ringflow that share a Redis, a balancer before them, the platform behind and before them, and people who
 * call: everything real, on free ports of this machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { deskEnv, openBooks, openPlatform, OUR_NUMBER, scriptOf } from '../e2e/desk.ts';
import type { Books } from '../e2e/desk.ts';
import { Crowd } from '../e2e/people.ts';
import type { Person, Script } from '../e2e/people.ts';
import { judge } from '../e2e/verdict.ts';
import type { Disturbance, Verdict } from '../e2e/verdict.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startBalancer } from './balancer.ts';
import type { Balancer } from './balancer.ts';
import { Node } from './node.ts';

const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 240_000;

export interface FleetOptions {
  nodes: number;
  /** Address of the store as the tests see it. */
  store: string;
  /** As a node sees it, by its number; default: the same. */
  storeOf?: (node: number) => string;
  /** More of the environment of a node. */
  envOf?: (node: number) => Record<string, string>;
  /** More flags of every node. */
  flags?: readonly string[];
}

export class Fleet {
  readonly nodes: Node[] = [];
  readonly crowd: Crowd;
  readonly emulator: Emulator;
  readonly disturbances: Disturbance[] = [];
  readonly #store: string;
  readonly #balancer: Balancer;
  readonly #books: Books;
  #rung = 0;

  private constructor(store: string, parts: { emulator: Emulator; balancer: Balancer; books: Books }) {
    this.#store = store;
    this.emulator = parts.emulator;
    this.#balancer = parts.balancer;
    this.#books = parts.books;
    this.crowd = new Crowd(parts.emulator);
  }

  /** Starts everything; resolves when every node is ready. */
  static async start(options: FleetOptions): Promise<Fleet> {
    const urls: string[] = [];
    const balancer = await startBalancer(() => urls);
    const [emulator, books] = await Promise.all([openPlatform(balancer.url), openBooks()]);
    const fleet = new Fleet(options.store, { emulator, balancer, books });
    try {
      for (let number = 0; number < options.nodes; number += 1) await fleet.#addNode(number, options);
      urls.push(...fleet.nodes.map(({ url }) => url));
      await Promise.all(fleet.nodes.map((node) => node.start()));
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  async #addNode(number: number, { store, storeOf, envOf, flags = [] }: FleetOptions): Promise<void> {
    const env = {
      ...deskEnv(this.emulator, this.#books),
      RINGFLOW_PUBLIC_URL: this.#balancer.url,
      ...envOf?.(number),
    };
    this.nodes.push(await Node.create({ store: storeOf?.(number) ?? store, env, flags }));
  }

  /** So many people call at once, each by a script in turn. */
  ring(calls: number, among?: readonly Script[]): Person[] {
    return Array.from({ length: calls }, () => this.ringOne(scriptOf(this.#rung, among)));
  }

  ringOne(script: Script): Person {
    this.#rung += 1;
    return this.crowd.ring(script, `+49170${1_000_000 + this.#rung}`, OUR_NUMBER);
  }

  /** Does something that may leave commands in doubt. */
  async disturb<Result>(action: () => Promise<Result>): Promise<Result> {
    const from = Date.now();
    try {
      return await action();
    } finally {
      // The platform has read by then what a node had sent before it died.
      await fetch(`${this.emulator.url}/_emulator/clock`);
      this.disturbances.push({ from, to: Date.now() });
    }
  }

  /** Resolves when the platform was asked for so many things more, or nobody is on the line any longer. */
  async requests(more: number): Promise<void> {
    let left = more;
    let seen = this.emulator.act(({ journal }) => journal.lastSeq);
    while (left > 0 && this.crowd.onTheLine > 0) {
      await pause(1);
      const entries = this.emulator.act(({ journal }) => journal.readAfter(seen));
      seen += entries.length;
      left -= entries.filter(({ kind }) => kind === 'request').length;
    }
  }

  /** Resolves when nobody is on the line any longer. */
  allServed(): Promise<void> {
    return this.until('everybody is served', () => this.crowd.onTheLine === 0);
  }

  /** Resolves when it holds; rejects after a while with what was waited for, and who still is on the line. */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`waited in vain until ${what}\n${this.#stillThere()}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  #stillThere(): string {
    const waiting = this.crowd.people.filter(({ hasEnded }) => !hasEnded);
    return waiting
      .map(
        ({ voiceId, script, entries }) => `${voiceId} ${script.name}\n  ${JSON.stringify(entries.slice(-4))}`,
      )
      .join('\n');
  }

  /** Resolves when every node is ready, and nothing waits on a disk. */
  async caughtUp(): Promise<void> {
    await this.until('nothing waits on a disk', async () => {
      const found = await this.#readiness();
      return found.every(({ status, spooled }) => status === 'ready' && spooled === 0);
    });
  }

  /** Resolves when every node does without the store. */
  async areSpooling(): Promise<void> {
    await this.until('every node does without the store', async () => {
      const found = await this.#readiness();
      return found.every(({ status }) => status === 'spooling');
    });
  }

  #readiness() {
    return Promise.all(this.nodes.map((node) => node.readiness()));
  }

  /** What became of those who called, once nodes have noted down that it is over. */
  verdict(people: readonly Person[] = this.crowd.people): Promise<Verdict> {
    return this.look(async (store) => {
      await this.until('no call waits for anything', async () => (await store.nextDueAt()) === undefined);
      return judge(people, this.disturbances, store);
    });
  }

  /** Looks into the store. */
  async look<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await openRedisStore({ address: this.#store, log: new RecordingLog() });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  /** What nodes have written with this in it. */
  logged(text: string): string[] {
    return this.nodes.flatMap(({ log }) => log.split('\n')).filter((line) => line.includes(text));
  }

  async close(): Promise<void> {
    this.crowd.leave();
    await Promise.all(this.nodes.map((node) => node.remove()));
    await Promise.all([this.emulator.close(), this.#balancer.close(), this.#books.close()]);
  }
}
