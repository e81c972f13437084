import { scanTemplate } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { readAuthorsNote } from './described-values.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findStep } from './unasked-ways.ts';
import { listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports requests that do the opposite of what their step is called after: step "cancel" posts to `/confirm`, step
 * "book" sends a `delete`, or step "refuse" the answer `accepted`. The step below counts as the name too ("cancelled").
 * Only words that stand against each other are judged, in the names that people give, in the fixed parts of addresses and
 * in fixed values. A variable is judged by its description: step "never" notes `later`, and nobody notes `never`, which is
 * described as a value. A body may say the opposite of its address: `put …/lock` with `locked: false` unlocks.
 */
export const requestContradictsStep: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkNotedNames(draft, report);
    checkRepeatedGets(draft, report);
    for (const { name, content, nameRange } of draft.steps) {
      if (content?.verb.name !== 'outcome' || typeof content.body !== 'string') continue;
      const found = findOpposite(splitWords(name), splitWords(content.body));
      if (found === undefined) continue;
      report({
        code: 'request-contradicts-step',
        message: `step "${name}" notes the outcome "${content.body}", which is the opposite: the call is counted wrongly`,
        span: draft.document.span(nameRange),
        hint: 'correct the outcome, or the name of the step',
      });
    }
    const requests = listRequests(draft).filter(({ method }) => method !== 'get');
    for (const request of requests) {
      const { step, path, method } = request;
      const names = [step.name, findEdge(draft, step.name, 'ok')?.to ?? ''];
      const found =
        names
          .map(
            (name) => findContradiction(name, request) ?? findOpposite(splitWords(name), listSent(request)),
          )
          .find((one) => one !== undefined) ?? findBorrowed(request, requests);
      if (found === undefined) continue;
      report({
        code: 'request-contradicts-step',
        message: `step "${step.name}" is about "${found.meant}", but its request says "${found.said}": callers do not get what they asked for`,
        span: spanAt(draft.document, [...path, method]),
        hint: 'correct the method or the address, or name the step after what it does',
      });
    }
  },
};

/**
 * Reports requests behind which an outcome is noted, and which only get again, unread, what another step gets: they were
 * meant to change something.
 */
function checkRepeatedGets(draft: FlowDraft, report: Report): void {
  const gets = listRequests(draft).filter(({ method }) => method === 'get');
  const identify = ({ address, body }: WebRequest) => JSON.stringify([address, body.query]);
  for (const request of gets) {
    const { step, body, path } = request;
    const first = gets.find((one) => one.step !== step && identify(one) === identify(request));
    const next = findStep(draft, findEdge(draft, step.name, 'ok')?.to);
    if (body.save !== undefined || first?.body.save === undefined || next?.verb !== 'outcome') continue;
    report({
      code: 'request-contradicts-step',
      message: `step "${step.name}" gets what step "${first.step.name}" gets and reads nothing of it, and step "${next.name}" notes that something was done`,
      span: spanAt(draft.document, [...path, 'get']),
      hint: 'use the method that changes it, such as post or delete',
    });
  }
}

function checkNotedNames(draft: FlowDraft, report: Report): void {
  const noted = listMapSteps<Record<string, unknown>>(draft, 'set').flatMap(({ step, body }) =>
    Object.entries(body).flatMap(([variable, value]) =>
      typeof value === 'string' ? [{ step, variable, value }] : [],
    ),
  );
  for (const { step, variable, value } of noted) {
    const values = new Set(readAuthorsNote(draft, `vars.${variable}`).match(/[\p{L}\p{N}_]+/gu));
    const isNoted = noted.some((one) => one.variable === variable && one.value === step.name);
    if (value === step.name || isNoted || !values.has(step.name) || !values.has(value)) continue;
    report({
      code: 'request-contradicts-step',
      message: `step "${step.name}" notes "${value}" in "vars.${variable}", and no step notes "${step.name}", which is one of its values`,
      span: draft.document.span(step.nameRange),
      hint: `write set: { ${variable}: ${step.name} }`,
    });
  }
}

/** Returns the words of the values without expressions that a request sends. */
function listSent({ body: { json } }: WebRequest): string[] {
  const values = typeof json === 'object' && json !== null ? Object.values(json) : [];
  return values.flatMap((value) =>
    typeof value === 'string' && !value.includes('${') ? splitWords(value) : [],
  );
}

/** Finds the address of another step: its last word is the name of a step that says the same in its own address. */
function findBorrowed(
  { step, address }: WebRequest,
  requests: readonly WebRequest[],
): Contradiction | undefined {
  const said = readLastWord(address);
  const other = requests.find(({ step: { name } }) => said !== '' && name.toLowerCase() === said);
  if (other === undefined || splitWords(step.name).includes(said)) return undefined;
  return readLastWord(other.address) === said ? { meant: step.name, said } : undefined;
}

