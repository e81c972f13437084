/** The keys of a service: the first seals, all of them open, so that one can take the place of another while calls go on. */
import { OperationalError } from '../../engine/ports/index.ts';
import { Seal } from './seal.ts';
import type { Subject } from './seal.ts';

export class KeyRing {
  readonly #first: Seal | undefined;
  readonly #byId: ReadonlyMap<string, Seal>;

  /** Each 32 bytes in base64, or a passphrase; none: nothing is sealed, and what was sealed cannot be read. */
  constructor(secrets: readonly string[]) {
    const seals = secrets.map((secret) => new Seal(secret));
    this.#first = seals[0];
    this.#byId = new Map(seals.map((seal) => [seal.keyId, seal]));
  }

  /** Nothing is sealed. */
  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Ids of the keys, in their order. */
  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** The text sealed with the first key; undefined where there is none. */
  close(text: string, subject: Subject): string | undefined {
    return this.#first?.close(text, subject);
  }

  /** Opens a text that was sealed for this place. Throws an `OperationalError`: `sealed`. */
  open(sealed: string, subject: Subject): string {
    const id = parseKeyId(sealed);
    const seal = this.#byId.get(id);
    if (seal === undefined) throw keyMissing(id, this.ids, subject.of);
    try {
      return seal.open(sealed, subject);
    } catch (cause) {
      const message = `what is sealed of ${subject.of} was changed, or belongs elsewhere`;
      throw new OperationalError('sealed', message, { retryable: false, cause });
    }
  }

  /** The text as it may lie anywhere, marked as sealed; as it is where there is no key. */
  closeText(text: string, subject: Subject): string {
    const sealed = this.close(text, subject);
    return sealed === undefined ? text : MARK + sealed;
  }

  /** Opens what `closeText` sealed; returns a text from before there was a key as it is. Throws an `OperationalError`: `sealed`. */
  openText(text: string, subject: Subject): string {
    return text.startsWith(MARK) ? this.open(text.slice(MARK.length), subject) : text;
  }

  /** True when a text, sealed or not, is as it would be sealed now. */
  isCurrent(sealed: string | undefined): boolean {
    return (sealed && parseKeyId(sealed)) === this.#first?.keyId;
  }

  /** The same for what `closeText` closed. */
  isCurrentText(text: string): boolean {
    return this.isCurrent(text.startsWith(MARK) ? text.slice(MARK.length) : undefined);
  }

  /** Names under which something private may be kept: what it is called now first, then what it may have been called before. */
  listNames(text: string, of: string): [now: string, ...before: string[]] {
    const [now, ...others] = [...this.#byId.values()].map((seal) => seal.hashName(text, of));
    return now === undefined ? [text] : [now, ...others, text];
  }
}

/** Stands before what is sealed among texts of which some are not; no JSON begins so. */
const MARK = 'sealed:';

function parseKeyId(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf('.')));
}

/** Something is sealed with a key that is not there. */
export function keyMissing(id: string, ids: readonly string[], what: string): OperationalError {
  const have = ids.length === 0 ? 'there is none' : `those set are ${ids.join(', ')}`;
  const message = `${what} is sealed with key ${id}, ${have}: add it to RINGFLOW_SECRET_KEY`;
  return new OperationalError('sealed', message, { retryable: false });
}
