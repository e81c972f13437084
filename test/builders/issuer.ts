/** An OpenID provider on this machine: keys of its own, served over HTTP, and tokens signed with them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';

export const AUDIENCE = 'ringflow';

export interface Issuer {
  url: string;
  /** Paths that it was asked for. */
  asked: string[];
  /** From now on it answers so; 200: as it should. */
  answerWith(status: number): void;
  /** What it says of itself instead of the truth. */
  describeAs(description: object): void;
  /** Publishes another key in place of all the others. */
  rotate(alg?: string): Promise<void>;
  /** Public keys as published. */
  published(): JWK[];
  /** A token that is right, but for what is given: claims, undefined for one that is left out, and its header. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

interface Key {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

/** Starts one; its first key is of this algorithm. */
export async function startIssuer(alg = 'RS256'): Promise<Issuer> {
  let key = await newKey('key-1', alg);
  let status = 200;
  let description: object = {};
  const asked: string[] = [];
  const server = createServer(({ url: path = '' }, response) => {
    asked.push(path);
    const body = path.startsWith('/.well-known')
      ? { issuer: base, jwks_uri: `${base}/keys`, ...description }
      : { keys: [key.jwk] };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let count = 1;
  return {
    url: base,
    asked,
    answerWith: (next) => {
      status = next;
    },
    describeAs: (next) => {
      description = next;
    },
    async rotate(next = alg) {
      count += 1;
      key = await newKey(`key-${count}`, next);
    },
    published: () => [key.jwk],
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const payload = {
        iss: base,
        aud: AUDIENCE,
        sub: 'ada',
        exp: now + 300,
        iat: now,
        ...claims,
      } as JWTPayload;
      return new SignJWT(payload)
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function newKey(kid: string, alg: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}
