/** The audit log, for what is done to calls: it is noted before it is done, whatever comes of it. */
import type { Principal } from '../../management/index.ts';
import type { ApiParts } from './parts.ts';

/** What somebody does. */
interface AuditedAction {
  project: string;
  action: string;
  /** What it is done to. */
  subject: string;
  /** What else there is to know; what is given to a call may be secret, so only its kind is. */
  detail: Record<string, string>;
}

/** Notes it; rejects where that cannot be written, and then it is not to be done. */
export async function writeAuditEntry(
  { management: { audit, registry }, clock }: Pick<ApiParts, 'management' | 'clock'>,
  by: Principal,
  deed: AuditedAction,
): Promise<void> {
  await registry.write([audit.entry(by, { at: clock.now(), ...deed })]);
}
