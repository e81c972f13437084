/**
 * Checks of the draft as a whole: its diagram, its scenarios, its proof.
 *
 * CHECKS-1 Answers about a text that has changed since are dropped.
 * CHECKS-2 While the flow has errors the last diagram without errors stays, marked as out of date. If there was none since
 *    the draft was opened, it is that of the version in service; without one, the steps that can be read now.
 * CHECKS-3 A change cancels the scenarios that run; they run again when the typing pauses.
 */
import { signal } from '@preact/signals';
import type { Flowchart } from '../../../authoring/flowchart/index.ts';
import type { Diagnostic } from '../../../language/diagnostics/index.ts';
import type { Checker } from '../../worker/client.ts';
import type {
  CompiledDraft,
  CompiledFacts,
  DraftFiles,
  DraftFlow,
  ProveProgress,
  ProveResult,
  ScenarioResults,
} from '../../worker/protocol.ts';

/** A diagram: that of the draft, or one that stands in for it while the draft has errors. */
export interface DrawnFlow {
  chart: Flowchart;
  source: 'draft' | 'earlier' | 'in_service' | 'sketch';
  /** The first error of the draft. */
  error?: Diagnostic | undefined;
}

/** State of a long check. */
type LongCheck<Result> =
  | { kind: 'none' }
  | { kind: 'running'; progress?: ProveProgress }
  | { kind: 'done'; result: Result; isStale: boolean }
  | { kind: 'failed'; message: string };

/** Time after the last change until the flow is compiled, and until its scenarios run, ms. */
const COMPILE_MS = 150;
const SCENARIOS_MS = 1_000;

/** Reads the version in service; undefined without one. */
type ReadInService = () => Promise<DraftFlow | undefined>;

export class DraftChecks {
  readonly drawn = signal<DrawnFlow | undefined>(undefined);
  /** Facts about the flow; undefined while it has errors. */
  readonly facts = signal<CompiledFacts | undefined>(undefined);
  /** Number of errors that keep the flow out of service, as of the last check. */
  readonly errors = signal(0);
  readonly scenarios = signal<LongCheck<ScenarioResults>>({ kind: 'none' });
  readonly proof = signal<LongCheck<ProveResult>>({ kind: 'none' });
  readonly #checker: Checker;
  readonly #flow: string;
  readonly #readInService: ReadInService;
  #inService: Promise<Flowchart | undefined> | undefined;
  #files: DraftFiles = {};
  #compileTimer: ReturnType<typeof setTimeout> | undefined;
  #scenariosTimer: ReturnType<typeof setTimeout> | undefined;
  #scenariosRun = new AbortController();
  #proofRun = new AbortController();

  /** `flow` is the path of the flow file. */
  constructor(checker: Checker, flow: string, readInService: ReadInService) {
    this.#checker = checker;
    this.#flow = flow;
    this.#readInService = readInService;
  }

  /** Checks these files when the typing pauses. */
  setFiles(files: DraftFiles): void {
    this.#files = files;
    clearTimeout(this.#compileTimer);
    clearTimeout(this.#scenariosTimer);
    this.#scenariosRun.abort();
    const { value } = this.proof;
    if (value.kind === 'done') this.proof.value = { ...value, isStale: true };
    this.#compileTimer = setTimeout(() => void this.#compile(), COMPILE_MS);
    this.#scenariosTimer = setTimeout(() => void this.#runScenarios(), SCENARIOS_MS);
  }

  /** Proves the flow as it is now. */
  async prove(): Promise<void> {
    this.#proofRun.abort();
    const run = (this.#proofRun = new AbortController());
    const files = this.#files;
    this.proof.value = { kind: 'running' };
    try {
      const takes = { files, flow: this.#flow };
      const result = await this.#checker.run('prove', takes, {
        signal: run.signal,
        onProgress: (progress) => {
          if (!run.signal.aborted) this.proof.value = { kind: 'running', progress };
        },
      });
      this.proof.value = { kind: 'done', result, isStale: files !== this.#files };
    } catch (error) {
      if (run === this.#proofRun) this.proof.value = run.signal.aborted ? { kind: 'none' } : toFailure(error);
    }
  }

  /** Stops a proof that is under way. */
  stopProof(): void {
    this.#proofRun.abort();
  }

  /** Stops all checks. */
  end(): void {
    clearTimeout(this.#compileTimer);
    clearTimeout(this.#scenariosTimer);
    this.#scenariosRun.abort();
    this.#proofRun.abort();
  }

  async #compile(): Promise<void> {
    const files = this.#files;
    const compiled = await this.#checker.ask('compile', { files, flow: this.#flow }).catch(() => undefined);
    if (compiled === undefined || files !== this.#files) return;
    const { chart, compiled: facts } = compiled;
    this.facts.value = facts;
    this.errors.value = compiled.diagnostics.filter(({ severity }) => severity === 'error').length;
    if (chart !== undefined) this.drawn.value = { chart, source: 'draft' };
    else await this.#drawStandIn(compiled, files);
  }

  /** CHECKS-2. */
  async #drawStandIn({ diagnostics, sketch }: CompiledDraft, files: DraftFiles): Promise<void> {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const { value: before } = this.drawn;
    if (before !== undefined && before.source !== 'sketch') {
      this.drawn.value = { ...before, ...(before.source === 'draft' && { source: 'earlier' }), error };
      return;
    }
    const chart = await (this.#inService ??= this.#compileInService());
    if (files !== this.#files) return;
    if (chart !== undefined) this.drawn.value = { chart, source: 'in_service', error };
    else this.drawn.value = sketch && { chart: sketch, source: 'sketch', error };
  }

  async #compileInService(): Promise<Flowchart | undefined> {
    try {
      const version = await this.#readInService();
      return version && (await this.#checker.ask('compile', version)).chart;
    } catch {
      // Without the service there is nothing to show; the shell tells that it is away.
      return undefined;
    }
  }

  async #runScenarios(): Promise<void> {
    const run = (this.#scenariosRun = new AbortController());
    const { value: before } = this.scenarios;
    if (before.kind !== 'done') this.scenarios.value = { kind: 'running' };
    else this.scenarios.value = { ...before, isStale: true };
    try {
      const takes = { files: this.#files, flow: this.#flow };
      const result = await this.#checker.run('runScenarios', takes, { signal: run.signal });
      this.scenarios.value = { kind: 'done', result, isStale: false };
    } catch (error) {
      if (!run.signal.aborted) this.scenarios.value = toFailure(error);
    }
  }
}

function toFailure(error: unknown): { kind: 'failed'; message: string } {
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
