import type { HttpStep } from '../../../../schemas/types/flow.ts';
import type { Finding } from '../../diagnostics/index.ts';
import { scanTemplate, type Term } from '../../model/index.ts';
import { keySpanAt, spanAt, type Path } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports headers that no service understands: a user and password that are not encoded, a scheme written twice, glued to
 * its value or without one, a media type that is none. Keys whose form only the service knows are not judged.
 */
export const unusableHeader: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { path, name, text, body } of listHeaders(draft)) {
      const found = judgeHeader({ name, text: flatten(text, draft), body });
      if (found === undefined) continue;
      const span = found.isName === true ? keySpanAt(draft.document, path) : spanAt(draft.document, path);
      report({ code: 'unusable-header', message: found.message, hint: found.hint, span });
    }
  },
};

interface Header {
  name: string;
  /** The text; with `flatten`, each value that is not known is HOLE. */
  text: string;
  body: Readable<Partial<HttpStep>>;
}

/** Lists the headers of all requests; those of `defaults` are part of each. */
function listHeaders(draft: FlowDraft): (Header & { path: Path })[] {
  return listMapSteps<HttpStep>(draft, 'http').flatMap(({ body, path }) =>
    Object.entries(body.headers ?? {}).map(([name, text]) => ({
      name,
      text: String(text),
      body,
      path: [...path, 'headers', name],
    })),
  );
}

/** Stands for a value that only the call knows. */
const HOLE = '\u0001';

/** Returns a text with its constants filled in; concatenations in expressions are part of it. */
function flatten(text: string, draft: FlowDraft): string {
  const { ok, parts } = scanTemplate(text);
  if (!ok) return text;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const term = draft.expressions().parse(part.expr);
      return term === undefined ? HOLE : flattenTerm(term);
    })
    .join('');
}

function flattenTerm(term: Term): string {
  if (term.kind === 'value' && typeof term.value === 'string') return term.value;
  if (term.kind === 'operation' && term.operator === '+') return term.args.map(flattenTerm).join('');
  return HOLE;
}

type Problem = Pick<Finding, 'message' | 'hint'> & { hint: string; isName?: boolean };

function judgeHeader({ name, text, body }: Header): Problem | undefined {
  const key = name.toLowerCase();
  const value = text.trim();
  if (MISNAMED.test(name) && SCHEME.test(value))
    return {
      message: `the service looks for its key in the header "Authorization", not in "${name}", and refuses the request`,
      hint: `write Authorization: '${SCHEME.exec(value)?.[1] ?? 'Bearer'} …'`,
      isName: true,
    };
  if (key === 'authorization' || key === 'proxy-authorization') return judgeAuthorization(value);
  if (key === 'content-type' || key === 'accept') return judgeMediaType({ name, text: value, body });
  return undefined;
}

const SCHEME = /^(Basic|Bearer|Digest|Token)\b/i;
const MISNAMED =
  /^(?:authori[sz]ation\W+|authorisation|autori[sz]ation|authori[sz]aton|authentication|authorize|bearer|auth)$/i;

/** Placeholders that are meant to be replaced before the flow runs. */
const PLACEHOLDER =
  /^(?:<.*>|\{.*\}|\[.*\]|["'].*["']|\$\w+|(?:your|my|the|some)[-_ ]?\w*|x{3,}|\.{3}|…|todo|changeme|(?:api[-_]?)?(?:key|token|secret))$/i;

function judgeAuthorization(value: string): Problem | undefined {
  const refused = ', so the service refuses every request';
  const [, scheme = '', rest = ''] = /^(Basic|Bearer|Digest|Token)(.*)$/is.exec(value) ?? [];
  if (/^(?:proxy-)?authorization\s*[:=]/i.test(value))
    return {
      message: `the value repeats the name of the header${refused}`,
      hint: 'write only what comes after the colon',
    };
  if (scheme === '') return undefined;
  if (/^[:=]/.test(rest))
    return {
      message: `"${scheme}" is followed by "${rest.slice(0, 1)}"${refused}`,
      hint: `write ${scheme} and a space`,
    };
  if (rest.startsWith(HOLE))
    return { message: `there is no space behind "${scheme}"${refused}`, hint: `write '${scheme} \${…}'` };
  if (rest !== '' && !/^\s/.test(rest)) return undefined;
  const credentials = rest.trim();
  if (credentials === '')
    return { message: `nothing follows "${scheme}"${refused}`, hint: `write '${scheme} \${env.…}'` };
  if (/^(?:Basic|Bearer|Digest|Token)[\s:]/i.test(credentials))
    return { message: `the value begins with two schemes${refused}`, hint: `write "${scheme}" once` };
  if (PLACEHOLDER.test(credentials))
    return {
      message: `"${credentials.replaceAll(HOLE, '…')}" is a placeholder${refused}`,
      hint: `declare a setting with secret: true, and write '${scheme} \${env.…}'`,
    };
  return scheme.toLowerCase() === 'basic' && isInClear(credentials)
    ? {
        message: `"Basic" needs user and password in Base64, and has them in clear${refused}`,
        hint: `write '\${"Basic " + bytes("user:" + env.KEY).base64()}'`,
      }
    : undefined;
}

/** True for a user and a password with a colon, and for a text that is no Base64 of these. */
function isInClear(credentials: string): boolean {
  if (/[:\s]/.test(credentials)) return true;
  if (credentials.includes(HOLE)) return false;
  if (!/^[A-Za-z0-9+/]+=*$/.test(credentials) || credentials.length % 4 === 1) return true;
  return !atob(credentials).includes(':');
}

function judgeMediaType({ name, text, body }: Header): Problem | undefined {
  if (text.includes(HOLE) || text === '') return undefined;
  if (!text.includes('/'))
    return {
      message: `"${text}" is no media type, so the service may refuse the request`,
      hint: `write ${name}: application/json`,
    };
  if (name.toLowerCase() !== 'content-type') return undefined;
  const sent = body.json !== undefined ? 'json' : body.form !== undefined ? 'form' : undefined;
  if (sent === undefined || text.toLowerCase().includes(sent)) return undefined;
  return {
    message: `the body is sent as ${sent === 'json' ? 'JSON' : 'a form'} and called "${text}", so the service cannot read it`,
    hint: 'remove the header: the step writes the right one itself',
  };
}
