import { keySpanAt, type Path } from '../read/document.ts';
import { listExpressions, listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';
import { findNames, listRequests } from './web-requests.ts';
import { phrase } from '../../speech/index.ts';
import { listSaid } from './words/said.ts';

/** Names of what a caller keys or says in confidence. */
const CONFIDENTIAL =
  /(?:^|_)(?:pin|pins?_?code|cvv2?|cvc2?|csc|iban|ssn|tan|puk|pass_?word|pass_?code|passwd|pwd|passphrase|passwort|kennwort|losung|losungswort|codewort|geheimzahl|geheimnummer|geheimcode|pr(?:ü|ue?)fziffer|pr(?:ü|ue?)fnummer|kartenpr(?:ü|ue?)f(?:nummer|ziffer|zahl)|kontrollnummer|sicherheitscode|sicherheitsnummer|security_?(?:code|number|answer)|secret(?:_?(?:code|word|number))?|card_?(?:number|no|code|pin)|kartennummer|kreditkarte|kreditkartennummer|mot_de_passe|motdepasse|mdp|code_?(?:secret|confidentiel|pin|securite|sécurité)|cryptogramme|numero_?(?:carte|de_carte|tarjeta|carta)|contrase(?:n|ñ)a|clave(?:_?(?:secreta|personal|acceso))?|codigo_?(?:secreto|de_seguridad|seguridad)|palabra_?(?:clave|secreta)|senha|palavra_?passe|codigo_?secreto|codice_?(?:segreto|di_sicurezza|sicurezza|pin)|parola_?(?:chiave|d_ordine)|wachtwoord|pincode|geheime_?code|beveiligingscode|kaartnummer|has(?:l|ł)o|kod_?(?:pin|zabezpieczajacy|dostepu|cvv)|l(?:o|ö)senord|kortnummer|s(?:a|ä)kerhetskod|personlig_?kod|adgangskode|passord|credit_card|debit_card|access_?(?:code|key)|zugangs_?code|tür_?code|tuer_?code|code_?(?:d_?)?acc(?:e|è)s|codigo_?(?:de_?)?ace?sso|codigo_?(?:de_?)?acceso|codice_?(?:di_?)?accesso|toegangscode|otp|one_?time_?(?:code|password)|einmalcode|einmalpasswort)$/i;
/** Questions that ask for something confidential, in the languages of speech. */
const ASKED = phrase(
  String.raw`(?<!-)(?:your (?:\p{L}+[ -]){0,2}(?:PIN|password|passcode|access code)|CVV2?|CVC2?|security code (?:on|of|at|from)|(?:three|four|3|4) digits on the (?:back|front)|(?:Ihre|deine|die) (?:\p{L}+ )?(?:PIN|Geheimzahl|Geheimnummer)|(?:Ihr|dein) (?:\p{L}+ )?(?:Passwort|Kennwort)|(?:Ihren|deinen|den) (?:\p{L}+ )?Zugangscode|Kartenprüf(?:nummer|ziffer)|Prüf(?:ziffer|nummer) (?:Ihrer|der|auf|von)|(?:drei|vier|3|4) (?:\p{L}+ )?Ziffern auf der (?:Rück|Vorder)seite|(?:votre|le) (?:code (?:secret|confidentiel|PIN|d['’]accès)|mot de passe)|(?:trois|quatre|3|4) (?:\p{L}+ )?chiffres au dos|cryptogramme|(?:su|tu) (?:contraseña|código de acceso|clave (?:secreta|personal|de acceso)|PIN)|código (?:de seguridad|secreto)|(?:tres|cuatro) (?:dígitos|cifras) (?:del|al|en el) (?:dorso|reverso)|(?:il|suo) (?:codice (?:segreto|di sicurezza|di accesso|PIN)|PIN)|la (?:sua )?password|(?:tre|quattro|3|4) (?:\p{L}+ )?cifre sul retro|a sua senha|o seu código de acesso|código de segurança|uw (?:pincode|toegangscode|wachtwoord|geheime code)|(?:drie|vier|3|4) (?:\p{L}+ )?cijfers (?:op|aan) de achter(?:kant|zijde)|(?:swoje|swój) (?:hasło|(?:kod )?PIN)|kod (?:PIN|CVV|CVC)|cyfry (?:z|na) (?:tyłu|odwrocie)|(?:ditt|din) (?:lösenord|pinkod|PIN-?kod)|siffrorna på baksidan)`,
);
/** Sentences about a later question: "Then we will ask for your PIN." */
const LATER = phrase(
  [
    String.raw`(?:will|'ll|shall) (?:then |also |next |later )?ask|(?:will|'ll|shall) (?:then|also|later) need`,
    String.raw`(?:danach|anschließend|dann|später) (?:fragen|bitten|brauchen|benötigen) wir|werden (?:wir )?[^.!?]{0,40} (?:gefragt|fragen|bitten)`,
    String.raw`(?:demanderons|demandera|pediremos|preguntaremos|pedirá|chiederemo|chiederà|poprosimy|zapytamy)|(?:vamos|iremos) pedir`,
    String.raw`(?:daarna|dan|later|vervolgens) (?:vragen|zullen) (?:we|wij)|(?:sedan|därefter) (?:frågar|ber) vi`,
  ].join('|'),
);
/** A card of which callers key the whole number is more than the last digits of one. */
const MIN_CARD_DIGITS = 12;
/** Questions for the number of a card that pays for nothing. */
const OTHER_CARDS = phrase(
  String.raw`\p{L}*(?:(?:library|member(?:ship)?|loyalty|bonus|student|insurance|health|customer|club|discount|travel|rail|season|patient)(?:['’]s)?[ -]card|(?:bibliotheks|leser|kunden|mitglieds|bonus|versicherten|gesundheits|schüler|studenten|treue)(?:aus)?karte|carte (?:de (?:fidélité|membre|bibliothèque|lecteur)|vitale)|tarjeta (?:de (?:soci[oa]|fidelidad|lector)|sanitaria)|tessera|(?:klanten|leden|bibliotheek|bonus|ov-chip)(?:kaart|pas)|kart[aęy] (?:biblioteczn|stałego|członkows)\p{L}*)\p{L}*`,
);
/** Questions for the code of a place, which is called PIN code in India. */
const POSTAL = phrase(
  String.raw`pin ?code (?:of|for) (?:your|the) (?:\p{L}+ )?(?:area|place|town|city|district|address)|postal\p{L}*`,
);
/** Names of the card itself. */
const CARD = /(?:^|_)(?:card|karte|carte|tarjeta|carta|kaart|kort|karta|cartao)$/i;
/** Names of codes of any kind: one whose wrong tries are counted opens something. */
const CODE = /(?:^|_)(?:code|kode|kod|codigo|codice)(?:_|$)/i;
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
  const saved = new Map(listCollects(draft).map(({ step, body }) => [step.name, body.save]));
  const ofOtherCards = new Set(
    listSaid(draft).flatMap(({ step, pieces }) =>
      pieces.some(({ text }) => OTHER_CARDS.test(text)) ? [step.name] : [],
    ),
  );
  const cards = new Set(
    listCollects(draft).flatMap(({ step, body }) =>
      (findKeyedLength(body)?.max ?? 0) >= MIN_CARD_DIGITS && !ofOtherCards.has(step.name) ? [body.save] : [],
    ),
  );
  const asked = new Set(
    listSaid(draft).flatMap(({ part, step, pieces }) =>
      part === 'prompt' && pieces.some(({ text }) => asksForSecret(text)) ? (saved.get(step.name) ?? []) : [],
    ),
  );
  const postal = new Set(
    listSaid(draft).flatMap(({ step, pieces }) =>
      pieces.some(({ text }) => POSTAL.test(text)) ? (saved.get(step.name) ?? []) : [],
    ),
  );
  const answered = new Set(listReferences(draft, 'answer').map(({ path }) => String(path.at(-1))));
  return Object.entries(draft.vars).flatMap(([name, { type, secret }]) => {
    const isFilled = collected.has(name) || answered.has(name);
    if (secret || type === 'bool' || !isFilled || draft.brokenVars.has(name)) return [];
    const isAsked = type === 'string' && asked.has(name);
    const isCode = type === 'string' && CODE.test(name) && isCounted(name, draft);
    if (postal.has(name)) return [];
    if (!CONFIDENTIAL.test(name) && !isAsked && !isCode && !(CARD.test(name) && cards.has(name))) return [];
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

/** True for a text that asks for something confidential in one of its sentences. */
function asksForSecret(text: string): boolean {
  return text.split(/[.!?;]+/).some((sentence) => ASKED.test(sentence) && !LATER.test(sentence));
}

/** True for a value that a request sends, and of which the flow counts how often it was refused. */
function isCounted(name: string, draft: FlowDraft): boolean {
  return listRequests(draft).some(({ step, address, expressions }) => {
    // What stands in an address names something, as a parcel is named by its code.
    if (!findNames(draft, expressions).has(`vars.${name}`) || address.includes(`vars.${name}`)) return false;
    const refused = findUnasked(draft, findEdge(draft, step.name, 'client_error')?.to);
    return draft.steps.some(
      ({ name: counting, content }) =>
        refused.has(counting) &&
        content?.verb.name === 'set' &&
        [...(findWrites(draft).get(counting) ?? [])].some((one) =>
          findStepReads(draft, counting).has(`vars.${one}`),
        ),
    );
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
