/** Writes schemas/openapi.json: the management API, as a service describes it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { startService } from '../src/service/start.ts';
import { readConfig } from '../src/service/config/config.ts';

const root = join(import.meta.dirname, '..');
export const openApiPath = 'schemas/openapi.json';

/** Reads the description from a service that runs for this purpose only. */
export async function openApi(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-openapi-'));
  const environment = {
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: 'a-token-that-opens-nothing',
    RINGFLOW_PLATFORM_URL: 'http://127.0.0.1:1',
    RINGFLOW_SPOOL: join(folder, 'spool'),
    RINGFLOW_STORE: `sqlite:${join(folder, 'ringflow.sqlite')}`,
  };
  const ignore = () => undefined;
  const service = await startService({
    config: readConfig({ flags: { port: '0' }, environment, defaults: {}, local: true }),
    flows: [],
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  try {
    const answer = await fetch(`${service.url}/api/v1/openapi.json`);
    const settings = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8')) as object;
    return await format(await answer.text(), { ...settings, parser: 'json' });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  writeFileSync(join(root, openApiPath), await openApi());
  console.log(openApiPath);
}
