import { listSecretNames, scanTemplate } from '../../model/index.ts';
import { findReferenceSpan } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { findConstantTexts } from './constant-texts.ts';
import type { FlowRule } from './flow-rule.ts';
import { findNames, isSensitive, isSensitiveField, listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports requests that expose something secret: over http to a host of the public network, or in the address, which
 * servers and proxies log. What is secret shows its declaration or its name. Private hosts and addresses are not reported,
 * and neither are addresses that only the deployment knows.
 */
export const exposedRequest: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const request of listRequests(draft)) {
      const { step, path, method, expressions } = request;
      const secret = findSecret(request, draft);
      const host = secret === undefined ? undefined : findPlainHost(request, draft);
      if (secret !== undefined && host !== undefined)
        report({
          code: 'unencrypted-secret',
          message: `${secret} is sent to ${host} without encryption, so everybody on the way can read it`,
          span: spanAt(draft.document, [...path, method]),
          hint: 'write https://',
        });
      for (const written of expressions) {
        const { reference, source, start } = written;
        const field = reference.path[3] === 'query' ? String(reference.path[4]) : '';
        if (reference.path[3] !== method && field === '') continue;
        const name = [...findNames(draft, [written])].find(
          (one) => isSensitive(one, draft) || (isSensitiveField(field) && /^(?:env|vars|params)\./.test(one)),
        );
        // Uses of declared secrets are errors of their own.
        if (name === undefined || listSecretNames(draft).has(name)) continue;
        report({
          code: 'secret-in-address',
          message: `"${name}" becomes part of the address, which the servers and proxies on the way write to their logs`,
          span: findReferenceSpan(draft.document, reference, { start, end: start + source.length }),
          hint: name.startsWith('env.')
            ? 'send it in a header, and declare it with secret: true'
            : `send it in the body of a post in step "${step.name}", and declare it with secret: true`,
        });
      }
    }
  },
};

/** Returns what a request carries that is secret. */
function findSecret({ body, expressions }: WebRequest, draft: FlowDraft): string | undefined {
  const name = [...findNames(draft, expressions)].find((one) => isSensitive(one, draft));
  if (name !== undefined) return `"${name}"`;
  const header = Object.keys(body.headers ?? {}).find((one) => /^(?:authorization|x-api-key)$/i.test(one));
  return header === undefined ? undefined : `the header "${header}"`;
}

/** Hosts of the own network: no domain, private domains, private addresses. */
const PRIVATE_HOST =
  /^(?:[^.[]+|.*\.(?:local|localhost|internal|intern|lan|home|corp|svc|arpa)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|169\.254\..*|\[(?:::1\]|f[cd]|fe80:).*)$/i;

/** Returns the public host to which a request goes over http; undefined when there is none, as far as known. */
function findPlainHost({ address, step }: WebRequest, draft: FlowDraft): string | undefined {
  const [first] = scanTemplate(address).parts;
  if (first === undefined) return undefined;
  const beginnings =
    typeof first === 'string'
      ? [first]
      : findConstantTexts(`\${${first.expr}}`, { step: step.name, draft }).map(({ text }) => text);
  const hosts = beginnings.flatMap((text) => /^http:\/\/(\[[^\]]*\]|[^/?#:]+)/i.exec(text)?.[1] ?? []);
  return hosts.find((host) => !PRIVATE_HOST.test(host));
}
