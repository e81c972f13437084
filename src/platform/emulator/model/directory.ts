/** Projects by App ID, provisioned numbers, and parties by number. */
import type { NumberView } from '../views/index.ts';
import { indexByNumber, isPhoneNumber, isShortCode, isSipUri, toNumberKey, formatNumber } from './numbers.ts';
import type { Project, Webhooks } from './project.ts';
import type { CompleteSettings, Greeting, Party, ProvisionedNumber } from './settings.ts';

const defaultParty: Party = {};

export class Directory {
  readonly #projects: Map<string, Project>;
  readonly #firstAppId: string | undefined;
  readonly #numbers: Map<string, ProvisionedNumber>;
  readonly #parties: Map<string, Party | Party[]>;
  readonly #anyNumber: boolean;
  readonly #spent = new Map<string, number>();

  constructor(settings: CompleteSettings) {
    this.#projects = new Map(settings.projects.map((project) => [project.appId, project]));
    this.#firstAppId = settings.projects[0]?.appId;
    this.#numbers = indexByNumber(settings.numbers);
    this.#parties = indexByNumber(settings.parties);
    this.#anyNumber = settings.anyNumber;
  }

  findProject(appId: string): Project | undefined {
    return this.#projects.get(appId);
  }

  get firstProject(): Project | undefined {
    return this.#firstAppId === undefined ? undefined : this.#projects.get(this.#firstAppId);
  }

  /** Changes the webhooks of a project; false when there is no such project. */
  setWebhooks(appId: string, webhooks: Webhooks): boolean {
    const project = this.#projects.get(appId);
    if (project === undefined) return false;
    this.#projects.set(appId, { ...project, ...webhooks });
    return true;
  }

  /** True when the project has money left, or no balance. */
  isSolvent({ appId, balance = Infinity }: Project): boolean {
    return balance - (this.#spent.get(appId) ?? 0) > 0;
  }

  charge(appId: string, amount: number): void {
    this.#spent.set(appId, (this.#spent.get(appId) ?? 0) + amount);
  }

  /** True when a project may use this number as caller (voice.md 2.1). */
  isProvisioned(number: string, appId: string): boolean {
    if (this.#anyNumber) return true;
    const known = this.#numbers.get(toNumberKey(number));
    return known !== undefined && this.#findOwner(known)?.appId === appId;
  }

  /** True for numbers that can be dialed: E.164, or a provisioned short code. */
  isDialable(text: string): boolean {
    return isPhoneNumber(text) || (isShortCode(text) && this.#numbers.has(toNumberKey(text)));
  }

  /** Returns the project and webhook of a number; undefined when the number belongs to nobody. */
  findLine(number: string): { project: Project; webhook: string | undefined } | undefined {
    const known = this.#numbers.get(toNumberKey(number)) ?? (this.#anyNumber ? {} : undefined);
    const project = known && this.#findOwner(known);
    return project && { project, webhook: known.webhook ?? project.webhook };
  }

  /** Returns the greeting that the platform plays on accepted calls to this number. */
  findGreeting(number: string): Greeting | undefined {
    return this.#numbers.get(toNumberKey(number))?.greeting;
  }

  /** Returns how the person at a number behaves at this attempt; by default they answer after a second. */
  getParty(number: string, attempt: number): Party {
    const known = this.#parties.get(toNumberKey(number)) ?? defaultParty;
    return Array.isArray(known) ? (known[attempt - 1] ?? known.at(-1) ?? defaultParty) : known;
  }

  /** Lists provisioned numbers in the order in which they were added. */
  listNumbers(): (ProvisionedNumber & NumberView)[] {
    return Array.from(this.#numbers, ([key, about]) => ({ number: formatNumber(key), ...about }));
  }

  /** Provisions a number; false for an invalid number or an unknown project. */
  setNumber(number: string, about: ProvisionedNumber): boolean {
    if (isSipUri(number) || this.#findOwner(about) === undefined) return false;
    this.#numbers.set(toNumberKey(number), about);
    return true;
  }

  setParty(number: string, party: Party | Party[]): void {
    this.#parties.set(toNumberKey(number), party);
  }

  #findOwner(number: ProvisionedNumber): Project | undefined {
    return number.project === undefined ? this.firstProject : this.#projects.get(number.project);
  }
}
