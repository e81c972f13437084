/** Tokens (JWT) that an OpenID provider has signed, checked with its keys. */
import { jwtVerify } from 'jose';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Identity } from '../../engine/ports/index.ts';
import { Provider } from './provider.ts';
import type { ProviderOptions } from './provider.ts';

interface IdentityOptions extends ProviderOptions {
  /** Whom tokens must be meant for. */
  audience: string;
}

/** Signature algorithms with a public key: with a shared secret, or none, anybody who knows that key could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** So far clocks may be apart, seconds. */
const TOLERANCE_S = 30;

/** Nothing is asked before there is a token. */
export function openIdentity({ audience, ...options }: IdentityOptions): Identity {
  const provider = new Provider(options);
  return {
    async verifyToken(token) {
      try {
        const { payload } = await jwtVerify(token, provider.keyOf, {
          issuer: options.issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['iss', 'aud', 'exp', 'sub'],
          clockTolerance: TOLERANCE_S,
          currentDate: new Date(options.clock.now()),
        });
        return payload;
      } catch (error) {
        if (error instanceof OperationalError) throw error;
        // Whatever else is wrong is wrong with the token, which anybody may have written.
        return undefined;
      }
    },
  };
}
