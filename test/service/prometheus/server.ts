/** A real Prometheus that watches services of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { until } from '../../engine/until.ts';
import { freePort } from '../../setup/free-port.ts';
import { scaleRules } from './scaled-rules.ts';

const RULES = resolve(import.meta.dirname, '../../../deploy/prometheus/ringflow-alerts.yaml');
/** So much shorter every duration of the rules is. */
const SCALE = 60;
const INTERVAL = '500ms';

interface Alert {
  state: string;
  labels: { alertname: string } & Record<string, string>;
}

export interface PrometheusServer {
  url: string;
  /** Alerts that fire now, by name. */
  firing(): Promise<Map<string, Alert['labels']>>;
  stop(): Promise<void>;
}

/** Starts it with the shipped rules, their durations divided by `SCALE`; targets are `host:port`. Resolves when it is ready. */
export async function startPrometheus(targets: string[]): Promise<PrometheusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-prometheus-'));
  writeFileSync(join(folder, 'ringflow-alerts.yaml'), scaleRules(readFileSync(RULES, 'utf8'), SCALE));
  const config = {
    global: { scrape_interval: INTERVAL, scrape_timeout: INTERVAL, evaluation_interval: INTERVAL },
    rule_files: ['ringflow-alerts.yaml'],
    scrape_configs: [{ job_name: 'ringflow', static_configs: [{ targets }] }],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const server = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`prometheus ended with ${server.exitCode}`);
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  });
  return {
    url,
    async firing() {
      const answer = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
      const firing = data.alerts.filter(({ state }) => state === 'firing');
      return new Map(firing.map(({ labels }) => [labels.alertname, labels]));
    },
    async stop() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
