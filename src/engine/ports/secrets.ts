/** The port that generates secrets and hashes them for storage. */
export interface Secrets {
  /** Returns random bytes that nobody can guess. */
  random(bytes: number): Buffer;
  /** Returns a deterministic 32-byte hash that is expensive to compute. Throws `secrets_busy` at too many concurrent requests. */
  slowHash(secret: string, salt: Buffer): Promise<Buffer>;
}
