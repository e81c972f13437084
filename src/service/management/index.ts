export {
  ALL_PROJECTS,
  actions,
  isRole,
  isPermitted,
  listPermits,
  listPermittedProjects,
  PROJECT_ID,
  roles,
  SYSTEM,
} from './access.ts';
export type { Action, Grant, Principal, Role } from './access.ts';
export { ApiKeys } from './api-keys.ts';
export type { NewKey } from './api-keys.ts';
export { createAuthentication } from './authentication.ts';
export { AuditLog } from './audit.ts';
export type { AuditEntry } from './audit.ts';
export { compileBundle } from './bundle.ts';
export type { BundledFlow, BundleFiles, CompiledBundle } from './bundle.ts';
export { findBlockingObstacles, findObstacles } from './carrier-lacks.ts';
export { Collection } from './collection.ts';
export type { Kept } from './collection.ts';
export { findBreach } from './deployment.ts';
export type { Canary, Deployment, Guard, GuardedDeployment, Tally, Wanted } from './deployment.ts';
export { Deployments } from './deployments.ts';
export type { FlowRef } from './deployments.ts';
export { Directory } from './directory.ts';
export { FlowVersions } from './flow-versions.ts';
export type { NewVersion } from './flow-versions.ts';
export type { VersionInfo, VersionSource } from './version.ts';
export { HeldVersions } from './held-versions.ts';
export { computeEtag, Drafts, MAX_DRAFT_BYTES } from './drafts.ts';
export type { Draft, DraftInfo, FolderDrafts } from './drafts.ts';
export { PreconditionRefusal } from './precondition.ts';
export type { Precondition } from './precondition.ts';
export { digestHookToken, HookTokens } from './hook-tokens.ts';
export type { HookToken } from './hook-tokens.ts';
export { openManagement } from './management.ts';
export type { Management } from './management.ts';
export { REFERENCE } from './project.ts';
export type { CredentialReferences, Editing, Project, Reference } from './project.ts';
export { Projects, refuseDefault } from './projects.ts';
export type { InUse, Unreadable } from './projects.ts';
export { Quotas } from './quotas.ts';
export { Roster } from './roster.ts';
export type { Enrolled } from './roster.ts';
export { Refusal } from './refusal.ts';
export type { Route } from './route.ts';
export { findRouteWarnings, refuseStuckRoute } from './route-warnings.ts';
export { computeRouteEtag, Routes } from './routes.ts';
export type { RouteRef } from './routes.ts';
export { countFailures, renderFailures } from './test-results.ts';
export type { KeptTests, NewTests, TestResults } from './test-results.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
