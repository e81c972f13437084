/** The do-not-call list of a project, for campaigns and planned calls; every change is in the audit log. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Refusal, retryOnConflict } from '../management/index.ts';
import type { AuditLog, Principal } from '../management/index.ts';
import type { CampaignDocuments } from './queues.ts';

interface DoNotCallOptions {
  documents: CampaignDocuments;
  audit: AuditLog;
  now: () => number;
}

export class DoNotCall {
  readonly #options: DoNotCallOptions;

  constructor(options: DoNotCallOptions) {
    this.#options = options;
  }

  /** Adds a number; returns whether it is new. Throws a `Refusal`: `invalid_number`. */
  put(by: Principal, project: string, text: string): Promise<'created' | 'kept'> {
    const { documents, audit, now } = this.#options;
    const number = normalizeNumber(text);
    if (number === undefined) throw new Refusal('invalid_number', `"${text}" is not a number in E.164 form`);
    const barred = documents.openDoNotCall(project);
    return retryOnConflict(documents.registry, async () => {
      const at = now();
      if ((await barred.get(number)) !== undefined) return { changes: [], result: 'kept' as const };
      const entry = { at, project, action: 'do-not-call.put', subject: number, detail: {} };
      const changes = [barred.change(number, undefined, { at, by: by.id }), audit.entry(by, entry)];
      return { changes, result: 'created' as const };
    });
  }

  /** Removes a number. Throws a `Refusal`: `unknown_number`. */
  remove(by: Principal, project: string, text: string): Promise<void> {
    const number = normalizeNumber(text) ?? text;
    const { documents, audit, now } = this.#options;
    const barred = documents.openDoNotCall(project);
    return retryOnConflict(documents.registry, async () => {
      const found = await barred.get(number);
      if (found === undefined) throw new Refusal('unknown_number', `${number} is not on the list`);
      const entry = { at: now(), project, action: 'do-not-call.remove', subject: number, detail: {} };
      return { changes: [barred.toRemoval(found), audit.entry(by, entry)], result: undefined };
    });
  }

  /** Ordered by number; with encrypted ids in another stable order. */
  async list(project: string, page: { limit: number; after?: string }) {
    const read = await this.#options.documents.openDoNotCall(project).list(page);
    return read.map(({ id, value }) => ({ number: id, ...value }));
  }
}

/** Normalized like the numbers of recipients, so that both compare equal. */
function normalizeNumber(text: string): string | undefined {
  return parsePhoneNumberFromString(text, { extract: false })?.number;
}
