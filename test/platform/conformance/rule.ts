/**
 * What a rule of a specification is. Rules are data: a section, a sentence, and either a check or the reason why there is
 * none. A check gets only what its `needs` name, so that the list is true.
 */
import type { EmulatorSettings, Project } from '../../../src/platform/emulator/model/index.ts';
import type { Platform } from './platform.ts';

/** What a check needs besides an address and credentials. */
export type Need =
  /** `/_emulator`: people who ring, press and join, the clock, ordered faults. */
  | 'control plane'
  /** A receiver of notifications that the platform reaches. */
  | 'webhook'
  /** A number to call from and one to call. */
  | 'numbers'
  /** A campaign, and a template with the placeholder `{text}`. */
  | 'template'
  /** A number, and a sender of messages, that the project may not show. */
  | 'unprovisioned'
  /** A project that is not the one under test. */
  | 'another project';

/** A rule that is checked. */
export interface CheckedRule {
  /** Of the specification, such as `4.1`. */
  section: string;
  /** As a sentence; the name of the test. */
  rule: string;
  needs?: readonly Need[];
  /** What the platform is to know for this rule, besides the usual. */
  settings?: EmulatorSettings;
  /** What its project has besides. */
  project?: Partial<Project>;
  /** The specification does not show it: this is what the emulator chose (docs/platform.md). */
  isChosen?: true;
  /** Fails with an error when the platform breaks the rule. */
  check: (platform: Platform) => Promise<void>;
}

/** A rule that no request can check. */
export interface UncheckedRule {
  section: string;
  rule: string;
  unchecked: string;
}

export type Rule = CheckedRule | UncheckedRule;

/** Why a rule cannot be checked at a platform other than the emulator; undefined when it can. */
export function hindrance(rule: CheckedRule, available: ReadonlySet<Need>): string | undefined {
  if (rule.isChosen) return 'the specification does not show it; the check is of what the emulator chose';
  if (rule.settings ?? rule.project) return 'needs prepared settings';
  const missing = (rule.needs ?? []).filter((need) => !available.has(need));
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')}`;
}
