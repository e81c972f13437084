import type { CallId, CallRecord } from '../../call/index.ts';
import type { Log } from '../ports/index.ts';

/** Adds the project, flow and step of the call to log lines. Fields of the line itself take precedence. */
export function createCallLog(log: Log, known: (call: CallId) => CallRecord | undefined): Log {
  const addPlace = (fields: object): object => {
    if (!('call' in fields)) return fields;
    const call = fields.call as CallId;
    return { ...describePlace(call, known(call)), ...fields };
  };
  return {
    debug: (fields, message) => {
      // There are two of them for every notification.
      if (log.isLevelEnabled?.('debug') !== false) log.debug(addPlace(fields), message);
    },
    info: (fields, message) => {
      log.info(addPlace(fields), message);
    },
    warn: (fields, message) => {
      log.warn(addPlace(fields), message);
    },
    error: (fields, message) => {
      log.error(addPlace(fields), message);
    },
  };
}

/** Returns the fields of a call; where its record is not at hand, the id tells the project. */
function describePlace(call: CallId, record: CallRecord | undefined): object {
  if (record === undefined) return { project: call.slice(0, Math.max(0, call.indexOf('.'))) };
  const { project, flow, context } = record;
  return { project, flow: flow.name, version: flow.version, step: context.step };
}
