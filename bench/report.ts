import type { AdvanceFigures } from './advance.ts';
import type { CampaignFigures } from './campaign.ts';
import type { CompileFigures } from './compile.ts';
import type { ConsoleFigure } from './console/figure.ts';
import type { ContestResult, Figures } from './contest.ts';
import type { DeployFigures } from './deploy.ts';
import type { DiagramFigures } from './diagram.ts';
import type { AsteriskFigures } from './asterisk.ts';
import type { EditorFigures } from './editor.ts';
import type { EmulatorFigures, ServerFigures } from './emulator.ts';
import { importRows } from './import.ts';
import type { ImportFigures } from './import.ts';
import { neighbourRows } from './neighbours.ts';
import type { NeighbourFigures } from './neighbours.ts';
import type { ObservedFigures } from './observed.ts';
import type { ParkedFigures } from './parked.ts';
import type { ProveFigures } from './prove.ts';
import type { ReadFigures } from './reads.ts';
import { requestRows } from './requests.ts';
import type { RequestFigures } from './requests.ts';
import type { ScaleFigures } from './scale.ts';
import type { ScenarioFigures } from './scenarios.ts';
import type { TimerFigures } from './timers.ts';

/** Parts that were not measured are missing. */
export interface Report {
  contests?: ContestResult[];
  /** From the start of `serve` with the samples until it is ready. */
  startupMs?: number;
  advance?: AdvanceFigures[];
  emulator?: EmulatorFigures;
  compile?: CompileFigures[];
  campaign?: CampaignFigures;
  reads?: ReadFigures[];
  deploy?: DeployFigures;
  diagram?: DiagramFigures[];
  console?: ConsoleFigure[];
  editor?: EditorFigures;
  prove?: ProveFigures[];
  /** Flows of other systems. */
  import?: ImportFigures[];
  scenarios?: ScenarioFigures;
  parked?: ParkedFigures[];
  timers?: TimerFigures;
  scale?: ScaleFigures;
  /** The service watched and not. */
  metrics?: ObservedFigures[];
  /** One project's calls beside those of another whose flow does much. */
  neighbours?: NeighbourFigures[];
  /** Response times of each kind of request, by store. */
  requests?: RequestFigures[];
  /** Calls by SIP. */
  asterisk?: AsteriskFigures;
}

const rows: { label: string; of: keyof Figures; decimals: number }[] = [
  { label: 'notifications/s', of: 'notificationsPerSecond', decimals: 0 },
  { label: 'reaction p50, ms', of: 'reactionP50Ms', decimals: 1 },
  { label: 'reaction p99, ms', of: 'reactionP99Ms', decimals: 1 },
  { label: 'ack p50, ms', of: 'ackP50Ms', decimals: 1 },
  { label: 'ack p99, ms', of: 'ackP99Ms', decimals: 1 },
  { label: 'CPU per notification, µs', of: 'cpuUsPerNotification', decimals: 0 },
  { label: 'memory (RSS), MB', of: 'rssMb', decimals: 0 },
];

