import flow from '../../../../schemas/flow.schema.json' with { type: 'json' };
import fragment from '../../../../schemas/fragment.schema.json' with { type: 'json' };
import collect from '../../../../schemas/verbs/collect.schema.json' with { type: 'json' };
import connect from '../../../../schemas/verbs/connect.schema.json' with { type: 'json' };
import hangup from '../../../../schemas/verbs/hangup.schema.json' with { type: 'json' };
import hold from '../../../../schemas/verbs/hold.schema.json' with { type: 'json' };
import resume from '../../../../schemas/verbs/resume.schema.json' with { type: 'json' };
import voicemail from '../../../../schemas/verbs/voicemail.schema.json' with { type: 'json' };
import wait from '../../../../schemas/verbs/wait.schema.json' with { type: 'json' };
import run from '../../../../schemas/verbs/run.schema.json' with { type: 'json' };
import gotoVerb from '../../../../schemas/verbs/goto.schema.json' with { type: 'json' };
import returnVerb from '../../../../schemas/verbs/return.schema.json' with { type: 'json' };
import http from '../../../../schemas/verbs/http.schema.json' with { type: 'json' };
import lookup from '../../../../schemas/verbs/lookup.schema.json' with { type: 'json' };
import hours from '../../../../schemas/verbs/hours.schema.json' with { type: 'json' };
import record from '../../../../schemas/verbs/record.schema.json' with { type: 'json' };
import stream from '../../../../schemas/verbs/stream.schema.json' with { type: 'json' };
import sms from '../../../../schemas/verbs/sms.schema.json' with { type: 'json' };
import room from '../../../../schemas/verbs/room.schema.json' with { type: 'json' };
import outcome from '../../../../schemas/verbs/outcome.schema.json' with { type: 'json' };
import accept from '../../../../schemas/verbs/accept.schema.json' with { type: 'json' };
import reject from '../../../../schemas/verbs/reject.schema.json' with { type: 'json' };
import language from '../../../../schemas/verbs/language.schema.json' with { type: 'json' };
import menu from '../../../../schemas/verbs/menu.schema.json' with { type: 'json' };
import say from '../../../../schemas/verbs/say.schema.json' with { type: 'json' };
import set from '../../../../schemas/verbs/set.schema.json' with { type: 'json' };
import switchVerb from '../../../../schemas/verbs/switch.schema.json' with { type: 'json' };
import { compileSchemas } from './schema.ts';

export const flowSchemas = [
  flow,
  fragment,
  collect,
  connect,
  hangup,
  reject,
  accept,
  outcome,
  room,
  sms,
  stream,
  record,
  hours,
  lookup,
  http,
  returnVerb,
  gotoVerb,
  run,
  voicemail,
  wait,
  resume,
  hold,
  language,
  menu,
  say,
  set,
  switchVerb,
];

/** Schema of a flow file. */
export const flowRule = compileSchemas(flowSchemas)('flow.schema.json');

/** Schema of an imported file. */
export const fragmentRule = compileSchemas(flowSchemas)('fragment.schema.json');

/** Schema of a file's `defaults`. */
export const defaultsRule = compileSchemas(flowSchemas)('flow.schema.json#/definitions/defaults');

/** Schema of one table. */
export const tableRule = compileSchemas(flowSchemas)('flow.schema.json#/definitions/table');
