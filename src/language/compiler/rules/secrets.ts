import type { LookupStep, SmsStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import { listSecretNames } from '../../model/index.ts';
import type { Reference, FlowDraft, Readable } from '../types.ts';
import {
  listExpressionsIn,
  listExpressions,
  listReferences,
  findReferenceSpan,
  type WrittenExpression,
} from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

function isSecretSink({ kind, path }: Reference, { vars }: FlowDraft): boolean {
  // The cases of a switch are conditions.
  if (path.slice(2).join('.') === 'switch.value') return true;
  return (kind === 'value' || kind === 'answer') && vars[String(path.at(-1))]?.secret === true;
}

/** Returns the expressions of texts that may leave the call: prompts, numbers and the values of plain variables. */
function findExposedExpressions(draft: FlowDraft): WrittenExpression[] {
  const texts = listReferences(draft, 'template', 'prompt', 'value', 'argument', 'expression', 'answer');
  return listExpressionsIn(texts.filter((reference) => !isSecretSink(reference, draft)));
}

/**
 * Reports uses of secret values outside of conditions, secret variables and the places made for them (`sink`):
 * headers and bodies of web requests, keys of lookups. A value in a prompt, an address, a message, a number or a
 * plain variable could reach a log (I7). In a message only the token of a room may be sent, and to the caller a variable
 * that is declared for it (`send_by`).
 */
export const secrets: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const expressions = draft.expressions();
    const reportExposed = (
      { reference, source, start }: WrittenExpression,
      message: string,
      hint?: string,
    ) => {
      const span = findReferenceSpan(draft.document, reference, { start, end: start + source.length });
      report({ code: 'secret-exposed', message, span, ...(hint !== undefined && { hint }) });
    };
    const names = [...listSecretNames(draft)];
    for (const written of findExposedExpressions(draft)) {
      const name = names.find(
        (secret) =>
          expressions.findReads(written.source).has(secret) &&
          !(secret === ROOM_TOKEN && isMessageData(written)) &&
          !(isSendable(secret, draft) && isSentToCaller(written, draft)),
      );
      if (name === undefined) continue;
      const isMisdirected = isSendable(name, draft) && isMessageData(written);
      reportExposed(
        written,
        isMisdirected
          ? `"${name}" is secret and may be sent only to the remote party of the call: leave out "to" and "recipients"`
          : `"${name}" is secret: ${ALLOWED}, but not used here`,
        name.startsWith('vars.') && !isSendable(name.slice('vars.'.length), draft) && isMessageData(written)
          ? `to send it to the caller, declare ${name.slice('vars.'.length)}: { type: string, secret: true, send_by: sms }`
          : undefined,
      );
    }
    for (const written of findSavedKeys(draft)) {
      const name = names.find((secret) => expressions.findReads(written.source).has(secret));
      if (name !== undefined)
        reportExposed(written, `"${name}" is secret, and "save" stores it in a plain variable`);
    }
    checkSendable(draft, report);
    const keeper = findSecretMessage(draft);
    if (keeper === undefined) return;
    for (const written of listExpressions(draft))
      if (expressions.findReads(written.source).has('message.text'))
        reportExposed(
          written,
          `"message.text" is secret because "${keeper}" stores it; read "vars.${keeper}" instead`,
        );
  },
};

/** Reports variables that may be sent but are not secret. */
function checkSendable(draft: FlowDraft, report: Report): void {
  for (const name of Object.keys(draft.vars))
    if (isSendable(name, draft) && draft.vars[name]?.secret !== true)
      report({
        code: 'missing-key',
        message: `"send_by" says how a secret value may be sent, but "${name}" is not secret: the key "secret: true" is missing`,
        span: spanAt(draft.document, ['vars', name]),
      });
}

const ALLOWED =
  'it may be compared in conditions, kept in secret variables and sent in headers and bodies of web requests';

const ROOM_TOKEN = 'room.token';

/** Returns the key expressions of lookups that save the key to a plain variable. */
function findSavedKeys(draft: FlowDraft): WrittenExpression[] {
  const isSavedPlain = ({ path }: Reference): boolean => {
    const { table, save = {} } = findLookup(draft, path);
    const key = draft.tables.get(table ?? '')?.table?.key;
    const variables = Object.keys(save).filter((variable) => String(save[variable]) === key);
    return variables.some((variable) => draft.vars[variable]?.secret !== true);
  };
  return listExpressionsIn(listReferences(draft, 'sink').filter(isSavedPlain));
}

/** Returns the readable part of the lookup whose key has this path. */
function findLookup({ steps }: FlowDraft, path: Reference['path']): Readable<Partial<LookupStep>> {
  const step = path.slice(2).join('.') === 'lookup.key' ? path[1] : undefined;
  return steps.find(({ name }) => name === step)?.content?.body ?? {};
}

/** True for the data of a text message. */
function isMessageData({ reference: { path } }: WrittenExpression): boolean {
  return path.at(-2) === 'data' && path.includes('sms');
}

/** True for a variable that may be sent by text message. */
function isSendable(name: string, { source }: FlowDraft): boolean {
  const declared = source.vars?.[name.replace(/^vars\./, '')];
  return typeof declared === 'object' && declared.send_by === 'sms';
}

/** True for the data of a text message that goes to the remote party of the call. */
function isSentToCaller(written: WrittenExpression, { steps }: FlowDraft): boolean {
  const step = steps.find(({ name }) => name === written.reference.path[1]);
  const { to, recipients } = (step?.content?.body ?? {}) as Readable<Partial<SmsStep>>;
  return isMessageData(written) && to === undefined && recipients === undefined;
}

/** Returns the secret variable in which a step keeps a message; `message.text` holds the same text for an unknown time. */
function findSecretMessage(draft: FlowDraft): string | undefined {
  const kept = listReferences(draft, 'variable').filter(
    ({ path }) => path.slice(2).join('.') === 'wait.save',
  );
  return kept.find(({ text }) => Object.hasOwn(draft.vars, text) && draft.vars[text]?.secret === true)?.text;
}
