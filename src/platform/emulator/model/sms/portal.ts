/** Configuration of the SMS portal: templates, campaigns and sender ids (sms.md 1, 2.1). Never changes. */
import type { Directory } from '../directory.ts';
import { toNumberKey } from '../numbers.ts';
import type { Project } from '../project.ts';
import type { Campaign, Sender, SmsSettings, Template } from './settings.ts';

export class Portal {
  readonly #templates: Map<string, Template>;
  readonly #campaigns: Map<string, Campaign>;
  readonly #senders: Map<string, Sender>;
  readonly #anyTemplate: boolean;
  readonly #directory: Directory;

  constructor({ templates, campaigns, senders, anyTemplate }: SmsSettings, directory: Directory) {
    this.#templates = new Map(templates.map((template) => [template.id, template]));
    this.#campaigns = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
    this.#anyTemplate = anyTemplate;
    this.#senders = new Map(Object.entries(senders));
    this.#directory = directory;
  }

  /** Returns an approved template of the project. */
  findTemplate(id: string, appId: string): Template | undefined {
    const template = this.#templates.get(id) ?? this.#acceptUnknown(id);
    return template?.approved !== false && belongsTo(template, appId) ? template : undefined;
  }

  /** Returns a campaign of the project. */
  findCampaign(id: string, appId: string): Campaign | undefined {
    const campaign = this.#campaigns.get(id) ?? this.#acceptUnknown(id);
    return belongsTo(campaign, appId) ? campaign : undefined;
  }

  #acceptUnknown(id: string): (Template & Campaign) | undefined {
    return this.#anyTemplate ? { id } : undefined;
  }

  /** Returns the sender if the project may use it: one of its numbers, or a sender id. */
  findSender(name: string, appId: string): Sender | undefined {
    if (isNumber(name)) return this.#hasNumber(name, appId) ? {} : undefined;
    if (this.#senders.size === 0) return {};
    const sender = this.#senders.get(name);
    return belongsTo(sender, appId) ? sender : undefined;
  }

  /** Returns the campaign for messages to this number, and its project. */
  findCampaignAt(number: string): { campaign: Campaign; project: Project } | undefined {
    const key = toNumberKey(number);
    const owner = this.#directory.findLine(number)?.project;
    const campaigns = [...this.#campaigns.values()];
    const campaign =
      campaigns.find((one) => receivesAt(one, key)) ?? campaigns.find((one) => isOpenTo(one, owner?.appId));
    if (campaign === undefined) return undefined;
    const { project = owner?.appId } = campaign;
    const theirs =
      project === undefined ? this.#directory.firstProject : this.#directory.findProject(project);
    return theirs && { campaign, project: theirs };
  }

  #hasNumber(number: string, appId: string): boolean {
    const key = toNumberKey(number);
    const campaigns = Array.from(this.#campaigns.values());
    const isShortCode = campaigns.some((campaign) => belongsTo(campaign, appId) && receivesAt(campaign, key));
    return isShortCode || this.#directory.isProvisioned(number, appId);
  }
}

/** True for a short code or long code: digits, with or without a plus (sms.md 2.1). */
function isNumber(name: string): boolean {
  return /^\+?\d+$/.test(name);
}

function belongsTo<T extends { project?: string }>(one: T | undefined, appId: string): one is T {
  return one !== undefined && (one.project === undefined || one.project === appId);
}

function receivesAt({ numbers = [] }: Campaign, key: string): boolean {
  return numbers.some((number) => toNumberKey(number) === key);
}

function isOpenTo(campaign: Campaign, owner: string | undefined): boolean {
  return owner !== undefined && campaign.numbers === undefined && belongsTo(campaign, owner);
}
