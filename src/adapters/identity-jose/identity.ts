/** Verifies tokens (JWT) of an OpenID provider with its published keys. */
import { jwtVerify } from 'jose';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Identity } from '../../engine/ports/index.ts';
import { Provider } from './provider.ts';
import type { ProviderOptions } from './provider.ts';

interface IdentityOptions extends ProviderOptions {
  /** Required audience of tokens. */
  audience: string;
}

/** Public-key signature algorithms; with HMAC or `none`, anyone who knows the public key could forge a token. */
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
/** Maximum clock difference, seconds. */
const TOLERANCE_S = 30;

/** Creates the verifier; the provider is contacted when the first token arrives. */
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
        // Any other error means an invalid token.
        return undefined;
      }
    },
  };
}
