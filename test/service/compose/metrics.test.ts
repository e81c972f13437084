/** What /metrics tells of real calls, and that dashboard and alerts speak of nothing else. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startService } from '../../../src/service/start.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { configOf } from '../../builders/config.ts';
import { everyMetric } from '../../builders/every-metric.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { desk } from '../../engine/scene.ts';
import { until } from '../../engine/until.ts';

const NUMBER = '+4930555777';
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function opened(config: Partial<Config> = {}) {
  const emulator = await startEmulator({ settings: { setupMs: 10, charactersPerSecond: 500 } });
  open.push(() => emulator.close());
  const service = await startService({
    config: configOf(emulator.url, config),
    flows: [desk],
    log: new RecordingLog(),
  });
  open.push(() => service.stop());
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  /** A caller who hears the welcome. */
  const ring = async () => {
    const id = emulator.act(({ people }, now) => people.ring({ from: '+4915112345678', to: NUMBER }, now));
    if (id === undefined) throw new Error('nobody answers the number');
    await until(() => emulator.act(({ control }) => (control.call(id)?.listens === true ? true : undefined)));
    return id;
  };
  /** The same, who then hangs up. */
  const call = async () => {
    const id = await ring();
    emulator.act(({ people }, now) => people.hangUp(id, now));
  };
  const told = async (line: string) =>
    until(async () => ((await metrics()).includes(line) ? true : undefined));
  return { service, emulator, metrics, ring, call, told };
}

