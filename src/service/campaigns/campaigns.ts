/** Creates and controls campaigns; every change is in the audit log. */
import { Refusal, retryOnConflict } from '../management/index.ts';
import type { AuditLog, Kept, Principal } from '../management/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { createCampaign } from './campaign.ts';
import type { Campaign, CampaignRef, CampaignSettings, CampaignState, Ending } from './campaign.ts';
import { checkSettings } from './check-settings.ts';
import { toActiveId } from './queues.ts';
import type { CampaignDocuments, Queues } from './queues.ts';

/** Finds the flow in service under a name; undefined: there is none. */
export type FlowInService = (project: string, flow: string) => Promise<CompiledFlow | undefined>;

interface CampaignsOptions {
  documents: CampaignDocuments;
  audit: AuditLog;
  flowInService: FlowInService;
  now: () => number;
}

const steps = {
  start: { from: ['draft'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['draft', 'running', 'paused'], to: 'stopped' },
} as const satisfies Record<string, { from: CampaignState[]; to: CampaignState }>;

export type CampaignStep = keyof typeof steps;

export const campaignSteps = Object.keys(steps) as CampaignStep[];

export class Campaigns {
  readonly #options: CampaignsOptions;

  constructor(options: CampaignsOptions) {
    this.#options = options;
  }

  /** Creates or changes a campaign; returns which. Throws a `Refusal`: `invalid_campaign`, `invalid_state`. */
  async put(by: Principal, ref: CampaignRef, settings: CampaignSettings): Promise<'created' | 'changed'> {
    const { documents, audit, now, flowInService } = this.#options;
    checkSettings(settings, await flowInService(ref.project, settings.flow));
    return retryOnConflict(documents.registry, async () => {
      const at = now();
      const found = await documents.get(ref);
      if (found !== undefined) this.#refuseUnless(['draft', 'paused'], found, 'be changed');
      const { flow } = settings;
      const entry = { at, project: ref.project, action: 'campaign.put', subject: ref.id, detail: { flow } };
      const campaign = found ? { ...found.value, settings } : createCampaign(settings, { id: by.id, at });
      const change = documents.change(ref, found, campaign);
      const known = await documents.known.get(toActiveId(ref));
      const changes = [
        change,
        audit.entry(by, entry),
        ...(known === undefined ? [documents.known.change(toActiveId(ref), undefined, ref)] : []),
      ];
      return { changes, result: found === undefined ? ('created' as const) : ('changed' as const) };
    });
  }

  /** Throws a `Refusal`: `unknown_campaign`. */
  get(ref: CampaignRef): Promise<Kept<Campaign>> {
    return this.#options.documents.expect(ref);
  }

  /** Ordered by name. */
  list(project: string, page: { limit: number; after?: string }): Promise<Kept<Campaign>[]> {
    return this.#options.documents.openCampaigns(project).list(page);
  }

  count(project: string): Promise<number> {
    return this.#options.documents.openCampaigns(project).count();
  }

  /** Starts, pauses, resumes or stops a campaign. Throws a `Refusal`: `unknown_campaign`, `invalid_state`, `flow_not_in_service`. */
  async takeStep(step: CampaignStep, by: Principal, ref: CampaignRef): Promise<Campaign> {
    const { documents, audit, now, flowInService } = this.#options;
    return retryOnConflict(documents.registry, async () => {
      const found = await this.get(ref);
      this.#refuseUnless(steps[step].from, found, `be ${PARTICIPLES[step]}`);
      if (steps[step].to === 'running') {
        if (found.value.loading !== undefined)
          throw new Refusal('invalid_state', `an upload to campaign "${ref.id}" is in progress or failed`);
        checkSettings(
          found.value.settings,
          await flowInService(ref.project, found.value.settings.flow),
          'strictly',
        );
      }
      const at = now();
      const campaign = applyStep(found.value, steps[step].to, at);
      const entry = { at, project: ref.project, action: `campaign.${step}`, subject: ref.id, detail: {} };
      const active = await documents.active.get(toActiveId(ref));
      const changes = [
        documents.change(ref, found, campaign),
        audit.entry(by, entry),
        ...(active === undefined && campaign.state === 'running'
          ? [documents.active.change(toActiveId(ref), undefined, ref)]
          : []),
      ];
      return { changes, result: campaign };
    });
  }

  /** Finished recipients by row; of a stopped campaign also those in the queue. Throws a `Refusal`: `unknown_campaign`. */
  async listResults(ref: CampaignRef): Promise<AsyncIterable<Ending>> {
    const { value } = await this.get(ref);
    return toEndings(value, this.#options.documents.openQueues(ref));
  }

  #refuseUnless(states: readonly CampaignState[], { id, value }: Kept<Campaign>, what: string): void {
    if (!states.includes(value.state))
      throw new Refusal('invalid_state', `campaign "${id}" is ${STATES[value.state]}: it cannot ${what}`);
  }
}

async function* toEndings(
  { state, endedAt = 0, rows }: Campaign,
  { done, waiting }: Pick<Queues, 'done' | 'waiting'>,
): AsyncGenerator<Ending> {
  for await (const { value } of done.iterate()) yield value;
  if (state !== 'stopped') return;
  for await (const { value } of waiting.iterate()) {
    const { attempt, ...recipient } = value;
    // Rows of an unfinished upload never count (LOADING-1).
    if (recipient.row > rows) continue;
    yield { ...recipient, result: 'stopped', attempts: attempt - 1, endedAt };
  }
}

const PARTICIPLES: Record<CampaignStep, string> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
};

const STATES: Record<CampaignState, string> = {
  draft: 'not started yet',
  running: 'running',
  paused: 'paused',
  stopped: 'stopped',
  done: 'done',
};

/** A campaign without recipients is done as soon as it is started. */
function applyStep(campaign: Campaign, to: CampaignState, at: number): Campaign {
  const { problem: _problem, problemAt: _problemAt, loading: _loading, ...rest } = campaign;
  const isEmpty = to === 'running' && rest.counts.waiting + rest.counts.calling === 0;
  const state = isEmpty ? ('done' as const) : to;
  return {
    ...rest,
    state,
    ...(to === 'running' && { startedAt: rest.startedAt ?? at }),
    ...((state === 'done' || state === 'stopped') && { endedAt: at }),
  };
}
