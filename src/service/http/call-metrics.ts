/**
 * Prometheus metrics of calls.
 *
 * Owns: the metrics. Does not own: the events that they count.
 *
 * METRIC-1 Reporting costs no I/O: the methods return at once.
 * METRIC-2 The number of series is bounded whatever flows are deployed: beyond `MAX_PROJECTS` projects, `MAX_FLOWS` flows
 *          and `MAX_STEPS` steps the rest is counted as `other`. No label value is chosen by a caller or client.
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { findFlowBefore, findMiss, qualifyStep } from '../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import type { CommandOutcome } from '../../engine/index.ts';
import { PLATFORM } from '../../engine/ports/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import { limitLabels, limitStepLabels, OTHER } from './label-limits.ts';
import { Durations, registerDurations } from './durations.ts';
import type { Timed } from './durations.ts';
import { registerSums } from './sums.ts';
import type { Sums } from './sums.ts';

/** Maximum number of projects, and of flows of all projects, with series of their own. */
export const MAX_PROJECTS = 200;
const MAX_FLOWS = 200;
const MAX_STEPS = 2_000;
/** Maximum number of attempts per question with series of their own. */
const MAX_ATTEMPTS = 5;
/** Maximum number of calls with unanswered commands; further ones are dropped, for instance after a failover. */
const MAX_UNANSWERED = 10_000;
/** Error code of a wrong hook token. */
const WRONG_TOKEN = 'not_found';

/** Unanswered commands of an event. */
interface Unanswered {
  /** Time of the event, ms since the epoch. */
  since: number;
  /** Range of command numbers. */
  first: number;
  last: number;
}

export class CallMetrics {
  readonly #clock: Clock;
  /** Projects that this node knows. */
  #projects: () => Iterable<string> = () => [];
  /** Per call the commands of its last event with commands. */
  readonly #unanswered = new Map<string, Unanswered>();
  readonly #project = limitLabels(MAX_PROJECTS);
  readonly #flow = limitLabels(MAX_FLOWS);
  readonly #step = limitStepLabels(MAX_STEPS);
  readonly #notifications: Sums;
  readonly #refusals: Counter<'project' | 'code'>;
  readonly #reaction = new Durations();
  readonly #commands: Sums;
  readonly #begun: Sums;
  readonly #ended: Sums;
  readonly #failed: Sums;
  readonly #outcomes: Sums;
  readonly #visits: Sums;
  readonly #misses: Sums;
  readonly #recordings: Sums;
  readonly #cdrs: Counter<'sink'>;
  readonly #cdrFailures: Counter<'sink'>;
  readonly #lateness = new Durations();
  readonly #store = new Map<string, Durations>();
  readonly #storeFailures: Counter<'operation'>;
  readonly #rollbacks: Counter;

