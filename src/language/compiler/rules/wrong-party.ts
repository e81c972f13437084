import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { Report, Span } from '../../diagnostics/index.ts';
import { EXPRESSION_KINDS, findReferenceSpan, listReferences } from '../check/references.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { findDirection } from './call-direction.ts';
import { isPhoneName } from './call-numbers.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMapSteps } from './questions.ts';
import { phrase } from '../../speech/index.ts';

/**
 * Reports the company's own number where the customer's is meant: `call.from` on outbound calls, `call.to` on inbound
 * ones, in what is sent or kept. Reports text messages that tell callers their own number, because their recipient is
 * missing, and messages that two recipients get in each other's place. A flow counts as outbound when it has parameters,
 * says who is calling and returns nothing; as inbound when it greets its callers, asks for opening hours, or uses
 * `call.from` itself.
 */
export const wrongParty: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const sent = listReferences(draft, ...EXPRESSION_KINDS).flatMap((reference) => readSent(reference));
    if (sent.length === 0 && listMapSteps(draft, 'sms').length === 0) return;
    const side = findDirection(draft);
    const own = side === 'outbound' ? 'from' : 'to';
    const asked = new Set(
      listCollects(draft).flatMap(({ body }) => (body.type === 'phone' ? (body.save ?? []) : [])),
    );
    for (const { reference, key, name, map, isChosen } of sent) {
      if (isChosen && side !== 'inbound') continue;
      const isOwn = side === 'outbound' ? !OWN.test(key) : CUSTOMER.test(key) || asked.has(key);
      if (side === undefined || name !== own || !isOwn) continue;
      if (sent.some((one) => one.map === map && one.name !== own)) continue;
      report({
        code: 'wrong-party',
        message: `"${key}" gets the number of the company: on ${side} calls "call.${own}" is not the customer`,
        span: findReferenceSpan(draft.document, reference),
        hint: `write \${call.${own === 'to' ? 'from' : 'to'}}`,
      });
    }
    if (side !== 'outbound') checkMessages(draft, report);
    if (side === 'inbound') checkRecipients(draft, report);
  },
};

/** Keys under which the number of the company may be sent, or that of whoever places the call. */
const OWN = /^(?:from|sender|absender|caller|caller_?id|cli|line|leitung|campaign|our.*|own.*|agent.*|via)$/i;

/** Keys of the customer's number. A client or a customer may be the company whose line was dialled. */
const CUSTOMER =
  /(?:^|_)(?:tele(?:ph|f)o+n[eo]?|t[ée]l[ée]phone|phone|tel|mobile?|movil|m[óo]vil|handy|msisdn|callback|r[uü]ckruf|rappel|guest|gast|anrufer|caller|beller|appelant|patient|subscriber|member|by)(?:_?(?:number|nummer|no|nr))?$/i;

/** A number of the call that is sent or kept as it is. */
interface Sent {
  reference: Reference;
  key: string;
  name: 'from' | 'to';
  /** The map that contains it. */
  map: string;
  /** True if a choice of a menu sets it. */
  isChosen: boolean;
}

const KEEPING = new Set(['http', 'sms', 'set']);

function readSent(reference: Reference): Sent[] {
  const { path, text } = reference;
  const isChosen = path[2] === 'menu' && path.at(-2) === 'set';
  const isKept = isChosen || KEEPING.has(String(path[2]));
  if (path[0] !== 'steps' || !isKept || path.includes('save')) return [];
  const map = JSON.stringify(path.slice(0, -1));
  const [, whole] = /^\$\{\s*call\.(from|to)\s*\}$/.exec(text.trim()) ?? [];
  const named: string[][] =
    whole === undefined
      ? Array.from(text.matchAll(/[?&]([\w-]+)=\$\{\s*call\.(from|to)\s*\}/g), (found) => found.slice(1))
      : [[String(path.at(-1)), whole]];
  return named.map(([key = '', name]) => ({
    reference,
    key,
    name: name === 'from' ? 'from' : 'to',
    map,
    isChosen,
  }));
}

/** Reports messages to the number that was dialled. */
function checkRecipients(draft: FlowDraft, report: Report): void {
  for (const { body, path } of listMapSteps<SmsStep>(draft, 'sms')) {
    if (!('to' in body) || !/^\$\{\s*call\.to\s*\}$/.test(String(body.to).trim())) continue;
    report({
      code: 'wrong-party',
      message: 'the message goes to the number that was dialled, not to the caller',
      span: spanAt(draft.document, [...path, 'to']),
      hint: 'leave out "to": a message goes to the caller',
    });
  }
}

/** Reports messages to the caller that contain the caller's number, and those that two recipients get in each other's place. */
function checkMessages(draft: FlowDraft, report: Report): void {
  for (const { body, path } of listMapSteps<SmsStep>(draft, 'sms')) {
    const messages =
      'recipients' in body && Array.isArray(body.recipients)
        ? body.recipients.map((one, index) => toMessage(one, [...path, 'recipients', index], draft))
        : [toMessage(body, path, draft)];
    for (const { to, text, span } of messages) {
      if (to !== 'caller' || !/\$\{\s*call\.from\s*\}/.test(text)) continue;
      report({
        code: 'wrong-party',
        message: 'the message tells callers their own number, since it goes to the caller',
        span: span(),
        hint: 'add "to" with the number of those who have to learn of the caller',
      });
    }
    const [customer, ...others] = messages.filter(({ to }) => to !== 'other');
    const addressed = messages.find(({ to, text }) => to === 'other' && YOUR.test(text));
    if (customer === undefined || others.length > 0 || customer.text === '' || YOUR.test(customer.text))
      continue;
    if (addressed === undefined) continue;
    report({
      code: 'wrong-party',
      message: 'the message that speaks of "your" goes to somebody else, and the other one to the caller',
      span: addressed.span(),
      hint: 'exchange the data of the two recipients',
    });
  }
}

const YOUR = phrase(
  'your|votre|vos|ihre?|ihre[nmrs]|deine?|su|sus|tu|vostr[oa]|su[oa]|tu[oa]|uw|jouw|seu|din|ditt',
);

interface Message {
  to: 'caller' | 'customer' | 'other';
  text: string;
  span: () => Span;
}

function toMessage(
  { to, data }: { to?: unknown; data?: Record<string, unknown> | undefined } = {},
  path: Path,
  draft: FlowDraft,
): Message {
  const written = to === undefined ? '${call.from}' : typeof to === 'string' ? to.trim() : '';
  const name = /^\$\{\s*([\w.]+)\s*\}$/.exec(written)?.[1];
  const side =
    name === 'call.from' ? 'caller' : name !== undefined && isPhoneName(draft, name) ? 'customer' : 'other';
  const text = Object.values(data ?? {})
    .map(String)
    .join(' ');
  return {
    to: side,
    text,
    span: () => spanAt(draft.document, [...path, data === undefined ? 'to' : 'data']),
  };
}
