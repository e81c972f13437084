/** The shipped alert rules, in Prometheus' own unit tests: what fires, when it ends, and what stays silent. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ruleCases, weeklyCase } from './prometheus/rule-cases.ts';
import type { RuleCase } from './prometheus/rule-cases.ts';
import { PROMETHEUS_MS, requirePrometheus } from '../setup/prometheus.ts';

const run = promisify(execFile);
const deploy = resolve(import.meta.dirname, '../../deploy/prometheus');
const rules = join(deploy, 'ringflow-alerts.yaml');
const folder = mkdtempSync(join(tmpdir(), 'ringflow-rules-'));

beforeAll(requirePrometheus, PROMETHEUS_MS);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A case as promtool reads it; of which labels an alert has beside its name nothing is said. */
function toTest({ name, series, firing }: RuleCase, interval: string) {
  return {
    name,
    interval,
    input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
    promql_expr_test: Object.entries(firing).map(([at, alerts]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: at,
      exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    })),
  };
}

/** Runs cases on the rules as they are shipped. Rejects with what promtool says where one of them fails. */
async function check(cases: readonly RuleCase[], interval: string): Promise<void> {
  const file = join(folder, `${cases.length}.test.yaml`);
  const tests = cases.map((one) => toTest(one, interval));
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: interval, tests }));
  await run('promtool', ['test', 'rules', file]).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`);
  });
}

test('rules and configuration are accepted by promtool', async () => {
  await run('promtool', ['check', 'rules', rules]);
  await run('promtool', ['check', 'config', join(deploy, 'prometheus.yaml')]);
});

test('every expression of the dashboard is accepted by promtool', async () => {
  const { panels } = JSON.parse(readFileSync(join(deploy, '../grafana/ringflow.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, at) => ({ record: `panel:${at}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
  expect(rules.length).toBeGreaterThan(40);
  const file = join(folder, 'dashboard.yaml');
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
  await run('promtool', ['check', 'rules', file]);
});

test('each alert fires when it should and ends, and none fires in quiet operation', async () => {
  await check(ruleCases, '30s');
});

test('calls that no longer come are seen by those of a week ago', async () => {
  await check([weeklyCase], '10m');
});

test('every alert has a case in which it fires', async () => {
  const tested = new Set([...ruleCases, weeklyCase].flatMap(({ firing }) => Object.values(firing).flat()));
  const { stdout } = await run('grep', ['-oP', '(?<=alert: )\\w+', rules]);
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((name) => !tested.has(name)),
  ).toEqual([]);
});
