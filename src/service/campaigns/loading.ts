/**
 * Loads recipients into a campaign. Owns: who is loading. Does not own: whether a row is valid.
 *
 * LOADING-1 Recipients count only when all of them are stored, by one write that raises `rows`; until then nobody is called.
 *           The next upload removes what a failed one has left behind.
 * LOADING-2 One upload at a time loads a campaign. An upload without a heartbeat for `UPLOAD_TIMEOUT_MS` has expired, and
 *           its writes fail.
 */
import type { Readable } from 'node:stream';
import { Refusal, retryOnConflict } from '../management/index.ts';
import type { AuditLog, Kept, Principal } from '../management/index.ts';
import type { Change } from '../../engine/ports/index.ts';
import type { Campaign, CampaignRef, Recipient, Waiting } from './campaign.ts';
import type { FlowInService } from './campaigns.ts';
import { checkRecipients, MAX_ROWS } from './check-file.ts';
import type { RecipientsReport } from './check-file.ts';
import { RecipientCheck } from './recipient-check.ts';
import { readRows } from './recipient-rows.ts';
import type { Row } from './recipient-rows.ts';
import type { RecipientsFormat } from './recipient-rows.ts';
import type { CampaignDocuments } from './queues.ts';
import { toDueId } from './queues.ts';

const UPLOAD_TIMEOUT_MS = 60_000;
/** Maximum number of documents per write. */
const BATCH = 500;
/** Number of rows that are checked in one turn of the event loop: some milliseconds of work. */
const ROWS_PER_TURN = 100;

interface LoadingOptions {
  documents: CampaignDocuments;
  audit: AuditLog;
  flowInService: FlowInService;
  findDialPrefixes: (project: string) => readonly string[] | undefined;
  newId: () => string;
  now: () => number;
  /** Runs a task at the end of this turn of the event loop. */
  nextTurn: (task: () => void) => void;
}

interface RecipientsFile {
  source: Readable;
  format: RecipientsFormat;
  /** Adds the valid rows even if others are invalid. */
  onlyGood: boolean;
}

export class Loading {
  readonly #options: LoadingOptions;

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /**
   * Checks a file and adds its recipients, all or none. Throws a `Refusal`: `unknown_campaign`, `invalid_state`,
   * `flow_not_in_service`, `load_in_progress`.
   */
  async load(
    by: Principal,
    ref: CampaignRef,
    file: RecipientsFile,
  ): Promise<RecipientsReport & { taken: number }> {
    const token = this.#options.newId();
    const { settings, rows } = await this.#claimUpload(ref, token);
    try {
      const check = await this.#createCheck(ref, settings);
      const batch = new Batch(this.#options.documents, { ref, token, rows, now: this.#options.now });
      const isWanted = ({ refused }: RecipientsReport) => file.onlyGood || refused === 0;
      const read = this.#giveTurns(readRows(file.source, file.format));
      const report = await checkRecipients(read, check, (recipient, current) =>
        isWanted(current) ? batch.add(recipient) : undefined,
      );
      const taken = isWanted(report) ? report.accepted : 0;
      if (taken > 0) await batch.flush();
      else await this.#removeUncounted(ref, rows);
      await this.#finishUpload(by, ref, { token, rows: rows + taken, report });
      return { ...report, taken };
    } catch (error) {
      await this.#abortUpload(ref, token);
      throw error;
    }
  }

  /** Returns the rows, and lets others of this process work in between. */
  async *#giveTurns(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    let count = 0;
    for await (const row of rows) {
      yield row;
      count += 1;
      if (count % ROWS_PER_TURN === 0) await new Promise<void>(this.#options.nextTurn);
    }
  }

  async #claimUpload(ref: CampaignRef, token: string): Promise<Campaign> {
    const { documents, now } = this.#options;
    const campaign = await retryOnConflict(documents.registry, async () => {
      const found = await documents.expect(ref);
      const at = now();
      const { value } = found;
      if (value.state !== 'draft')
        throw new Refusal('invalid_state', `campaign "${ref.id}" has started: it takes no more recipients`);
      if (value.loading !== undefined && at - value.loading.at < UPLOAD_TIMEOUT_MS)
        throw new Refusal('load_in_progress', `recipients of campaign "${ref.id}" are already being loaded`);
      const loading = { ...value, loading: { by: token, at } };
      return {
        changes: [documents.change(ref, found, loading)],
        result: loading,
      };
    });
    await this.#removeUncounted(ref, campaign.rows);
    return campaign;
  }

