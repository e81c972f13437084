/** The port behind which an identity provider vouches for people and programs. */
export interface Identity {
  /**
   * What a token says of whom it was given to, once everything about it was found right; undefined when anything is wrong.
   * Throws an `OperationalError`, `identity_unavailable`, while nobody can say.
   */
  claimsOf(token: string): Promise<Record<string, unknown> | undefined>;
}
