/**
 * The active projects of a service on this node: each with its carriers and its hooks.
 *
 * Owns: the platform connections of each project, opened when it is created and closed when it is changed or deleted;
 * commands in flight are finished first. Carriers beside the platform stay until the service ends. Does not own: which projects exist (the roster in management).
 *
 * PROJECT-1 The default project, from the settings of the service, always exists.
 * PROJECT-2 A project whose secrets cannot be read on this node is logged. It receives notifications but cannot send
 *           commands.
 * PROJECT-3 The token in the hook URLs of placed calls is derived from the token of the service, so every node knows it and
 *           no store contains it.
 */
import { createHmac } from 'node:crypto';
import { createPlatformCarrier, createPlatformWebhooks } from '../../platform/client/index.ts';
import type { Credentials } from '../../platform/client/index.ts';
import type { References } from '../../adapters/references/index.ts';
import { parseRangeList } from '../addresses/index.ts';
import { DEFAULT_PROJECT, projectId } from '../../call/index.ts';
import { DEFAULT_CARRIER } from '../../language/model/index.ts';
import type { Capabilities, NamedCapabilities } from '../../language/model/index.ts';
import type { Config } from '../config/config.ts';
import type { CarrierOfProject } from '../carriers/index.ts';
import { limitNumbers } from '../egress/index.ts';
import { digestHookToken } from '../management/index.ts';
import type { CredentialReferences, Enrolled, Project } from '../management/index.ts';
import { PLATFORM, refusalError } from '../../engine/ports/index.ts';
import type { Carrier, Log, Turns } from '../../engine/ports/index.ts';
import { Hooks } from '../http/index.ts';
import type { HookService, TokenedHook } from '../http/index.ts';

interface ProjectsOptions {
  config: Config;
  /** Public URL of the service without a trailing slash; known at the latest when it listens. */
  address: { base: string };
  /** Rate limits shared by everything that uses an App ID. */
  turns: Turns;
  /** Wraps every carrier, for instance to count. */
  guarded: (platform: Carrier) => Carrier;
  /** Carriers beside the platform, with the project of each. */
  carriers: readonly Pick<CarrierOfProject, 'project' | 'carrier'>[];
  references: References;
  /** What the platform can do, where an emulator stands in for another carrier. */
  capabilities?: Capabilities;
  log: Log;
}

/** Account at the platform, with its secrets in clear. */
interface Account {
  url: string;
  voice: Credentials;
  others: Partial<Record<'sms' | 'video', Credentials>>;
  callsPerSecond?: number;
}

interface ActiveProject {
  revision: number;
  /** By name; without the platform when its secrets cannot be read (PROJECT-2). */
  carriers: ReadonlyMap<string, Carrier>;
  account?: Account;
  dialPrefixes?: readonly string[];
  /** The connection to the platform; that of another carrier belongs to the service. */
  platform?: Carrier;
}

type HookSettings = Pick<Project, 'hooks'> & Pick<Enrolled, 'tokens'>;