describe('a call', () => {
  test('is counted from its first notification to its end', async () => {
    const { call, metrics, told } = await opened();
    await call();
    await told('ringflow_calls_ended_total{project="default",flow="desk",reason="normal"} 1');
    const text = await metrics();
    for (const line of [
      'ringflow_calls_begun_total{project="default",flow="desk",direction="inbound",carrier="platform"} 1',
      'ringflow_commands_total{project="default",kind="accept",result="done",carrier="platform"} 1',
      'ringflow_step_outcomes_total{project="default",flow="desk",step="hello",outcome="done"} 1',
      'ringflow_live_calls 0',
    ])
      expect(text).toContain(line);
    expect(
      Number(
        /^ringflow_notifications_total\{project="default",service="voice",result="applied"\} (\d+)$/m.exec(
          text,
        )?.[1],
      ),
    ).toBeGreaterThan(3);
    expect(Number(/^ringflow_reaction_seconds_count (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(3);
    expect(
      Number(/^ringflow_store_seconds_count\{operation="commit"\} (\d+)$/m.exec(text)?.[1]),
    ).toBeGreaterThan(3);
  });

  test('is counted by the steps that it came to, and by each question that was not answered', async () => {
    const { ring, emulator, told, metrics } = await opened();
    const id = await ring();
    emulator.act(({ people }, now) => people.press(id, '#', now));
    await told(
      'ringflow_input_misses_total{project="default",flow="desk",kind="no_match",step="main",attempt="1"} 1',
    );
    // Nothing is pressed any more: the time for it passes, and with it the step.
    await told(
      'ringflow_input_misses_total{project="default",flow="desk",kind="no_input",step="main",attempt="last"} 1',
    );
    await told('ringflow_calls_ended_total{project="default",flow="desk",reason="normal"} 1');
    const text = await metrics();
    for (const step of ['hello', 'main', 'bye'])
      expect(text).toContain(`ringflow_step_visits_total{project="default",flow="desk",step="${step}"} 1`);
  });

  test('is told by no number, id or word of a caller', async () => {
    const { call, metrics, told } = await opened();
    await call();
    await told('ringflow_calls_ended_total{project="default",flow="desk"');
    expect(await metrics()).not.toMatch(/4915112345678|4930555777|Welcome|default\./);
  });

  test('is not counted where nothing is to be', async () => {
    const { call, metrics } = await opened({ metrics: false });
    await call();
    expect(await metrics()).not.toContain('ringflow_calls_begun_total');
  });
});

test('a notification that nobody takes is counted by why', async () => {
  const { service, told } = await opened();
  await fetch(service.hookUrl, { method: 'POST', body: '{"voice_id":"stray","state":"connected"}' });
  expect(
    await told('ringflow_notifications_total{project="default",service="voice",result="unknown_call"} 1'),
  ).toBe(true);
});

/** The declared name of a series. */
function declared(name: string): string {
  return name.replace(/_(bucket|count|sum)$/, '');
}

const METRIC = /\b((?:ringflow|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

/** Metrics in an expression, each as it is declared and with what stands in its braces. */
function usedIn(expression: string): { name: string; matchers: string }[] {
  return [...expression.matchAll(METRIC)].map(([, name = '', matchers = '']) => ({
    name: declared(name),
    matchers,
  }));
}

/** Names of the labels in an expression: in braces, and behind `by` and `on`. */
function labelsIn(expression: string): string[] {
  const matched = [...expression.matchAll(/[{,](\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label);
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  return [...matched, ...grouped].filter((label) => label !== '');
}

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; impact: string; action: string; runbook_url: string };
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('what is shipped for Prometheus and Grafana', () => {
  const { groups } = parse(read('deploy/prometheus/ringflow-alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  const { panels, templating } = JSON.parse(read('deploy/grafana/ringflow.json')) as {
    panels: { title: string; type: string; targets?: { expr: string; legendFormat: string }[] }[];
    templating: { list: { name: string }[] };
  };
  const shown = panels.flatMap(({ targets = [] }) => targets);
  const expressions = [...alerts, ...shown].map(({ expr }) => expr);

  test('speaks of metrics that there are, and of every one of ours', async () => {
    const { types } = await everyMetric();
    const used = expressions.flatMap(usedIn).map(({ name }) => name);
    expect(used.filter((name) => !types.has(name))).toEqual([]);
    const ours = [...types.keys()].filter((name) => name.startsWith('ringflow_'));
    expect(ours.filter((name) => !used.includes(name))).toEqual([]);
  });

  test('takes rates of counters and of nothing else', async () => {
    const { types } = await everyMetric();
    const rated = expressions
      .flatMap((expr) => [...expr.matchAll(/(?:rate|increase)\((\w+)/g)])
      .map(([, name = '']) => declared(name));
    expect(rated.length).toBeGreaterThan(20);
    expect(rated.filter((name) => types.get(name) === 'gauge')).toEqual([]);
  });

  test('speaks of labels that those metrics have', async () => {
    const { labels } = await everyMetric();
    const known = (expr: string) => [
      ...['instance', 'job', 'le', 'version'],
      ...usedIn(expr).flatMap(({ name }) => labels.get(name) ?? []),
    ];
    const unknown = [...alerts, ...shown].flatMap((one) => {
      const legend = 'legendFormat' in one ? [...one.legendFormat.matchAll(/\{\{(\w+)\}\}/g)] : [];
      const all = [...labelsIn(one.expr), ...legend.map(([, label = '']) => label)];
      return all.filter((label) => !known(one.expr).includes(label));
    });
    expect(unknown).toEqual([]);
  });

  test('filters every panel by node, and by project and flow where the metric has them', async () => {
    const { labels } = await everyMetric();
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'project', 'node', 'flow']);
    const unfiltered = shown.flatMap(({ expr }) =>
      usedIn(expr).flatMap(({ name, matchers }) => {
        const own = labels.get(name) ?? [];
        const wanted = [
          'instance=~"$node"',
          ...['project', 'flow']
            .filter((label) => own.includes(label))
            .map((label) => `${label}=~"$${label}"`),
        ];
        return wanted
          .filter((matcher) => !matchers.includes(matcher))
          .map((matcher) => `${name} without ${matcher}`);
      }),
    );
    expect(unfiltered).toEqual([]);
  });

  test('begins with a row that answers whether all is well', () => {
    const [, ...rest] = panels;
    const second = rest.findIndex(({ type }) => type === 'row');
    expect(panels[0]).toMatchObject({ type: 'row', title: 'Overview' });
    expect(rest.slice(0, second).map(({ type, title }) => `${type} ${title}`)).toEqual([
      'stat Live calls',
      'stat Failed calls',
      'stat Refused notifications',
      'stat Oldest pending command',
      'stat Nodes up',
      'stat Store latency',
    ]);
  });

  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    '%s has a severity, a time, and says what is wrong, what callers notice and what to do first',
    (_name, { labels: { severity }, for: time, annotations: { summary, impact, action } }) => {
      expect(['warning', 'critical']).toContain(severity);
      expect(time).toMatch(/^\d+m$/);
      for (const text of [summary, impact, action]) expect(text).toMatch(/^[A-Z].*\.$|^[A-Z].*\)\.$/);
    },
  );

  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    '%s has a place in the run-book',
    (name, { annotations }) => {
      expect(annotations.summary).not.toBe('');
      const [, anchor] = annotations.runbook_url.split('#');
      expect(anchor).toBe(name.toLowerCase());
      const [, section = ''] = read('docs/operations.md').split(`\n### ${name}\n`);
      const [told = ''] = section.split(/\n##+ /);
      for (const part of ['**Means**', '**Look at**', '**Do**']) expect(told).toContain(`- ${part}: `);
    },
  );
});
