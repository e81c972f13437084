import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { isSensitiveField, listRequests, type WebRequest } from './web-requests.ts';

/** Reports keys and passwords that are written into the flow: in headers and addresses of requests, and as defaults. */
export const secretInFlow: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const written = [...listRequests(draft).flatMap(listInRequest), ...listDefaults(draft)];
    for (const {
      what,
      path,
      hint = 'declare a setting with secret: true under env, and write ${env.NAME}',
    } of written)
      report({
        code: 'secret-in-flow',
        message: `${what} carries a key that is written into the flow: everybody who may read the flow can use it`,
        span: spanAt(draft.document, path),
        hint,
      });
  },
};

interface WrittenSecret {
  what: string;
  path: Path;
  hint?: string;
}

const SECRET_HEADER =
  /^(?:authorization|(?:x-)?(?:api|auth|access)[-_]?(?:key|token)|x-[a-z-]*(?:key|token|secret))$/i;
/** A key or a password after its scheme: letters and digits, and no words. */
const WRITTEN_SECRET = /^(?:[a-z]+ +)?(?=[^ ]*\d)(?=[^ ]*[a-z])[^ ${}]{10,}$/i;
/** A user with a password before the host. */
const USER = /^https?:\/\/[^/@:${}]+:[^/@${}]+@/i;

function listInRequest({ step, path, method, address, body }: WebRequest): WrittenSecret[] {
  const headers = Object.entries(body.headers ?? {}).filter(
    ([name, value]) => SECRET_HEADER.test(name) && WRITTEN_SECRET.test(String(value)),
  );
  const [, query = ''] = address.split('?');
  const isInAddress = query.split('&').some((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return isSensitiveField(name) && WRITTEN_SECRET.test(value);
  });
  return [
    ...headers.map(([name]) => ({ what: `the header "${name}"`, path: [...path, 'headers', name] })),
    ...(isInAddress || USER.test(address)
      ? [{ what: `the address of step "${step.name}"`, path: [...path, method] }]
      : []),
  ];
}

/** Lists the defaults of secret settings: a missing setting would not be noticed either. */
function listDefaults({ env }: FlowDraft): WrittenSecret[] {
  return Object.entries(env).flatMap(([name, { secret, default: value }]) =>
    secret && WRITTEN_SECRET.test(value ?? '')
      ? [
          {
            what: `the default of the setting "${name}"`,
            path: ['env', name, 'default'],
            hint: 'leave the default out, so that the service does not start without the setting',
          },
        ]
      : [],
  );
}
