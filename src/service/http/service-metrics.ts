/**
 * Prometheus metrics beside calls: API requests, limits, campaigns and planned calls.
 *
 * Owns: the metrics. Does not own: the events that they count.
 *
 * Labels are bounded: projects by `MAX_PROJECTS`, everything else by fixed lists (routes, states, results and codes).
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { CampaignWatch } from '../campaigns/index.ts';
import type { PlannedWatch } from '../planned-calls/index.ts';
import { limitLabels, OTHER } from './label-limits.ts';
import { MAX_PROJECTS } from './call-metrics.ts';

/** Error code → limit that it names. */
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

interface AnsweredRequest {
  method: string;
  /** Route template, such as `/api/v1/projects/:project`. */
  route: string;
  status: number;
}

export class ServiceMetrics {
  readonly #project = limitLabels(MAX_PROJECTS);
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #limits: Counter<'project' | 'limit'>;
  readonly #recognitions: Counter<'result'>;
  readonly #renderings: Counter<'result'>;
  /** Counts events of campaigns. */
  readonly campaigns: CampaignWatch;
  /** Counts events of planned calls. */
  readonly planned: PlannedWatch;

  constructor(registry: Registry) {
    const registers = [registry];
    const addCounter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name: `ringflow_${name}_total`, help, labelNames, registers });
    this.#requests = addCounter('api_requests', 'Requests to the management API', [
      'method',
      'route',
      'status',
    ]);
    this.#limits = addCounter('limits_hit', 'Requests and calls that hit a limit', ['project', 'limit']);
    this.#recognitions = addCounter(
      'recognitions',
      'Spoken answers sent to the recognition service, by result',
      ['result'],
    );
    this.#renderings = addCounter('renderings', 'Texts sent to the speech command or service, by result', [
      'result',
    ]);
    // Initialized at 0, so that Prometheus sees the first increase.
    this.#renderings.inc({ result: 'failed' }, 0);
    const calls = addCounter('campaign_calls', 'Calls that this node placed for campaigns', ['project']);
    const results = addCounter('campaign_results', 'Finished recipients of campaigns, by result', [
      'project',
      'result',
    ]);
    const pauses = addCounter('campaign_pauses', 'Campaigns paused because of a problem', ['project']);
    this.campaigns = {
      placed: (project, count) => {
        calls.inc({ project: this.#project(project) }, count);
      },
      concluded: (project, result) => {
        results.inc({ project: this.#project(project), result });
      },
      paused: (project) => {
        pauses.inc({ project: this.#project(project) });
      },
    };
    const planned = addCounter('planned_calls', 'Planned calls that this node placed', ['project']);
    const plannedResults = addCounter('planned_call_results', 'Finished planned calls, by result', [
      'project',
      'result',
    ]);
    this.planned = {
      placed: (project) => {
        planned.inc({ project: this.#project(project) });
      },
      concluded: (project, result) => {
        plannedResults.inc({ project: this.#project(project), result });
      },
    };
  }

  /** Counts an answered API request. */
  countRequest({ method, route, status }: AnsweredRequest): void {
    this.#requests.inc({ method, route, status });
  }

  /** Counts the limit of an error code, if it names one. */
  countRefusal(code: string, project: string | undefined): void {
    const limit = LIMIT_OF_CODE[code];
    if (limit !== undefined) this.countLimitHit(limit, project);
  }

  /** Counts an answer that was sent to be recognised. */
  countRecognition(result: 'recognized' | 'not_understood' | 'failed'): void {
    this.#recognitions.inc({ result });
  }

  /** Counts a text that was sent to be rendered. */
  countRendering(result: 'rendered' | 'failed'): void {
    this.#renderings.inc({ result });
  }

  /** Counts a limit that was hit; without project if unknown. */
  countLimitHit(limit: string, project: string | undefined): void {
    this.#limits.inc({ project: project === undefined ? OTHER : this.#project(project), limit });
  }
}
