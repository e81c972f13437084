import { keySpanAt, type Path } from '../read/document.ts';
import { listExpressions, listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/** Names of what a caller keys or says in confidence. */
const CONFIDENTIAL =
  /(?:^|_)(?:pin|pins?_?code|cvv2?|cvc2?|csc|iban|ssn|pass_?word|pass_?code|passwort|kennwort|geheimzahl|mot_de_passe|contrasena|senha|wachtwoord|pincode|card_?number|card_?no|kartennummer|kreditkarte|numero_carte|credit_card|otp)$/;
/** A card of which callers key the whole number is more than the last digits of one. */
const MIN_CARD_DIGITS = 12;
/** Names of settings that open a service. */
const KEYS = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/;

/**
 * Reports values that are secret by their name and not declared so, so that traces and logs keep them: variables that
 * callers fill, parameters that are used, and settings that open a service. Counters and flags are not reported.
 */
export const secretByName: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { path, name, kind, advice } of listExposed(draft))
      report({
        code: 'secret-by-name',
        message: `${kind} "${name}" is kept in clear: everybody who may read traces and logs can read it`,
        span: keySpanAt(draft.document, path),
        hint: advice,
      });
  },
};

interface Exposed {
  path: Path;
  name: string;
  kind: 'variable' | 'parameter' | 'setting';
  advice: string;
}

function listExposed(draft: FlowDraft): Exposed[] {
  return [...listVariables(draft), ...listParameters(draft), ...listSettings(draft)];
}

function listVariables(draft: FlowDraft): Exposed[] {
  const collected = new Set(listCollects(draft).map(({ body }) => body.save));
  const cards = new Set(
    listCollects(draft).flatMap(({ body }) =>
      (findKeyedLength(body)?.max ?? 0) >= MIN_CARD_DIGITS ? [body.save] : [],
    ),
  );
  const answered = new Set(listReferences(draft, 'answer').map(({ path }) => String(path.at(-1))));
  return Object.entries(draft.vars).flatMap(([name, { type, secret }]) => {
    const isFilled = collected.has(name) || answered.has(name);
    if (secret || type === 'bool' || !isFilled || draft.brokenVars.has(name)) return [];
    if (!CONFIDENTIAL.test(name) && !(name === 'card' && cards.has(name))) return [];
    return [
      {
        path: ['vars', name],
        name,
        kind: 'variable' as const,
        advice: `declare it as ${name}: { type: string, secret: true }`,
      },
    ];
  });
}

function listParameters(draft: FlowDraft): Exposed[] {
  return Object.entries(draft.params).flatMap(([name, { type }]) => {
    if (type !== 'string' || !CONFIDENTIAL.test(name)) return [];
    return [
      {
        path: ['params', name],
        name,
        kind: 'parameter' as const,
        advice:
          'parameters cannot be secret: let the flow ask a service for it, and keep it in a secret variable',
      },
    ];
  });
}

function listSettings(draft: FlowDraft): Exposed[] {
  const expressions = draft.expressions();
  const isRead = (name: string): boolean =>
    listExpressions(draft).some(({ source }) => expressions.findReads(source).has(`env.${name}`));
  return Object.entries(draft.env).flatMap(([name, { secret }]) => {
    if (secret || !KEYS.test(name) || !isRead(name)) return [];
    return [
      {
        path: ['env', name],
        name,
        kind: 'setting' as const,
        advice: 'declare it with "secret: true", and send it in a header',
      },
    ];
  });
}
