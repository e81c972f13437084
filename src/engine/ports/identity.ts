/** The port behind which an identity provider vouches for people and programs. */
export interface Identity {
  /**
   * Verifies a token and returns its claims; undefined when anything about it is wrong.
   * Throws an `OperationalError`, `identity_unavailable`, while nobody can say.
   */
  verifyToken(token: string): Promise<Record<string, unknown> | undefined>;
}
