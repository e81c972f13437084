/** All verbs of the language by their keys. A new verb needs a file here, its schema, and one line below. */
import type { AnyVerb } from '../types.ts';
import { collect } from './collect.ts';
import { connect } from './connect.ts';
import { hangup } from './hangup.ts';
import { hold, resume } from './hold.ts';
import { wait } from './wait.ts';
import { gotoVerb } from './goto.ts';
import { run } from './run.ts';
import { returnVerb } from './return.ts';
import { http } from './http.ts';
import { lookup } from './lookup.ts';
import { hours } from './hours.ts';
import { record } from './record.ts';
import { voicemail } from './voicemail.ts';
import { stream } from './stream.ts';
import { sms } from './sms.ts';
import { room } from './room.ts';
import { outcome } from './outcome.ts';
import { accept } from './accept.ts';
import { reject } from './reject.ts';
import { language } from './language.ts';
import { menu } from './menu.ts';
import { say } from './say.ts';
import { set } from './set.ts';
import { switchVerb } from './switch.ts';

const table = [
  say,
  menu,
  collect,
  switchVerb,
  set,
  language,
  connect,
  hold,
  resume,
  wait,
  run,
  gotoVerb,
  returnVerb,
  http,
  lookup,
  hours,
  record,
  voicemail,
  stream,
  sms,
  room,
  outcome,
  accept,
  reject,
  hangup,
] as const satisfies AnyVerb[];

export const verbs: ReadonlyMap<string, AnyVerb> = new Map(table.map((verb) => [verb.name, verb as AnyVerb]));
