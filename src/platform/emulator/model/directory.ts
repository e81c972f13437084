/** Who is who: projects by App ID, provisioned numbers, people by number. Changes only through its own members. */
import { byNumber, isPhoneNumber, isShortCode, isSipUri, numberKey, shownNumber } from './numbers.ts';
import type { CompleteSettings, Greeting, Party, Project, ProvisionedNumber } from './settings.ts';

/** The addresses at which a project is told things. */
export type Webhooks = Pick<Project, 'webhook' | 'smsWebhook' | 'videoWebhook'>;

const ordinaryParty: Party = {};

export class Directory {
  readonly #projects: Map<string, Project>;
  readonly #firstAppId: string | undefined;
  readonly #numbers: Map<string, ProvisionedNumber>;
  readonly #parties: Map<string, Party | Party[]>;
  readonly #anyNumber: boolean;
  /** Money spent by App ID. */
  readonly #spent = new Map<string, number>();

  constructor(settings: CompleteSettings) {
    this.#projects = new Map(settings.projects.map((project) => [project.appId, project]));
    this.#firstAppId = settings.projects[0]?.appId;
    this.#numbers = byNumber(settings.numbers);
    this.#parties = byNumber(settings.parties);
    this.#anyNumber = settings.anyNumber;
  }

  project(appId: string): Project | undefined {
    return this.#projects.get(appId);
  }

  /** Whose everything is that names no project. */
  get firstProject(): Project | undefined {
    return this.#firstAppId === undefined ? undefined : this.#projects.get(this.#firstAppId);
  }

  /** Changes where a project is told things; false when there is no such project. */
  setWebhooks(appId: string, webhooks: Webhooks): boolean {
    const project = this.#projects.get(appId);
    if (project === undefined) return false;
    this.#projects.set(appId, { ...project, ...webhooks });
    return true;
  }

  /** Whether the project has money left, or no account at all. */
  isSolvent({ appId, balance = Infinity }: Project): boolean {
    return balance - (this.#spent.get(appId) ?? 0) > 0;
  }

  charge(appId: string, amount: number): void {
    this.#spent.set(appId, (this.#spent.get(appId) ?? 0) + amount);
  }

  /** Whether a project may show this number (voice.md 2.1). */
  isProvisioned(number: string, appId: string): boolean {
    if (this.#anyNumber) return true;
    const known = this.#numbers.get(numberKey(number));
    return known !== undefined && this.#ownerOf(known)?.appId === appId;
  }

  /** Whether a text is a number that can be dialled: E.164, or a short code that was provisioned. */
  isDialable(text: string): boolean {
    return isPhoneNumber(text) || (isShortCode(text) && this.#numbers.has(numberKey(text)));
  }

  /** Where a call to this number is announced, and whose it is; undefined when the number is nobody's. */
  lineFor(number: string): { project: Project; webhook: string | undefined } | undefined {
    const known = this.#numbers.get(numberKey(number)) ?? (this.#anyNumber ? {} : undefined);
    const project = known && this.#ownerOf(known);
    return project && { project, webhook: known.webhook ?? project.webhook };
  }

  /** What the platform itself plays on an accepted call to this number. */
  greetingAt(number: string): Greeting | undefined {
    return this.#numbers.get(numberKey(number))?.greeting;
  }

  /** How the person at a number behaves at this attempt to reach them; by default they answer after a second. */
  party(number: string, attempt: number): Party {
    const known = this.#parties.get(numberKey(number)) ?? ordinaryParty;
    return Array.isArray(known) ? (known[attempt - 1] ?? known.at(-1) ?? ordinaryParty) : known;
  }

  /** Provisioned numbers as they are shown, in the order in which they came. */
  numbers(): (ProvisionedNumber & { number: string })[] {
    return Array.from(this.#numbers, ([key, about]) => ({ number: shownNumber(key), ...about }));
  }

  /** Provisions a number; false for what is none, and when there is no such project. */
  setNumber(number: string, about: ProvisionedNumber): boolean {
    if (isSipUri(number) || this.#ownerOf(about) === undefined) return false;
    this.#numbers.set(numberKey(number), about);
    return true;
  }

  setParty(number: string, party: Party | Party[]): void {
    this.#parties.set(numberKey(number), party);
  }

  #ownerOf(number: ProvisionedNumber): Project | undefined {
    return number.project === undefined ? this.firstProject : this.#projects.get(number.project);
  }
}
