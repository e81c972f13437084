/** Numbers that no campaign and no planned call of a project reaches, each change in the audit log. */
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

  /** Puts a number on the list; says whether it is new there. Throws a `Refusal`: `invalid_number`. */
  put(by: Principal, project: string, written_: string): Promise<'created' | 'kept'> {
    const { documents, audit, now } = this.#options;
    const number = e164(written_);
    if (number === undefined)
      throw new Refusal('invalid_number', `"${written_}" is not a number in E.164 form`);
    const barred = documents.barred(project);
    return retryOnConflict(documents.registry, async () => {
      const at = now();
      if ((await barred.get(number)) !== undefined) return { changes: [], result: 'kept' as const };
      const entry = { at, project, action: 'do-not-call.put', subject: number, detail: {} };
      const changes = [barred.change(number, undefined, { at, by: by.id }), audit.entry(by, entry)];
      return { changes, result: 'created' as const };
    });
  }

  /** Takes a number off the list. Throws a `Refusal`: `unknown_number`. */
  remove(by: Principal, project: string, written_: string): Promise<void> {
    const number = e164(written_) ?? written_;
    const { documents, audit, now } = this.#options;
    const barred = documents.barred(project);
    return retryOnConflict(documents.registry, async () => {
      const found = await barred.get(number);
      if (found === undefined) throw new Refusal('unknown_number', `${number} is not on the list`);
      const entry = { at: now(), project, action: 'do-not-call.remove', subject: number, detail: {} };
      return { changes: [barred.removal(found), audit.entry(by, entry)], result: undefined };
    });
  }

  /** In the order of the numbers, or where they are hidden in another one that is always the same. */
  async list(project: string, page: { limit: number; after?: string }) {
    const read = await this.#options.documents.barred(project).list(page);
    return read.map(({ id, value }) => ({ number: id, ...value }));
  }
}

/** As recipients are written, so that one is the other. */
function e164(written_: string): string | undefined {
  return parsePhoneNumberFromString(written_, { extract: false })?.number;
}
