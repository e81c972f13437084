/**
 * The codes of refusals, which are stable, for programs. `unknown`: there is no such thing; `taken`: there is one already;
 * `unfit`: it does not fit what there is; `busy`: it can be done a little later.
 */
export const refusalCodes = [
  'busy_planned_calls',
  'busy_stopping',
  'busy_workshop',
  'taken_loading',
  'taken_project',
  'unfit_allow',
  'unfit_bundle',
  'unfit_campaign',
  'unfit_canary',
  'unfit_default',
  'unfit_expiry',
  'unfit_flow',
  'unfit_number',
  'unfit_period',
  'unfit_reference',
  'unfit_rollback',
  'unfit_routes',
  'unfit_schedule',
  'unfit_settings',
  'unfit_state',
  'unfit_tests',
  'unfit_time',
  'unfit_tokens',
  'unfit_url',
  'unfit_version',
  'unfit_window',
  'unknown_campaign',
  'unknown_deployment',
  'unknown_number',
  'unknown_planned_call',
  'unknown_project',
  'unknown_route',
  'unknown_token',
  'unknown_version',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Why something cannot be done that somebody may do. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
