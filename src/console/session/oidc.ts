/**
 * Signing in at an identity provider: OpenID Connect, authorization code flow with PKCE (RFC 7636).
 *
 * `state`, `nonce` and the verifier wait in `sessionStorage` while the provider's page is shown, and are removed on return.
 * Tokens are kept in memory.
 */
import * as oauth from 'oauth4webapi';
import { ApiProblem } from '../api/problem.ts';
import { signIn } from './session.ts';
import { readSignInOptions } from './sign-in-options.ts';
import type { SignInOptions } from './sign-in-options.ts';

const PENDING_ITEM = 'ringflow.sign-in';

interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  /** Address to show after the sign-in. */
  returnTo: string;
}

type Provider = NonNullable<SignInOptions['oidc']>;

/** Leaves for the provider's page. Throws an `ApiProblem` when the provider cannot be reached. */
export async function startOidcSignIn(provider: Provider): Promise<void> {
  const server = await discover(provider);
  const pending: PendingSignIn = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: location.pathname + location.search,
  };
  sessionStorage.setItem(PENDING_ITEM, JSON.stringify(pending));
  const target = new URL(server.authorization_endpoint ?? provider.issuer);
  const query = {
    client_id: provider.clientId,
    redirect_uri: toRedirectUri(),
    response_type: 'code',
    scope: provider.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  location.assign(target);
}

/** True when the address is the one to which the provider returned. */
export function isOidcReturn(): boolean {
  return sessionStorage.getItem(PENDING_ITEM) !== null && new URLSearchParams(location.search).has('state');
}

/** Finishes the sign-in after the provider's page. Throws an `ApiProblem`. */
export async function completeOidcSignIn(): Promise<void> {
  const pending = JSON.parse(sessionStorage.getItem(PENDING_ITEM) ?? '{}') as PendingSignIn;
  const answer = new URL(location.href);
  sessionStorage.removeItem(PENDING_ITEM);
  history.replaceState(null, '', pending.returnTo);
  const { oidc } = await readSignInOptions();
  if (oidc === undefined) throw toSignInProblem('the service accepts no identity provider any more');
  await signIn(await exchangeCode(oidc, pending, answer));
}

async function exchangeCode(provider: Provider, pending: PendingSignIn, answer: URL): Promise<string> {
  const server = await discover(provider);
  const client = { client_id: provider.clientId };
  try {
    const parameters = oauth.validateAuthResponse(server, client, answer, pending.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      toRedirectUri(),
      pending.verifier,
      permitLoopback(provider),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
    return tokens.access_token;
  } catch (error) {
    throw toSignInProblem(error instanceof Error ? error.message : String(error));
  }
}

async function discover(provider: Provider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  try {
    const response = await oauth.discoveryRequest(issuer, permitLoopback(provider));
    return await oauth.processDiscoveryResponse(issuer, response);
  } catch (error) {
    throw toSignInProblem(error instanceof Error ? error.message : String(error));
  }
}

/** Permits plain http for a provider on this machine; the service accepts no other issuer without TLS. */
function permitLoopback({ issuer }: Provider) {
  // Marked as deprecated to stand out; there is no other way to use a provider on this machine.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return { [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:' };
}

function toRedirectUri(): string {
  return new URL('/console/', location.origin).href;
}

function toSignInProblem(reason: string): ApiProblem {
  return new ApiProblem({
    status: -1,
    code: 'sign_in_failed',
    message: `The identity provider did not sign you in: ${reason}.`,
  });
}
