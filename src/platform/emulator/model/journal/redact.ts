/** Redaction of secrets in the journal, and truncation of long bodies. */

const MAX_LENGTH = 4_096;

const secretFields = /("(?:password|app_key|token)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/**
 * The token in the address of a hook, `/hooks/<project>/<token>/voice`. In JSON a slash may be escaped with a
 * backslash, and with several in nested JSON.
 */
const hookTokens =
  /(\/hooks\\*\/[^/\\"\s?#]{1,256}\\*\/)[^/\\"\s?#]{1,1024}(?=\\*\/(?:voice|sms|video)(?![\w-]))/g;

/** The password before the host of a URL. */
const userPasswords = /(\/\\*\/[^/\\"\s?#@:]{1,256}:)[^/\\"\s?#@]{1,1024}@/g;

/** Secrets in the query of a URL: `?token=…`, `&access_token=…`, `&api-key=…`, `&sig=…`. */
const querySecrets =
  /([?&](?:[\w-]{0,64}(?:token|secret|password)|(?:[\w-]{0,64}[_-])?(?:key|sig|signature))=)[^&#"\\\s]{1,1024}/gi;

/** Redacts secrets in URLs within a text. */
export function redactUrls(text: string): string {
  return text
    .replaceAll(hookTokens, '$1***')
    .replaceAll(userPasswords, '$1***@')
    .replaceAll(querySecrets, '$1***');
}

/** Redacts secrets in a body and truncates it. */
export function redactBody(body: string | undefined): string | undefined {
  return body === undefined
    ? undefined
    : redactUrls(body.replaceAll(secretFields, '$1"***"')).slice(0, MAX_LENGTH);
}
