/** The port to an identity provider. */
export interface Identity {
  /** Verifies a token and returns its claims; undefined when it is invalid. Throws `identity_unavailable` when it cannot be verified. */
  verifyToken(token: string): Promise<Record<string, unknown> | undefined>;
}
