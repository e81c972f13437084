/** Texts as the journal shows them: secrets hidden, bodies cut where they are long. */

/** Longer bodies are shown up to here. */
const longest = 4_096;

const secretFields = /("(?:password|app_key|token)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/**
 * The token in the address of a hook, `/hooks/<project>/<token>/voice`. In JSON a slash may have a backslash before it, and
 * several in JSON inside JSON.
 */
const hookTokens =
  /(\/hooks\\*\/[^/\\"\s?#]{1,256}\\*\/)[^/\\"\s?#]{1,1024}(?=\\*\/(?:voice|sms|video)(?![\w-]))/g;

/** The password before the host of an address. */
const userPasswords = /(\/\\*\/[^/\\"\s?#@:]{1,256}:)[^/\\"\s?#@]{1,1024}@/g;

/** What the query of an address calls a secret: `?token=…`, `&access_token=…`, `&api-key=…`, `&sig=…`. */
const querySecrets =
  /([?&](?:[\w-]{0,64}(?:token|secret|password)|(?:[\w-]{0,64}[_-])?(?:key|sig|signature))=)[^&#"\\\s]{1,1024}/gi;

/** A text without the secrets of the addresses in it. */
export function hideAddressSecrets(text: string): string {
  return text
    .replaceAll(hookTokens, '$1***')
    .replaceAll(userPasswords, '$1***@')
    .replaceAll(querySecrets, '$1***');
}

/** A body without its secrets, cut where it is long. */
export function shownBody(body: string | undefined): string | undefined {
  return body === undefined
    ? undefined
    : hideAddressSecrets(body.replaceAll(secretFields, '$1"***"')).slice(0, longest);
}
