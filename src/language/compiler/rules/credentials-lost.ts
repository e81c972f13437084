import { keySpanAt, nodeAt, spanAt, type Path } from '../read/document.ts';
import { listSecretNames, memoize, scanTemplate } from '../../model/index.ts';
import { quote } from '../../text/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { isSensitive, isSensitiveField, listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports requests that go without the key which the other requests to the same service carry: the headers of the step
 * replace those of `defaults`, or the header is forgotten. Requests that fetch a key, or that need none by their path,
 * are left alone.
 */
export const credentialsLost: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const requests = listRequests(draft).map((request) => readCredentials(request, draft));
    const byHost = Map.groupBy(requests, ({ host }) => host);
    for (const [host, all] of byHost) {
      if (host === '') continue;
      for (const one of all) {
        if (one.key !== undefined || one.isOpen) continue;
        const { step, path, method } = one.request;
        const keyed = all.filter(({ key }) => key !== undefined);
        const others = keyed.flatMap(({ key }) => key ?? []);
        if (one.replaced !== undefined) {
          report({
            code: 'credentials-lost',
            message: `the headers of step "${step.name}" replace the default ones, so the request goes without ${quote(one.replaced)} and is refused`,
            span: keySpanAt(draft.document, [...path, 'headers']),
            hint: `repeat ${quote(one.replaced)} here`,
          });
          continue;
        }
        const [first] = others;
        if (first === undefined || others.length === 1 || new Set(others).size > 1) continue;
        if (all.length - keyed.length > 1) continue;
        report({
          code: 'credentials-lost',
          message: `step "${step.name}" sends no ${quote(first)}, which the other requests to the same service carry, so it is refused`,
          span: spanAt(draft.document, [...path, method]),
          hint: `add the header ${quote(first)}, or write it once under defaults: { http: { headers: … } }`,
        });
      }
    }
  },
};

interface Keyed {
  request: WebRequest;
  /** The beginning of the address: scheme and host, or the setting that holds them. */
  host: string;
  /** The header that carries the key. */
  key?: string;
  /** The header of the defaults that the headers of the step replace. */
  replaced?: string;
  /** True when the service asks for no key here, or gets it otherwise. */
  isOpen: boolean;
}

/** Paths that need no key, or give one. */
const OPEN =
  /(?:^|[/._-])(?:health|healthz|status|ping|public|open|token|tokens|oauth2?|login|signin|auth|session|sessions)(?:$|[/?._-])/i;

function readCredentials(request: WebRequest, draft: FlowDraft): Keyed {
  const { body, address, expressions } = request;
  const headers = body.headers;
  const defaults = findDefaultKey(draft);
  // Without headers of its own, a step has the default ones.
  const key = Object.entries(headers ?? {}).find(([name, text]) => isKey(name, String(text), draft))?.[0];
  const isCarried = expressions.some(
    ({ reference: { path }, source }) =>
      (path[3] === 'query' && isSensitiveField(String(path[4]))) ||
      (path[3] !== 'headers' &&
        [...draft.expressions().findReads(source)].some(
          (name) => isSensitive(name, draft) && name.startsWith('env.'),
        )),
  );
  const host = readHost(address);
  return {
    request,
    host,
    ...(key !== undefined && { key: key.toLowerCase() }),
    ...(key === undefined && defaults !== undefined && { replaced: defaults }),
    isOpen: isCarried || OPEN.test(address.slice(host.length)),
  };
}

function readHost(address: string): string {
  const [first] = scanTemplate(address).parts;
  if (first === undefined) return '';
  if (typeof first === 'object') return address.slice(0, address.indexOf('}') + 1);
  return /^https?:\/\/[^/?#$]+/i.exec(first)?.[0] ?? '';
}

/** Headers that carry a key by their name, or whose value is a secret setting. */
const KEY_HEADER = /^(?:(?:proxy-)?authorization|x-(?:.*-)?(?:key|token|secret|auth)|api-?key|.*-api-key)$/i;

function isKey(name: string, text: string, draft: FlowDraft): boolean {
  if (name.toLowerCase() === 'idempotency-key') return false;
  const secrets = listSecretNames(draft);
  const reads = scanTemplate(text).parts.flatMap((part) =>
    typeof part === 'object' ? [...draft.expressions().findReads(part.expr)] : [],
  );
  return KEY_HEADER.test(name) || reads.some((one) => secrets.has(one));
}

const findDefaultKey = memoize((draft: FlowDraft): string | undefined => {
  const path: Path = ['defaults', 'http', 'headers'];
  const headers = nodeAt(draft.document.root, path);
  if (headers?.kind !== 'map') return undefined;
  return [...headers.entries].find(
    ([name, { value }]) => value.kind === 'string' && isKey(name, String(value.value), draft),
  )?.[0];
});
