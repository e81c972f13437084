/** Writes audit entries for actions on calls, before they are attempted. */
import type { Principal } from '../../management/index.ts';
import type { ApiParts } from './parts.ts';

interface AuditedAction {
  project: string;
  action: string;
  /** Id of the target. */
  subject: string;
  /** Further details. Input for a call may be secret, so only its type is recorded. */
  detail: Record<string, string>;
}

/** Writes the entry; if it rejects, the action must not be done. */
export async function writeAuditEntry(
  { management: { audit, registry }, clock }: Pick<ApiParts, 'management' | 'clock'>,
  by: Principal,
  action: AuditedAction,
): Promise<void> {
  await registry.write([audit.entry(by, { at: clock.now(), ...action })]);
}
