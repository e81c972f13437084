/**
 * The active projects of a service on this node: each with its platform client and its hooks.
 *
 * Owns: the connections of each project, opened when it is created and closed when it is changed or deleted; commands in
 * flight are finished first. Does not own: which projects exist (the roster in management).
 *
 * PROJECT-1 The default project, from the settings of the service, always exists.
 * PROJECT-2 A project whose secrets cannot be read on this node is logged. It receives notifications but cannot send
 *           commands.
 * PROJECT-3 The token in the hook URLs of placed calls is derived from the token of the service, so every node knows it and
 *           no store contains it.
 */
import { createHmac } from 'node:crypto';
import { createHttpPlatform } from '../../platform/client/index.ts';
import type { Credentials } from '../../platform/client/index.ts';
import type { References } from '../../adapters/references/index.ts';
import { parseRangeList } from '../addresses/index.ts';
import { DEFAULT_PROJECT, projectId } from '../../call/index.ts';
import type { Config } from '../config/config.ts';
import { digestHookToken } from '../management/index.ts';
import type { CredentialReferences, Enrolled, Project } from '../management/index.ts';
import type { Log, Platform, Turns } from '../../engine/ports/index.ts';
import { Hooks } from '../http/index.ts';
import type { HookService, TokenedHook } from '../http/index.ts';

interface ProjectsOptions {
  config: Config;
  /** Public URL of the service without a trailing slash; known at the latest when it listens. */
  address: { base: string };
  /** Rate limits shared by everything that uses an App ID. */
  turns: Turns;
  /** Wraps every platform client, for instance to count. */
  guarded: (platform: Platform) => Platform;
  references: References;
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
  platform?: Platform;
  account?: Account;
}

type HookSettings = Pick<Project, 'hooks'> & Pick<Enrolled, 'tokens'>;

export class ProjectsAtWork {
  readonly hooks = new Hooks();
  readonly #options: ProjectsOptions;
  readonly #own: ActiveProject;
  #others = new Map<string, ActiveProject>();

  constructor(options: ProjectsOptions) {
    const { url, ...voice } = options.config.platform;
    this.#options = options;
    this.#own = this.#openProject(DEFAULT_PROJECT, { url, voice, others: options.config.projects });
    this.applyProjects([]);
  }

  /** Returns the platform of a project, if any. Do not keep the result: a change of the project closes it. */
  findPlatform(project: string): Platform | undefined {
    return project === DEFAULT_PROJECT ? this.#own.platform : this.#others.get(project)?.platform;
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
      if (platform !== undefined && platform !== this.findPlatform(id)) this.#close(id, platform);
  }

  /** Waits for work in flight and closes all connections. */
  async close(): Promise<void> {
    const platforms = [this.#own, ...this.#others.values()].map(({ platform }) => platform);
    await Promise.all(platforms.map(async (platform) => platform?.close()));
  }

  #findActiveProject({ id, revision, project }: Enrolled, before: ActiveProject | undefined): ActiveProject {
    if (before?.revision === revision) return before;
    const { log } = this.#options;
    try {
      return { ...this.#openProject(id, this.#toAccount(project)), revision };
    } catch (error) {
      log.error(
        { project: id, err: error },
        'cannot read project secrets; calls cannot be controlled on this node',
      );
      return { revision };
    }
  }

  #toAccount({ platform, limits: { dialsPerSecond: callsPerSecond } = {} }: Project): Account {
    const { references, config } = this.#options;
    const { url = config.platform.url, sms, video } = platform;
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

  #openProject(project: string, account: Account): ActiveProject {
    const { turns, guarded } = this.#options;
    const { url, voice, others, ...limits } = account;
    const platform = createHttpPlatform({
      baseUrl: url,
      ...voice,
      projects: others,
      broadcastUrl: () => this.hookUrls(project).voice,
      eventUrl: (call) => `${this.hookUrls(project).voice}?call=${encodeURIComponent(call)}`,
      secrets: [this.#deriveOwnToken(project)],
      turns,
      ...limits,
    });
    return { revision: 0, platform: guarded(platform), account };
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
    return [hookToken, ...formerHookTokens].map((token) => deriveToken(project, token));
  }

  #close(project: string, platform: Platform): void {
    platform.close().catch((error: unknown) => {
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
  return { voice: voice.appId, sms: (others.sms ?? voice).appId, video: (others.video ?? voice).appId };
}