  constructor(registry: Registry, clock: Clock) {
    this.#clock = clock;
    const registers = [registry];
    const addCounter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name: `ringflow_${name}_total`, help, labelNames, registers });
    const seconds = (name: string, help: string, all: Timed['all']) => {
      registerDurations(registry, { name: `ringflow_${name}_seconds`, help, all });
    };
    const addSums = (name: string, help: string, labelNames: string[]) =>
      registerSums(registry, { name: `ringflow_${name}_total`, help, labelNames });
    this.#notifications = addSums('notifications', 'Notifications by result', [
      'project',
      'service',
      'result',
    ]);
    this.#refusals = new Counter({
      name: 'ringflow_hook_refused_total',
      help: 'Refused hook requests, by error code',
      labelNames: ['project', 'code'],
      registers,
      collect: () => {
        for (const project of this.#projects())
          this.#refusals.inc({ project: this.#project(project), code: WRONG_TOKEN }, 0);
      },
    });
    seconds('reaction', 'Time from a notification to the response of the last command that it caused', () => [
      [{}, this.#reaction],
    ]);
    this.#commands = addSums('commands', 'Commands by result', ['project', 'kind', 'result', 'carrier']);
    this.#begun = addSums('calls_begun', 'Calls started', ['project', 'flow', 'direction', 'carrier']);
    this.#ended = addSums('calls_ended', 'Calls ended, by reason', ['project', 'flow', 'reason']);
    this.#failed = addSums('calls_failed', 'Calls that ended because of a failure', ['project', 'flow']);
    this.#outcomes = addSums('step_outcomes', 'Completed steps, by outcome', [
      'project',
      'flow',
      'step',
      'outcome',
    ]);
    this.#visits = addSums('step_visits', 'Steps entered', ['project', 'flow', 'step']);
    this.#misses = addSums('input_misses', 'Questions with no answer or no matching answer', [
      'project',
      'flow',
      'kind',
      'step',
      'attempt',
    ]);
    this.#recordings = addSums('recordings', 'Recordings that ended, by result', [
      'project',
      'result',
      'carrier',
    ]);
    this.#cdrs = addCounter('cdrs', 'CDRs delivered', ['sink']);
    this.#cdrFailures = addCounter('cdr_failures', 'Failed deliveries of CDRs', ['sink']);
    seconds('timer_lateness', 'Time by which timers fire late', () => [[{}, this.#lateness]]);
    seconds('store', 'Duration of store operations', () =>
      [...this.#store].map(([operation, durations]) => [{ operation }, durations]),
    );
    this.#storeFailures = addCounter('store_failures', 'Failed store operations', ['operation']);
    // Initialized at 0 without labels, so that Prometheus sees the first increase.
    this.#rollbacks = addCounter(
      'canaries_taken_back',
      'Canaries rolled back automatically by this node',
      [],
    );
  }

  /** Initializes the refusals of these projects at 0: Prometheus sees no increase in a series that starts above it. */
  initializeRefusals(projects: () => Iterable<string>): void {
    this.#projects = projects;
  }

  /** Counts a notification by its result. */
  countNotification(service: string, result: string, project: string): void {
    this.#notifications.getChild(this.#project(project), service, result).add();
  }

  /** Counts a refused notification. `code` is from the error table; `project` exists, or is undefined. */
  countRefusal(code: string, project: string | undefined): void {
    this.#refusals.inc({ project: project === undefined ? OTHER : this.#project(project), code });
  }

  /** Counts an applied event. */
  countEvent(record: CallRecord, entry: TraceEntry): void {
    const { id, context } = record;
    const { at, event, notes, commands } = entry;
    const project = this.#project(record.project);
    const flow = this.#flow(record.flow.name);
    let part = findFlowBefore(context, notes);
    const labelStep = (step: string) => this.#step(project, part, qualifyStep(record.flow.name, part, step));
    if (entry.seq === 1) this.#countStart(project, flow, record);
    if (event.type === 'recording') this.#countRecording(project, event.state, record.carrier);
    for (const [place, note] of notes.entries()) {
      if (note.kind === 'flow') part = note.name;
      else if (note.kind === 'ended') this.#countEnd(project, flow, note);
      else if (note.kind === 'entered') this.#visits.getChild(project, flow, labelStep(note.step)).add();
      else if (note.kind === 'outcome')
        this.#outcomes.getChild(project, flow, labelStep(note.step), note.outcome).add();
      const kind = findMiss(note);
      if (kind === undefined) continue;
      const { step, attempt } = findMissedStep(notes.slice(place), context, labelStep);
      this.#misses.getChild(project, flow, kind, step, attempt).add();
    }
    const [first] = commands;
    if (first !== undefined)
      this.#recordCommands(id, { since: at, first: first.number, last: first.number + commands.length - 1 });
  }

  /** Counts a command by its result. */
  countCommand({ kind, isDone, project, carrier, call, number }: CommandOutcome): void {
    this.#commands.getChild(this.#project(project), kind, isDone ? 'done' : 'failed', carrier).add();
    if (isDone && call !== undefined && number !== undefined) this.#recordAnswer(call, number);
  }

  /** Records the delay of a timer. */
  recordTimerDelay(lateMs: number): void {
    this.#lateness.observe(lateMs / 1_000);
  }

  /** Records a store operation. */
  recordStoreOperation(operation: string, seconds: number, isDone: boolean): void {
    const known = this.#store.get(operation);
    const durations = known ?? new Durations();
    if (known === undefined) this.#store.set(operation, durations);
    durations.observe(seconds);
    if (!isDone) this.#storeFailures.inc({ operation });
  }

  /** Counts delivered CDRs, or a failed delivery. */
  countCdrs(sink: string, delivered: number | 'failed'): void {
    if (delivered === 'failed') this.#cdrFailures.inc({ sink });
    else this.#cdrs.inc({ sink }, delivered);
  }

  /** Counts a rolled-back canary. */
  countRollback(): void {
    this.#rollbacks.inc();
  }

  /** Initializes the failures at 0 with the first call: Prometheus sees no increase in a series that starts above it. */
  #countStart(project: string, flow: string, { context, carrier = PLATFORM }: CallRecord): void {
    this.#begun.getChild(project, flow, context.call.direction, carrier).add();
    this.#failed.getChild(project, flow).show();
  }

  #countRecording(project: string, state: string, carrier: string = PLATFORM): void {
    if (state === 'started') return;
    // Initialized at 0 with the first recording, so that Prometheus sees the first failure.
    const failed = this.#recordings.getChild(project, 'failed', carrier);
    failed.show();
    if (state === 'failed') failed.add();
    else this.#recordings.getChild(project, 'done', carrier).add();
  }

  #countEnd(project: string, flow: string, { reason, failed }: { reason: string; failed?: true }): void {
    this.#ended.getChild(project, flow, reason).add();
    if (failed === true || reason === 'failed') this.#failed.getChild(project, flow).add();
  }

  #recordAnswer(call: string, number: number): void {
    const unanswered = this.#unanswered.get(call);
    if (unanswered === undefined || number < unanswered.first || number > unanswered.last) return;
    if (number === unanswered.last) this.#unanswered.delete(call);
    this.#reaction.observe(Math.max(0, this.#clock.now() - unanswered.since) / 1_000);
  }

  #recordCommands(call: string, unanswered: Unanswered): void {
    this.#unanswered.set(call, unanswered);
    if (this.#unanswered.size <= MAX_UNANSWERED) return;
    const [oldest] = this.#unanswered.keys();
    if (oldest !== undefined) this.#unanswered.delete(oldest);
  }
}

/** Returns the step and number of a failed attempt: `last` if the step ended with it. */
function findMissedStep(
  notes: TraceEntry['notes'],
  { step, input }: CallRecord['context'],
  stepOf: (step: string) => string,
): { step: string; attempt: string } {
  const over = notes.find((note) => note.kind === 'outcome');
  if (over !== undefined) return { step: stepOf(over.step), attempt: 'last' };
  return { step: stepOf(step), attempt: String(Math.min(input.noInput + input.noMatch, MAX_ATTEMPTS)) };
}
