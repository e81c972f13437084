/** Bodies as the journal shows them: secrets hidden, cut where they are long. */

/** Longer bodies are shown up to here. */
const longest = 4_096;

const secrets = /("(?:password|app_key|token)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

export function shownBody(body: string | undefined): string | undefined {
  return body?.replaceAll(secrets, '$1"***"').slice(0, longest);
}