  /** Creates the check with the loaded recipients and the do-not-call list. */
  async #createCheck(ref: CampaignRef, settings: Campaign['settings']): Promise<RecipientCheck> {
    const { documents, flowInService, findDialPrefixes, now } = this.#options;
    const flow = await flowInService(ref.project, settings.flow);
    if (flow === undefined)
      throw new Refusal('flow_not_in_service', `no flow "${settings.flow}" is in service`);
    const barred = new Set<number>();
    for await (const { id } of documents.openDoNotCall(ref.project).iterate()) barred.add(Number(id));
    const isBarred = (number: string) => barred.has(Number(number));
    const dialPrefixes = findDialPrefixes(ref.project);
    const check = new RecipientCheck({
      settings,
      flow,
      ...(dialPrefixes && { dialPrefixes }),
      isBarred,
      now: now(),
    });
    for await (const { value } of documents.openQueues(ref).waiting.iterate()) check.remember(value.number);
    return check;
  }

  /** Makes the recipients count (LOADING-1). */
  #finishUpload(
    by: Principal,
    ref: CampaignRef,
    { token, rows, report }: { token: string; rows: number; report: RecipientsReport },
  ): Promise<void> {
    const { documents, audit, now } = this.#options;
    if (rows > MAX_ROWS)
      throw new Refusal('invalid_campaign', `a campaign takes at most ${MAX_ROWS} recipients`);
    return retryOnConflict(documents.registry, async () => {
      const found = await findOwnCampaign(documents, ref, token);
      const { loading: _loading, counts, ...rest } = found.value;
      const waiting = counts.waiting + rows - rest.rows;
      const campaign = { ...rest, rows, counts: { ...counts, waiting } };
      const detail = { taken: rows - rest.rows, refused: report.refused };
      const entry = { at: now(), project: ref.project, action: 'campaign.load', subject: ref.id, detail };
      const changes = [documents.change(ref, found, campaign), audit.entry(by, entry)];
      return { changes, result: undefined };
    });
  }

  /** Restores the campaign; if that fails, the next upload does it. */
  async #abortUpload(ref: CampaignRef, token: string): Promise<void> {
    const { documents } = this.#options;
    const found = await documents.get(ref).catch(() => undefined);
    if (found?.value.loading?.by !== token) return;
    const { loading: _loading, ...campaign } = found.value;
    try {
      await this.#removeUncounted(ref, campaign.rows);
      await documents.registry.write([documents.change(ref, found, campaign)]);
    } catch {
      // The upload expires after `UPLOAD_TIMEOUT_MS`.
    }
  }

  /** Removes rows that never counted. */
  async #removeUncounted(ref: CampaignRef, rows: number): Promise<void> {
    const { documents } = this.#options;
    const { waiting } = documents.openQueues(ref);
    for (;;) {
      const page = await waiting.list({ limit: BATCH, after: toDueId(rows, 0) });
      if (page.length === 0) return;
      await documents.registry.write(page.map((kept) => waiting.toRemoval(kept)));
    }
  }
}

interface BatchOptions {
  ref: CampaignRef;
  token: string;
  /** Number of recipients before the upload. */
  rows: number;
  now: () => number;
}

class Batch {
  readonly #documents: CampaignDocuments;
  readonly #options: BatchOptions;
  #row: number;
  #changes: Change[] = [];

  constructor(documents: CampaignDocuments, options: BatchOptions) {
    this.#documents = documents;
    this.#options = options;
    this.#row = options.rows;
  }

  add(recipient: Recipient): Promise<void> | undefined {
    this.#row += 1;
    const { waiting } = this.#documents.openQueues(this.#options.ref);
    const value: Waiting = { ...recipient, row: this.#row, attempt: 1 };
    this.#changes.push(waiting.change(toDueId(this.#row, 0), undefined, value));
    return this.#changes.length === BATCH ? this.flush() : undefined;
  }

  /** Writes the batch together with a heartbeat; fails if another upload has taken over (LOADING-2). */
  async flush(): Promise<void> {
    const { ref, token, now } = this.#options;
    const batch = this.#changes;
    this.#changes = [];
    await retryOnConflict(this.#documents.registry, async () => {
      const found = await findOwnCampaign(this.#documents, ref, token);
      const campaign = { ...found.value, loading: { by: token, at: now() } };
      return {
        changes: [this.#documents.change(ref, found, campaign), ...batch],
        result: undefined,
      };
    });
  }
}

/** The campaign, if this upload still holds it. */
async function findOwnCampaign(
  documents: CampaignDocuments,
  ref: CampaignRef,
  token: string,
): Promise<Kept<Campaign>> {
  const found = await documents.get(ref);
  if (found?.value.loading?.by !== token)
    throw new Refusal('load_in_progress', `another upload has replaced this one in campaign "${ref.id}"`);
  return found;
}
