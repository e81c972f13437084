/** Keys of a service: the first encrypts, all decrypt, so that keys can be rotated while calls are live. */
import { OperationalError } from '../../engine/ports/index.ts';
import { Seal } from './seal.ts';
import type { Subject } from './seal.ts';

export class KeyRing {
  readonly #first: Seal | undefined;
  readonly #byId: ReadonlyMap<string, Seal>;

  /** Each secret is 32 bytes in base64, or a passphrase. Without secrets nothing is sealed, and sealed data cannot be read. */
  constructor(secrets: readonly string[]) {
    const seals = secrets.map((secret) => new Seal(secret));
    this.#first = seals[0];
    this.#byId = new Map(seals.map((seal) => [seal.keyId, seal]));
  }

  /** True when there is no key, so that nothing is sealed. */
  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Ids of the keys, in order. */
  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Seals a text with the first key; undefined without a key. */
  close(text: string, subject: Subject): string | undefined {
    return this.#first?.close(text, subject);
  }

  /** Opens a text that was sealed for this subject. Throws an `OperationalError` `sealed`. */
  open(sealed: string, subject: Subject): string {
    const id = parseKeyId(sealed);
    const seal = this.#byId.get(id);
    if (seal === undefined) throw keyMissing(id, this.ids, subject.of);
    try {
      return seal.open(sealed, subject);
    } catch (cause) {
      const message = `the sealed data of ${subject.of} was changed, or belongs to something else`;
      throw new OperationalError('sealed', message, { retryable: false, cause });
    }
  }

  /** Seals a text and marks it as sealed; returns it unchanged without a key. */
  closeText(text: string, subject: Subject): string {
    const sealed = this.close(text, subject);
    return sealed === undefined ? text : MARK + sealed;
  }

  /** Opens a text of `closeText`; returns an unsealed text unchanged. Throws an `OperationalError` `sealed`. */
  openText(text: string, subject: Subject): string {
    return text.startsWith(MARK) ? this.open(text.slice(MARK.length), subject) : text;
  }

  /** True when the text is sealed with the current key, or unsealed and there is no key. */
  isCurrent(sealed: string | undefined): boolean {
    return (sealed && parseKeyId(sealed)) === this.#first?.keyId;
  }

  /** Like `isCurrent`, for a text of `closeText`. */
  isCurrentText(text: string): boolean {
    return this.isCurrent(text.startsWith(MARK) ? text.slice(MARK.length) : undefined);
  }

  /** Lists the names under which something private may be stored: the current name, then names with earlier keys or none. */
  listNames(text: string, of: string): [now: string, ...before: string[]] {
    const [now, ...others] = [...this.#byId.values()].map((seal) => seal.hashName(text, of));
    return now === undefined ? [text] : [now, ...others, text];
  }
}

/** Prefix of sealed texts; no JSON starts with it. */
const MARK = 'sealed:';

function parseKeyId(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf('.')));
}

/** Error for data that is sealed with an unknown key. */
export function keyMissing(id: string, ids: readonly string[], what: string): OperationalError {
  const have = ids.length === 0 ? 'no key is set' : `the keys set are ${ids.join(', ')}`;
  const message = `${what} is sealed with key ${id}, but ${have}: add it to RINGFLOW_SECRET_KEY`;
  return new OperationalError('sealed', message, { retryable: false });
}
