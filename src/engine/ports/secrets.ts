/** The port behind which secrets are made, and are hashed so that a list of hashes gives none of them away. */
export interface Secrets {
  /** Returns random bytes that nobody can guess. */
  random(bytes: number): Buffer;
  /**
   * 32 bytes, the same for the same secret and salt; costs so much that trying many secrets does not pay. Throws an
   * `OperationalError`, `secrets_busy`, where too many are asked for at once.
   */
  slowHash(secret: string, salt: Buffer): Promise<Buffer>;
}
