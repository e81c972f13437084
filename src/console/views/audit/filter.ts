/** The filter of the audit log, on the entries that are loaded. */
import type { ListAuditEntriesResponse } from '../../api/generated/types.gen.ts';

export type AuditEntry = ListAuditEntriesResponse['items'][number];

export interface AuditFilter {
  /** Part of the action or the subject, in any case; '' for all. */
  text: string;
  /** Id of a project; '*' for the service, '' for all. */
  project: string;
}

/** Returns the entries that fit, in their order. */
export function filterEntries(entries: readonly AuditEntry[], { text, project }: AuditFilter): AuditEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (project === '' || entry.project === project) &&
      `${entry.action} ${entry.subject}`.toLowerCase().includes(wanted),
  );
}

/** Lists the projects of the entries, sorted. */
export function listProjects(entries: readonly AuditEntry[]): string[] {
  return [...new Set(entries.map(({ project }) => project))].sort();
}
