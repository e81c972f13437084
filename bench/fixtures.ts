/** Fixtures that several benchmarks share. */
import { scryptSecrets } from '../src/adapters/secrets-scrypt/index.ts';
import type { Log, Store } from '../src/engine/ports/index.ts';
import { compileFlow } from '../src/language/compiler/index.ts';
import type { CompiledFlow } from '../src/language/model/index.ts';
import { ApiKeys } from '../src/service/management/index.ts';

const ignore = () => undefined;

/** A log without output. */
export const quietLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Compiles a flow. Throws if it has errors. */
export function compileOrThrow(text: string): CompiledFlow {
  const { flow, diagnostics } = compileFlow({ file: 'bench.yaml', text });
  if (flow === undefined) throw new Error(JSON.stringify(diagnostics));
  return flow;
}

/** Creates an admin key in the store of a service. */
export async function createKey({ registry }: Store): Promise<string> {
  const grants = [{ project: '*', role: 'admin' as const }];
  const keys = new ApiKeys(registry, scryptSecrets);
  const { token, change } = await keys.create({ name: 'bench', grants }, { id: 'bench', at: Date.now() });
  await registry.write([change]);
  return token;
}

/** Creates an admin key like `createKey` and closes the store. */
export async function createKeyAndClose(store: Store): Promise<string> {
  try {
    return await createKey(store);
  } finally {
    await store.close();
  }
}

/** Returns the CPU time of this process since an earlier `process.cpuUsage()`, µs. */
export function cpuUsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
