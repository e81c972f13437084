/** Refusals of an operation: the request is valid but cannot be carried out in the current state. */
import { addStatus } from './facts.ts';

export const refusals = {
  ...addStatus(404, {
    unknown_call: {
      title: 'Unknown call',
      cause: 'The project has no call with this id.',
      cure: 'Check the id; it begins with the id of the project.',
    },
    unknown_campaign: {
      title: 'Unknown campaign',
      cause: 'The project has no such campaign.',
      cure: 'Check the id of the campaign.',
    },
    unknown_carrier: {
      title: 'Unknown carrier',
      cause: 'The project has no carrier with this name.',
      cure: 'Check the name, or omit it: the call is then placed by the default carrier.',
    },
    unknown_deployment: {
      title: 'Unknown deployment',
      cause: 'No version of the flow takes calls.',
      cure: 'Deploy a version.',
    },
    unknown_draft: {
      title: 'Unknown draft',
      cause: 'The project has no draft of this flow.',
      cure: 'Check the name, or save a draft with `If-None-Match: *`.',
    },
    unknown_flow: {
      title: 'Unknown flow',
      cause: 'No version of the flow is in service.',
      cure: 'Check the name, or deploy a version.',
    },
    unknown_key: {
      title: 'Unknown key',
      cause: 'No key with this id can be revoked.',
      cure: 'Check the id; the key may be revoked already.',
    },
    unknown_recording: {
      title: 'Unknown recording',
      cause: 'The carrier of the call keeps no such recording.',
      cure: 'List the recordings of the call. One that is still being made has no file yet.',
    },
    unknown_number: {
      title: 'Unknown number',
      cause: 'The number is not on the do-not-call list.',
      cure: 'No action is needed.',
    },
    unknown_planned_call: {
      title: 'Unknown planned call',
      cause: 'The project has no planned call with this id.',
      cure: 'Check the id.',
    },
    unknown_project: {
      title: 'Unknown project',
      cause: 'No project with this id exists.',
      cure: 'Check the id, or create the project.',
    },
    unknown_route: {
      title: 'Unknown route',
      cause: 'The project has no route with this id.',
      cure: 'Check the id.',
    },
    unknown_token: {
      title: 'Unknown hook token',
      cause: 'No hook token with this id can be revoked.',
      cure: 'Check the id; the token may be revoked already.',
    },
    unknown_version: {
      title: 'Unknown version',
      cause: 'The flow has no such version.',
      cure: 'Check the version, or upload it.',
    },
  }),
  ...addStatus(409, {
    call_live: {
      title: 'Call has not ended',
      cause: 'Only a call that has ended can be turned into a scenario.',
      cure: 'Wait for the end of the call, or hang up.',
    },
    call_over: {
      title: 'Call has ended',
      cause: 'The call or planned call has already ended.',
      cure: 'No action is needed.',
    },
    editing_off: {
      title: 'Editing is off',
      cause: 'Drafts of the project cannot be saved, because another system deploys its flows.',
      cure: 'Change the flow there, or set `editing` of the project (`--editing` for the default project) to `on`.',
    },
    flow_from_files: {
      title: 'Flow runs from files',
      cause: 'The node runs the flow from a folder, and no deployment of it is stored.',
      cure: 'Change the files of the flow, or deploy a version first: from then on it can be rolled back and withdrawn.',
    },
    folder_not_writable: {
      title: 'Folder not writable',
      cause: 'The service cannot write the files of a draft to its folder of flows.',
      cure: 'Check the permissions and the disk; `detail` has the error of the system.',
    },
    key_reused: {
      title: 'Idempotency key reused',
      cause: 'The idempotency key was used before for a different request.',
      cure: 'Use a new key for a new request.',
    },
    load_in_progress: {
      title: 'Recipients are being loaded',
      cause: 'Another request is loading recipients into the campaign.',
      cure: 'Wait until it is done.',
    },
    not_awaited: {
      title: 'Event not awaited',
      cause: 'The call is not waiting for such an event.',
      cure: 'Send the event when the call waits for it.',
    },
    project_in_use: {
      title: 'Project in use',
      cause: 'The project has routes, live calls, planned calls or a running campaign.',
      cure: 'End or remove what `detail` names, then retry.',
    },
    version_gone: {
      title: 'Version of the call is gone',
      cause: 'The service no longer stores the version on which the call started.',
      cure: 'Choose a newer call.',
    },
  }),
  ...addStatus(412, {
    precondition_failed: {
      title: 'Precondition failed',
      cause:
        'The draft or route is not in the state that `If-Match` or `If-None-Match` names; `etag` is the current one.',
      cure: 'Read it again and repeat the change on it.',
    },
  }),
  ...addStatus(422, {
    bad_cursor: {
      title: 'Invalid cursor',
      cause: '`after` is not the `next` of an earlier page of the same list.',
      cure: 'Start again without `after`.',
    },
    bad_params: {
      title: 'Invalid flow parameters',
      cause: 'The parameters do not match those that the flow declares.',
      cure: 'Send the declared parameters with values of their types.',
    },
    draft_too_large: {
      title: 'Draft too large',
      cause: 'The files of the draft exceed 1 MiB or 200 files.',
      cure: 'Move large tables out of the flow, or upload it with `ringflow deploy`.',
    },
    flow_not_in_service: {
      title: 'Flow not in service',
      cause: 'No version of the flow takes calls.',
      cure: 'Deploy a version of the flow.',
    },
    invalid_allow: {
      title: 'Invalid address ranges',
      cause: '`hooks.allow` of a project contains something other than addresses and CIDR ranges.',
      cure: 'Correct the ranges.',
    },
    invalid_bundle: {
      title: 'Bundle too large',
      cause: 'The compiled flows, the scenarios or their results exceed a limit.',
      cure: 'Upload fewer flows or scenarios at a time.',
    },
    invalid_campaign: {
      title: 'Invalid campaign',
      cause:
        'The settings of the campaign or its recipients do not fit the flow or exceed a limit; `detail` lists each problem.',
      cure: 'Correct the settings or the recipients.',
    },
    carrier_lacks: {
      title: 'Carrier cannot run the flow',
      cause: 'A route leads calls to the flow from carriers that cannot do what a step needs.',
      cure: 'Change the step or the route, or send `force` with a reason.',
    },
    invalid_canary: {
      title: 'No live version',
      cause: 'A canary needs a live version that takes the remaining calls.',
      cure: 'Deploy a version for all calls first.',
    },
    invalid_expiry: {
      title: 'Invalid expiry',
      cause: 'The expiry of the key is in the past.',
      cure: 'Use a time in the future.',
    },
    invalid_number: {
      title: 'Invalid number',
      cause: 'The number is not in E.164 form; routes also accept a prefix followed by a star.',
      cure: 'Write the number as +4930555000.',
    },
    invalid_path: {
      title: 'Invalid path',
      cause:
        'A path of a draft is not a relative path to a .yaml, .csv or .json file, or names a file of something else.',
      cure: 'Correct the path that `detail` names.',
    },
    invalid_period: {
      title: 'Invalid period',
      cause: 'The period ends before it begins, or contains too many buckets.',
      cure: 'Correct or shorten the period, or use hours.',
    },
    invalid_reference: {
      title: 'Unreadable secret',
      cause: 'A secret that the project refers to cannot be read on this node.',
      cure: 'Set the environment variable or file on every node.',
    },
    invalid_schedule: {
      title: 'Invalid schedule',
      cause:
        'A scheduled deployment must take all calls, needs a live version until then, and its time must be in the future.',
      cure: 'Omit `percent`, deploy a version first, or choose a later time.',
    },
    invalid_state: {
      title: 'Invalid campaign state',
      cause: 'The campaign is in a state that does not permit this step.',
      cure: 'Start, pause, stop or reload the campaign as `detail` says.',
    },
    invalid_time: {
      title: 'Invalid time',
      cause: 'The time of a planned call is in the past or more than a year ahead.',
      cure: 'Use a time within the next year.',
    },
    invalid_url: {
      title: 'Invalid platform URL',
      cause: 'The URL of the platform is not a plain http(s) URL.',
      cure: 'Use http(s)://HOST without user, query or fragment.',
    },
    invalid_version: {
      title: 'Version no longer compiles',
      cause: 'The stored version has errors under the current rules.',
      cure: 'Upload a corrected version.',
    },
    invalid_window: {
      title: 'Invalid time window',
      cause: 'The route would end before it begins.',
      cure: 'Correct `from` and `until`.',
    },
    missing_settings: {
      title: 'Missing settings',
      cause: 'The flow declares settings under `env` that the service does not have.',
      cure: 'Start the service with these settings.',
    },
    no_previous_version: {
      title: 'No previous version',
      cause: 'No version of the flow took calls before the current one.',
      cure: 'Deploy another version instead.',
    },
    read_only_project: {
      title: 'Default project is read-only',
      cause: 'The default project is set by the settings of the service and cannot be changed here.',
      cure: 'Change the settings of the service.',
    },
    replay_too_large: {
      title: 'Replay too large',
      cause: 'The replay of recorded calls takes too much time or memory.',
      cure: 'Replay fewer calls at a time; a single call that is too large cannot be replayed.',
    },
    tests_failed: {
      title: 'Scenarios fail',
      cause: 'Scenarios of the bundle or version fail; `tests` holds their results.',
      cure: 'Fix the flows or scenarios, or send `force` with a reason.',
    },
    too_many_drafts: {
      title: 'Too many drafts',
      cause: 'The project has the maximum number of drafts.',
      cure: 'Delete drafts that are no longer needed.',
    },
    too_many_routes: {
      title: 'Too many routes',
      cause: 'The project has the maximum number of routes.',
      cure: 'Delete routes, or use number prefixes.',
    },
    too_many_tokens: {
      title: 'Too many hook tokens',
      cause: 'The project has the maximum number of hook tokens.',
      cure: 'Revoke unused tokens.',
    },
  }),
  ...addStatus(429, {
    build_queue_full: {
      title: 'Build queue full',
      cause: 'Too many bundles or recorded calls are waiting to be compiled, tested, drawn or replayed.',
      cure: 'Retry after `Retry-After`.',
    },
    service_stopping: {
      title: 'Service stopping',
      cause: 'The node stops before the campaign is removed completely.',
      cure: 'No action is needed: the removal continues on another node or after the restart.',
    },
    too_many_calls: {
      title: 'Too many concurrent calls',
      cause: 'The project has reached its limit of `concurrentCalls`.',
      cure: 'Wait until calls have ended, or raise the limit.',
    },
    too_many_planned_calls: {
      title: 'Too many planned calls',
      cause: 'The project has the maximum number of planned calls.',
      cure: 'Retry after some have finished, or cancel some.',
    },
  }),
};
