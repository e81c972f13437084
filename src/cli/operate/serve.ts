import type { Command } from 'commander';
import { openLog } from '../../adapters/log-pino/index.ts';
import { startService } from '../../service/start.ts';
import { CONFIG_FILE } from '../../service/config/file.ts';
import { loadConfig, openSources } from './config-sources.ts';
import { waitForStopSignal } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import {
  checkRouting,
  flowsToRun,
  warnOfClearSecrets,
  warnOfDeniedHosts,
  warnOfMissingParams,
  addServiceOptions,
} from './service-options.ts';
import type { Settings } from '../../service/config/config.ts';

/** `ringflow serve`: runs the service. */
export function registerServe(program: Command, io: Io): void {
  addServiceOptions(program.command('serve'))
    .description('run the service')
    .argument('[dir]', 'folder with flows to serve from the start; others can be deployed later')
    .addHelpText(
      'after',
      '\nExample:\n  RINGFLOW_APP_KEY=… RINGFLOW_HOOK_TOKEN=… ringflow serve flows --default-flow front-desk \\\n    --platform-url https://api.example.com --app-id my-app --public-url https://ivr.example.com',
    )
    .option('--config <file>', `settings file (default ${CONFIG_FILE}, if it exists)`)
    .action(
      async (folder: string | undefined, { config: file, ...flags }: Settings & { config?: string }) => {
        const config = loadConfig(openSources(file, flags), io);
        const { flows, sources } =
          folder === undefined
            ? { flows: [], sources: new Map<string, never>() }
            : flowsToRun(folder, config, io);
        const names = flows.map(({ name }) => name);
        checkRouting(names, config);
        const log = openLog(config.logLevel);
        for (const warnings of [warnOfMissingParams, warnOfClearSecrets, warnOfDeniedHosts])
          for (const message of warnings(flows, config)) log.warn({}, message);
        const service = await startService({
          config,
          flows,
          ...(folder !== undefined && { folder: { path: folder, sources, isFollowed: false } }),
          log,
        });
        log.info(
          {
            url: service.url,
            ...(config.hookToken !== '' && { hook: service.hookUrl.replace(config.hookToken, '<token>') }),
            flows: names,
          },
          'ready',
        );
        const signal = await waitForStopSignal();
        log.info({ signal }, 'stopping: requests in flight are finished, calls continue on other nodes');
        // Ctrl-C comes from a person, who does not want to wait for a drain; SIGTERM comes from a supervisor.
        await (signal === 'SIGINT' ? service.stop() : service.drain());
      },
    );
}