export class ProjectsAtWork {
  readonly hooks = new Hooks();
  readonly #options: ProjectsOptions;
  readonly #own: ActiveProject;
  #others = new Map<string, ActiveProject>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.#own = this.#openOwn(options.config);
    this.applyProjects([]);
  }

  /**
   * Returns a carrier of a project, if any; without a name the platform, or the first carrier where there is no platform. Do
   * not keep the result: a change of the project closes it.
   */
  findCarrier(project: string, name?: string): Carrier | undefined {
    const carriers = this.#findProject(project)?.carriers;
    return (
      carriers?.get(name ?? PLATFORM) ?? (name === undefined ? carriers?.values().next().value : undefined)
    );
  }

  /** Returns the name of the carrier that places the calls of a project to such a number; undefined: the default one. */
  chooseCarrier(project: string, to: string): string | undefined {
    const { dialsBy } = this.#options.config;
    const carriers = this.#findProject(project)?.carriers;
    return dialsBy.find(({ prefix, carrier }) => to.startsWith(prefix) && carriers?.has(carrier) === true)
      ?.carrier;
  }

  #findProject(project: string): ActiveProject | undefined {
    return project === DEFAULT_PROJECT ? this.#own : this.#others.get(project);
  }

  /** Returns the beginnings of the numbers that a project may call; undefined: any. */
  findDialPrefixes(project: string): readonly string[] | undefined {
    return this.#findProject(project)?.dialPrefixes;
  }

  /** Lists the carriers of a project with what each can do; the default one if its secrets cannot be read. */
  listCarriers(project: string): readonly NamedCapabilities[] {
    const carriers = [...(this.#findProject(project)?.carriers.values() ?? [])];
    return carriers.length === 0 ? [DEFAULT_CARRIER] : carriers;
  }

  /** Returns the hook URLs of a project, with this token or that of the service. */
  hookUrls(project: string, token = this.#deriveOwnToken(project)): Record<HookService, string> {
    const hook = `${this.#options.address.base}/hooks/${project}/${token}`;
    return { voice: `${hook}/voice`, sms: `${hook}/sms`, video: `${hook}/video` };
  }

  /** Applies the current list of projects beside the default one. */
  applyProjects(projects: readonly Enrolled[]): void {
    const before = this.#others;
    this.#others = new Map(projects.map((one) => [one.id, this.#findActiveProject(one, before.get(one.id))]));
    this.hooks.replace([
      this.#toHook(DEFAULT_PROJECT, this.#own, { tokens: [] }),
      ...projects.map(({ id, project: { hooks }, tokens }) =>
        this.#toHook(id, this.#others.get(id), { ...(hooks && { hooks }), tokens }),
      ),
    ]);
    for (const [id, { platform }] of before)
      if (platform !== undefined && platform !== this.#others.get(id)?.platform) this.#close(id, platform);
  }

  /** Waits for work in flight and closes all connections. */
  async close(): Promise<void> {
    const platforms = [this.#own, ...this.#others.values()].flatMap(({ platform }) => platform ?? []);
    const carriers = this.#options.carriers.map(({ carrier }) => carrier);
    await Promise.all([...platforms, ...carriers].map((carrier) => carrier.close()));
  }

  #openOwn({ platform, projects, dialPrefixes }: Config): ActiveProject {
    if (platform === undefined) return this.#openProject(DEFAULT_PROJECT, undefined, dialPrefixes);
    const { url, ...voice } = platform;
    return this.#openProject(DEFAULT_PROJECT, { url, voice, others: projects }, dialPrefixes);
  }

  #findActiveProject({ id, revision, project }: Enrolled, before: ActiveProject | undefined): ActiveProject {
    if (before?.revision === revision) return before;
    const { log } = this.#options;
    const { dialPrefixes } = project.limits ?? {};
    try {
      return { ...this.#openProject(id, this.#toAccount(project), dialPrefixes), revision };
    } catch (error) {
      log.error(
        { project: id, err: error },
        'cannot read project secrets; calls at the platform cannot be controlled on this node',
      );
      return { ...this.#openProject(id, undefined, dialPrefixes), revision };
    }
  }

  /** Returns the account of a project at the platform, if it has one. Throws when its secrets cannot be read. */
  #toAccount({ platform, limits: { dialsPerSecond: callsPerSecond } = {} }: Project): Account | undefined {
    if (platform === undefined) return undefined;
    const { references, config } = this.#options;
    const { url = config.platform?.url, sms, video } = platform;
    if (url === undefined)
      throw refusalError('no_platform', 'neither the project nor the service has the URL of a platform');
    if (config.hookToken === '')
      throw refusalError('no_hook_token', 'a platform needs hooks, but the service has no hook token');
    const readCredentials = ({ appId, appKey }: CredentialReferences) => ({
      appId: references.read(appId),
      appKey: references.read(appKey),
    });
    return {
      url,
      voice: readCredentials(platform),
      others: { ...(sms && { sms: readCredentials(sms) }), ...(video && { video: readCredentials(video) }) },
      ...(callsPerSecond !== undefined && { callsPerSecond }),
    };
  }

  #openProject(
    project: string,
    account: Account | undefined,
    dialPrefixes: readonly string[] | undefined,
  ): ActiveProject {
    const { carriers, guarded } = this.#options;
    const platform = account && this.#openPlatform(project, account);
    const own = carriers.filter((one) => one.project === project).map(({ carrier }) => carrier);
    const open = [...(platform === undefined ? [] : [platform]), ...own].map(
      (carrier) =>
        [
          carrier.name,
          guarded(dialPrefixes === undefined ? carrier : limitNumbers(carrier, dialPrefixes)),
        ] as const,
    );
    return {
      revision: 0,
      carriers: new Map(open),
      ...(account && { account }),
      ...(dialPrefixes && { dialPrefixes }),
      ...(platform && { platform }),
    };
  }

  #openPlatform(project: string, { url, voice, others, ...limits }: Account): Carrier {
    const { turns, capabilities } = this.#options;
    return createPlatformCarrier({
      baseUrl: url,
      ...voice,
      projects: others,
      broadcastUrl: () => this.hookUrls(project).voice,
      eventUrl: (call) => `${this.hookUrls(project).voice}?call=${encodeURIComponent(call)}`,
      secrets: [this.#deriveOwnToken(project)],
      turns,
      ...(capabilities && { capabilities }),
      ...limits,
    });
  }

  #toHook(
    project: string,
    atWork: ActiveProject | undefined,
    { hooks = {}, tokens }: HookSettings,
  ): TokenedHook {
    const { config } = this.#options;
    const { allow = config.hookAllow, maxAgeSeconds } = hooks;
    const ranges = parseRangeList(allow ?? []);
    const maxAgeMs = maxAgeSeconds === undefined ? config.hookMaxAgeMs : maxAgeSeconds * 1_000;
    return {
      hook: {
        project: projectId(project),
        webhooks: createPlatformWebhooks(atWork?.account?.voice.appId),
        appIds: listAppIds(atWork?.account),
        ...(ranges && { allow: ranges }),
        ...(maxAgeMs && { maxAgeMs }),
      },
      tokens: [
        ...this.#listOwnTokens(project).map((token) => ({ digest: digestHookToken(token) })),
        ...tokens,
      ],
    };
  }

  #deriveOwnToken(project: string): string {
    return deriveToken(project, this.#options.config.hookToken);
  }

  /** The token of the project, and those derived from former tokens of the service. */
  #listOwnTokens(project: string): string[] {
    const { hookToken, formerHookTokens } = this.#options.config;
    if (hookToken === '') return [];
    return [hookToken, ...formerHookTokens].map((token) => deriveToken(project, token));
  }

  #close(project: string, carrier: Carrier): void {
    carrier.close().catch((error: unknown) => {
      this.#options.log.warn({ project, err: error }, 'cannot close the connections of a project');
    });
  }
}

/** Derives the token of a project; it reveals no other project's token. */
function deriveToken(project: string, hookToken: string): string {
  return project === DEFAULT_PROJECT
    ? hookToken
    : createHmac('sha256', hookToken).update(`hook of ${project}`).digest('base64url');
}

function listAppIds(account: Account | undefined): TokenedHook['hook']['appIds'] {
  if (account === undefined) return {};
  const { voice, others } = account;
  return { sms: (others.sms ?? voice).appId, video: (others.video ?? voice).appId };
}