function readLastWord(address: string): string {
  const [, last = ''] = /\/([\w-]+)\/?$/.exec(readFixedParts(address)) ?? [];
  return last.toLowerCase();
}

/** Words that stand against each other, by their beginnings; each pair is one opposition. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:cancel|withdraw|revoke|storn|abs(?:age|agt)|annul|annu|anul|afzeg|geannuleerd|disdi)/,
    /^(?:confirm|accept|book|reserv|create|bestaetig|bestätig|buch|gebucht|prenot|boek|bevestig|conferm)/,
  ],
  [/^(?:unsubscri|optout|abmeld|desabon)/, /^(?:subscri|optin|anmeld|abonn)/],
  [/^(?:start|begin|resume)$|^(?:started|resumed)$/, /^(?:stop|pause|end)$|^(?:stopped|paused)$/],
  [/^(?:deactivat|disabl|deaktiv|desactiv|disattiv)/, /^(?:activat|enabl|aktiv|activ|attiv)/],
  [/^(?:unblock|unlock|entsperr|deblo|desblo|sblocc)/, /^(?:block|lock|sperr|gesperrt|bloc|bloqu)/],
  [
    /^(?:accept|approv|annehm|angenommen|acept|aceit|accett|aanvaard|godkän|akcept)/,
    /^(?:reject|declin|refus|deny|denied|ablehn|abgelehnt|rechaz|recus|rifiut|weiger|geweiger|afgewezen|avvis|odrzuc)/,
  ],
  [/^(?:open|opened|oeffn|öffn)$/, /^(?:close|closed|schliess|schließ)$/],
  [/^checkin$/, /^checkout$/],
];

/** Words in which a `delete` has no place, and those that ask for one need no judgement. */
const CREATING =
  /^(?:book|booked|create|created|confirm|confirmed|reserve|reserved|buchen|gebucht|add|added|subscribe)$/;

interface Contradiction {
  meant: string;
  said: string;
}

function findContradiction(name: string, { method, address, body }: WebRequest): Contradiction | undefined {
  const meant = splitWords(name);
  const said = splitWords(readFixedParts(address));
  const found = findOpposite(meant, said);
  if (found !== undefined && !isObject(found.said, method, address) && !isUndone(found, body)) return found;
  const created = method === 'delete' ? meant.find((one) => CREATING.test(one)) : undefined;
  return created === undefined ? undefined : { meant: created, said: 'delete' };
}

/** Finds a word of the one list against which a word of the other stands; none when a list has both. */
function findOpposite(meant: readonly string[], said: readonly string[]): Contradiction | undefined {
  for (const pair of OPPOSITES)
    for (const [own, other] of [pair, [pair[1], pair[0]] as const]) {
      const word = meant.find((one) => own.test(one));
      const opposite = said.find((one) => other.test(one));
      const isBoth = meant.some((one) => other.test(one)) || said.some((one) => own.test(one));
      if (word !== undefined && opposite !== undefined && !isBoth) return { meant: word, said: opposite };
    }
  return undefined;
}

/** True for a request whose body takes back what its address says: `put …/lock` with `{ locked: false }` unlocks. */
function isUndone({ meant, said }: Contradiction, { json }: WebRequest['body']): boolean {
  const pair = OPPOSITES.find((sides) => sides.some((side) => side.test(meant)));
  const side = pair?.find((one) => one.test(said));
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  return fields.some(
    ([key, value]) =>
      OFF.has(value) && splitWords(key).some((word) => side?.test(word) === true || SWITCHES.has(word)),
  );
}

/** Values that take something back. */
const OFF: ReadonlySet<unknown> = new Set([false, 0, null, 'false', 'off', 'no']);

/** Names of fields that switch something on or off. */
const SWITCHES: ReadonlySet<string> = new Set(['active', 'enabled', 'on', 'set', 'state', 'status', 'value']);

/** True for the thing that a request is about, such as `bookings` of `delete …/bookings/7`: only its last word acts. */
function isObject(word: string, method: string, address: string): boolean {
  const last = splitWords(
    readFixedParts(address)
      .replace(/\*?\/?$/, '')
      .replace(/^.*\//, ''),
  );
  return (
    method === 'delete' ||
    !last.includes(word) ||
    address.trimEnd().endsWith('}') ||
    /(?:s|en|ungen)$/.test(word)
  );
}

/** Returns the path of an address without its values, which are stars. */
function readFixedParts(address: string): string {
  return scanTemplate(address)
    .parts.map((part) => (typeof part === 'string' ? part : '*'))
    .join('')
    .replace(/[?#].*$/, '')
    .replace(/^https?:\/\/[^/]*/, '');
}

function splitWords(text: string): string[] {
  return text
    .replace(/check[_-](in|out)/gi, 'check$1')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
