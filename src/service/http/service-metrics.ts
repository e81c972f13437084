/**
 * Counts for Prometheus what happens beside calls: requests to the API, limits that were hit, campaigns and planned calls.
 *
 * Owns: the figures. Does not own: when something happens (whoever reports it here).
 *
 * Labels are bounded: projects by `MOST_PROJECTS`; everything else takes its values from fixed lists of ours (routes, states,
 * results and codes).
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { limitLabels, OTHER } from './bounded.ts';
import { MOST_PROJECTS } from './call-metrics.ts';

/** The code of a refusal → the limit that it names. */
const LIMIT_OF_CODE: Readonly<Record<string, string>> = {
  too_many_requests: 'api_rate',
  locked_out: 'wrong_keys',
  too_large: 'body',
  too_many_streams: 'streams',
  too_many_planned_calls: 'planned_calls',
  build_queue_full: 'builds',
  limit_duration: 'call_duration',
  limit_steps: 'call_steps',
  limit_frames: 'call_frames',
  limit_work: 'call_work',
  limit_trace: 'call_trace',
  record_too_large: 'call_record',
};

/** A request to the API that was answered. */
interface AnsweredRequest {
  method: string;
  /** The template of its route, such as `/api/v1/projects/:project`. */
  route: string;
  status: number;
}

export class ServiceMetrics {
  readonly #project = limitLabels(MOST_PROJECTS);
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #limits: Counter<'project' | 'limit'>;
  readonly #campaignCalls: Counter<'project'>;
  readonly #campaignResults: Counter<'project' | 'result'>;
  readonly #campaignPauses: Counter<'project'>;
  readonly #plannedCalls: Counter<'project'>;
  readonly #plannedResults: Counter<'project' | 'result'>;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name: `ringflow_${name}_total`, help, labelNames, registers });
    this.#requests = counter('api_requests', 'Requests to the management API', ['method', 'route', 'status']);
    this.#limits = counter('limits_hit', 'Requests and calls that hit a limit', ['project', 'limit']);
    this.#campaignCalls = counter('campaign_calls', 'Calls that this node placed for campaigns', ['project']);
    this.#campaignResults = counter('campaign_results', 'Finished recipients of campaigns, by result', [
      'project',
      'result',
    ]);
    this.#campaignPauses = counter('campaign_pauses', 'Campaigns paused because of a problem', ['project']);
    this.#plannedCalls = counter('planned_calls', 'Planned calls that this node placed', ['project']);
    this.#plannedResults = counter('planned_call_results', 'Finished planned calls, by result', [
      'project',
      'result',
    ]);
  }

  /** A request to the API was answered. */
  answered({ method, route, status }: AnsweredRequest): void {
    this.#requests.inc({ method, route, status });
  }

  /** Something was refused or failed with this code; counts where the code names a limit. */
  refused(code: string, project: string | undefined): void {
    const limit = LIMIT_OF_CODE[code];
    if (limit !== undefined) this.hitLimit(limit, project);
  }

  /** Something ran into a limit; of no project where that is not known. */
  hitLimit(limit: string, project: string | undefined): void {
    this.#limits.inc({ project: this.#label(project), limit });
  }

  /** A campaign placed so many calls. */
  campaignPlaced(project: string, calls: number): void {
    this.#campaignCalls.inc({ project: this.#label(project) }, calls);
  }

  /** A campaign is done with a recipient. */
  campaignResult(project: string, result: string): void {
    this.#campaignResults.inc({ project: this.#label(project), result });
  }

  /** A campaign paused by itself. */
  campaignPaused(project: string): void {
    this.#campaignPauses.inc({ project: this.#label(project) });
  }

  /** A planned call was placed. */
  plannedPlaced(project: string): void {
    this.#plannedCalls.inc({ project: this.#label(project) });
  }

  /** A planned call is over. */
  plannedResult(project: string, result: string): void {
    this.#plannedResults.inc({ project: this.#label(project), result });
  }

  #label(project: string | undefined): string {
    return project === undefined ? OTHER : this.#project(project);
  }
}