/** The report for people. */
export function asTable(report: Report): string {
  const {
    contests = [],
    startupMs,
    advance = [],
    emulator,
    compile,
    campaign,
    reads = [],
    deploy,
    diagram,
    console,
    editor,
    asterisk,
    import: imports,
    scenarios,
    prove,
    neighbours,
    parked,
    timers,
    scale,
    metrics,
    requests = [],
  } = report;
  const blocks = [
    ...contests.map(contestLines),
    startupMs === undefined ? [] : [`start-up of serve with the samples: ${startupMs.toFixed(0)} ms`],
    advance.map(
      ({ steps, usPerEvent }) => `advance, flow of ${steps} steps: ${usPerEvent.toFixed(1)} µs per event`,
    ),
    emulator ? emulatorLines(emulator) : [],
    compile ? compileLines(compile) : [],
    campaign ? campaignLines(campaign) : [],
    ...reads.map(readLines),
    deploy ? deployLines(deploy) : [],
    diagram ? diagramLines(diagram) : [],
    console ? consoleLines(console) : [],
    editor ? editorLines(editor) : [],
    asterisk ? asteriskLines(asterisk) : [],
    prove ? proveLines(prove) : [],
    imports ? importRows(imports).map(line) : [],
    scenarios ? scenarioLines(scenarios) : [],
    parked ? parkedLines(parked) : [],
    timers ? timerLines(timers) : [],
    scale ? scaleLines(scale) : [],
    metrics ? observedLines(metrics) : [],
    neighbours ? neighbourRows(neighbours).map(line) : [],
    ...requests.map((figures) => requestRows(figures).map(line)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function campaignLines({ rows: recipients, checks }: CampaignFigures): string[] {
  return [
    line([`${recipients} recipients checked`, 's', 'CPU, s', 'memory (RSS), MB']),
    ...checks.map(({ format, seconds, cpuSeconds, mostMb }) =>
      line([format, seconds.toFixed(1), cpuSeconds.toFixed(1), mostMb.toFixed(0)]),
    ),
  ];
}

function readLines({ store, reads }: ReadFigures): string[] {
  return [
    line([`reads, ${store}`, 'p50, ms', 'p99, ms', 'floor p99, ms']),
    ...reads.map(({ read, p50Ms, p99Ms, floorP99Ms }) =>
      line([read, ...[p50Ms, p99Ms, floorP99Ms].map((value) => value.toFixed(1))]),
    ),
  ];
}

function deployLines({ flows, scenarios, floor, first, later }: DeployFigures): string[] {
  const lines = [
    { label: 'compiled, nothing else', ...floor },
    { label: `with ${scenarios} scenarios, first`, ...first },
    { label: 'later', ...later },
  ];
  return [
    line([`${flows} flows deployed`, 'ms', 'CPU, ms', 'stall, ms']),
    ...lines.map(({ label, ms, cpuMs, stallMs }) =>
      line([label, ...[ms, cpuMs, stallMs].map((one) => one.toFixed(0))]),
    ),
  ];
}

function parkedLines(figures: ParkedFigures[]): string[] {
  return [
    line(['parked calls, Redis', 'B a call', 'its trace, B', 'engine, µs', 'Redis, µs', 'both, µs']),
    ...figures.map(({ parked, bytesPerCall, traceBytes, engineCpuUs, redisCpuUs, bothCpuUs }) =>
      line([
        String(parked),
        bytesPerCall.toFixed(0),
        traceBytes.toFixed(0),
        engineCpuUs.toFixed(1),
        redisCpuUs.toFixed(1),
        bothCpuUs.toFixed(1),
      ]),
    ),
  ];
}

function timerLines({
  timers,
  withinMs,
  lateP50Ms,
  lateP99Ms,
  lateMostMs,
  engineCpuUs,
}: TimerFigures): string[] {
  return [
    line([`${timers} timers`, 'within, s', 'late p50, ms', 'p99, ms', 'most, ms', 'CPU, µs']),
    line([
      'Redis, one engine',
      (withinMs / 1_000).toFixed(0),
      ...[lateP50Ms, lateP99Ms, lateMostMs, engineCpuUs].map((value) => value.toFixed(0)),
    ]),
  ];
}

function scaleLines({ one, two }: ScaleFigures): string[] {
  return [
    line(['nodes on one Redis', 'one', 'two', 'two/one']),
    ...rows.map(({ label, of, decimals }) =>
      line([label, one[of].toFixed(decimals), two[of].toFixed(decimals), (two[of] / one[of]).toFixed(2)]),
    ),
  ];
}

function observedLines(figures: ObservedFigures[]): string[] {
  return [
    line(['watched, sqlite', 'CPU, µs', 'to off', 'notif./s', 'to off', 'react. p99']),
    ...figures.map(
      ({ label, cpuUsPerNotification, cpuRatio, notificationsPerSecond, rateRatio, reactionP99Ms }) =>
        line([
          label,
          cpuUsPerNotification.toFixed(1),
          cpuRatio.toFixed(3),
          notificationsPerSecond.toFixed(0),
          rateRatio.toFixed(3),
          reactionP99Ms.toFixed(1),
        ]),
    ),
  ];
}

function contestLines({ store, cores, floor, serve }: ContestResult): string[] {
  return [
    line([cores === 'apart' ? store : `${store} (cores shared)`, 'floor', 'serve', 'serve/floor']),
    ...rows.map(({ label, of, decimals }) =>
      line([
        label,
        ...[floor, serve].map((side) => side[of].toFixed(decimals)),
        (serve[of] / floor[of]).toFixed(2),
      ]),
    ),
  ];
}

const serverRows: { label: string; of: keyof ServerFigures; decimals: number }[] = [
  { label: 'requests/s', of: 'requestsPerSecond', decimals: 0 },
  { label: 'notifications/s', of: 'notificationsPerSecond', decimals: 0 },
  { label: 'answer p99, ms', of: 'p99Ms', decimals: 1 },
  { label: 'CPU per request, µs', of: 'cpuUsPerRequest', decimals: 0 },
  { label: 'memory (RSS), MB', of: 'rssMb', decimals: 0 },
];

function emulatorLines({ liveCalls, untold, told, model }: EmulatorFigures): string[] {
  return [
    line([`emulator, ${liveCalls} calls`, 'untold', 'told']),
    ...serverRows.map(({ label, of, decimals }) =>
      line([label, ...[untold, told].map((server) => server[of].toFixed(decimals))]),
    ),
    `its model alone: ${model.eventsPerSecond.toFixed(0)} events/s, ${model.messagesPerSecond.toFixed(0)} messages/s, ${model.joinsPerSecond.toFixed(0)} joins/s`,
  ];
}

function diagramLines(figures: DiagramFigures[]): string[] {
  return [
    line(['layout of a diagram', 'lines', 'floor, ms', 'ours, ms', 'first, ms']),
    ...figures.map(({ steps, lines, floorCpuMs, cpuMs, firstCpuMs }) =>
      line([
        `${steps} steps`,
        String(lines),
        ...[floorCpuMs, cpuMs, firstCpuMs].map((value) => value.toFixed(1)),
      ]),
    ),
  ];
}

function consoleLines(figures: ConsoleFigure[]): string[] {
  const render = (value: number | undefined) => value?.toFixed(1) ?? '';
  return [
    `${'console'.padEnd(46)}${['floor', 'ours', 'budget', 'floor, CPU ms', 'CPU, ms'].map((cell) => cell.padStart(14)).join('')}`,
    ...figures.map(({ measure, budget, floor, ours, floorCpuMs, cpuMs }) =>
      [render(floor), render(ours), budget, render(floorCpuMs), render(cpuMs)].reduce(
        (text, cell) => text + cell.padStart(14),
        measure.padEnd(46),
      ),
    ),
  ];
}

function compileLines(figures: CompileFigures[]): string[] {
  return [
    line(['validate', 'floor, ms', 'ours, ms', 'ours/floor', 'command, ms']),
    ...figures.map(({ label, floorCpuMs, cpuMs, commandMs }) =>
      line([
        label,
        floorCpuMs.toFixed(0),
        cpuMs.toFixed(0),
        (cpuMs / floorCpuMs).toFixed(2),
        commandMs.toFixed(0),
      ]),
    ),
  ];
}

function asteriskLines({ latency, cpuMs, many }: AsteriskFigures): string[] {
  const times = Object.entries(latency).map(([who, { answerP50Ms, audioP50Ms, audioP95Ms }]) =>
    line([who, answerP50Ms.toFixed(1), audioP50Ms.toFixed(1), audioP95Ms.toFixed(1)]),
  );
  const { calls, lost, seconds, serviceCpuMs, asteriskCpuMs } = many;
  return [
    line(['calls by SIP, ms', 'INVITE to answer p50', 'INVITE to audio p50', 'p95']),
    ...times,
    line(['CPU per call, ms', 'by Asterisk', 'on the platform', 'ratio']),
    line([
      'service',
      cpuMs.asterisk.toFixed(1),
      cpuMs.platform.toFixed(1),
      (cpuMs.asterisk / cpuMs.platform).toFixed(2),
    ]),
    line([`${calls} calls, 20 at a time`, 'lost', 'seconds', 'CPU of service and Asterisk, ms a call']),
    line(['', String(lost), seconds.toFixed(0), `${serviceCpuMs.toFixed(1)} ${asteriskCpuMs.toFixed(1)}`]),
  ];
}

function editorLines({ lines, ...times }: EditorFigures): string[] {
  return [
    line([`editor, ${lines} lines`, 'p50, ms', 'p99, ms']),
    ...Object.entries(times).map(([label, { p50Ms, p99Ms }]) =>
      line([label, p50Ms.toFixed(1), p99Ms.toFixed(1)]),
    ),
  ];
}

function scenarioLines({
  cases,
  casesPerCpuSecond,
  oneThreadMs,
  threadsMs,
  watchP50Ms,
}: ScenarioFigures): string[] {
  return [
    line([`${cases} scenarios`, 'per CPU s', 'one thread, s', 'threads, s', 'watch p50, ms']),
    line([
      'test',
      casesPerCpuSecond.toFixed(0),
      (oneThreadMs / 1_000).toFixed(1),
      (threadsMs / 1_000).toFixed(1),
      watchP50Ms.toFixed(0),
    ]),
  ];
}

function proveLines(figures: ProveFigures[]): string[] {
  return [
    line(['prove, flow of', 'situations', 'moves', 'seconds', 'CPU, s', 'per CPU s', 'left']),
    ...figures.map(({ steps, situations, moves, seconds, cpuSeconds, perSecond, left }) =>
      line([
        `${steps} steps`,
        ...[
          String(situations),
          String(moves),
          seconds.toFixed(1),
          cpuSeconds.toFixed(1),
          perSecond.toFixed(0),
          String(left),
        ],
      ]),
    ),
  ];
}

function line([label = '', ...cells]: string[]): string {
  return label.padEnd(26) + cells.map((cell) => cell.padStart(12)).join('');
}
