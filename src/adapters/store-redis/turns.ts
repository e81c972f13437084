/** Rate limits shared by all nodes of one Redis, by the time of Redis (TURNS-3). */
import { randomUUID } from 'node:crypto';
import type { Turn, TurnLimit, Turns } from '../../engine/ports/index.ts';
import { storeFailure } from './failure.ts';
import { turnsKey } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const takeScript = new Script<number>('take-turn', 'time');
const giveBackScript = new Script<null>('give-turn-back', 'time');

export class RedisTurns implements Turns {
  readonly #connection: Connection;
  readonly #prefix: string;

  constructor(connection: Connection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async take({ name, turns, restMs, longestMs }: TurnLimit): Promise<Turn | { waitMs: number }> {
    const key = turnsKey(this.#prefix, name);
    const id = randomUUID();
    const waitMs = await this.#run(takeScript, key, [id, turns, restMs, longestMs]);
    if (waitMs > 0) return { waitMs };
    return {
      giveBack: async () => {
        await this.#run(giveBackScript, key, [id, restMs]);
      },
    };
  }

  async #run<Output>(script: Script<Output>, key: string, args: (string | number)[]): Promise<Output> {
    try {
      return await script.run(this.#connection, [key], args);
    } catch (error) {
      throw storeFailure(error);
    }
  }
}
