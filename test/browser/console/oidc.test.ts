/** Signing in at an OpenID provider: code flow with PKCE, roles from claims, and a token that stays in memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, useConsole } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

const openScene = useConsole(afterAll);

const CLIENT = 'ringflow-console';
const AUDIENCE = 'ringflow';
/** Login at the provider → the claim with the roles. */
const ROLES: Readonly<Record<string, object>> = { ada: { default: 'operator' }, bob: { default: 'viewer' } };

let scene: ConsoleScene;
let issuer: string;

beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = {
    issuer,
    audience: AUDIENCE,
    rolesClaim: 'ringflow',
    groups: new Map(),
    console: { clientId: CLIENT },
  };
  scene = await openScene({ config: { oidc } });
  const provider = await createProvider(issuer, `${scene.service.url}/console/`);
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});

/** Creates a provider with one public client, whose access tokens are JWTs for the service. */
async function createProvider(url: string, redirectUri: string): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['signs the cookies of this test'] },
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    extraTokenClaims: (_, token) => ('accountId' in token ? { ringflow: ROLES[token.accountId] } : undefined),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://ringflow.example.com',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience: AUDIENCE, accessTokenFormat: 'jwt' }),
      },
    },
  });
}

const signInButton = (page: Page) => page.getByRole('button', { name: `Sign in at ${new URL(issuer).host}` });

/** Opens a view that nobody is signed in to. The pages of the provider would load fonts from elsewhere. */
async function openSignIn(path: string): Promise<Page> {
  const page = await scene.open(path, { key: '' });
  await page.context().route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  return page;
}

/** Signs in with the forms of the provider. */
async function signIn(page: Page, login: string): Promise<void> {
  await signInButton(page).click();
  await page.locator('[name=login]').fill(login);
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a sign-in with PKCE leads back to the view, with the roles of the claim and nothing kept', async () => {
  const page = await openSignIn('default/numbers?from=mail');
  const requested: URL[] = [];
  page.on('request', (request) => requested.push(new URL(request.url())));
  const messages: string[] = [];
  page.on('console', (message) => {
    if (page.url().startsWith(scene.service.url)) messages.push(message.text());
  });
  await signIn(page, 'ada');
  await page.getByRole('button', { name: 'Add a number' }).waitFor();
  expect(page.url()).toBe(`${scene.service.url}/console/default/numbers?from=mail`);
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);

  const asked = requested.find(
    ({ origin, searchParams }) => origin === issuer && searchParams.has('code_challenge'),
  );
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{20}/) as string,
    nonce: expect.stringMatching(/.{20}/) as string,
  });
  expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(messages).toEqual([]);
});

test('a viewer at the provider is a viewer in the console', async () => {
  const page = await openSignIn('default/audit');
  await signIn(page, 'bob');
  await page.getByText('takes the role operator').waitFor();
});

test('a reload asks again, and the session at the provider then needs no form', async () => {
  const page = await openSignIn('default/flows');
  await signIn(page, 'ada');
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.reload();
  await signInButton(page).click();
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signInButton(page).waitFor();
  await page.reload();
  await signInButton(page).waitFor();
  expect(await page.getByRole('heading', { name: 'Flows' }).count()).toBe(0);
});

test('an answer with another state is refused, and so is one that nobody asked for', async () => {
  const page = await openSignIn('default/flows');
  await signInButton(page).click();
  await page.locator('[name=login]').waitFor();
  const answer = `${scene.service.url}/console/?code=stolen&state=other&iss=${encodeURIComponent(issuer)}`;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(answer);
  await page.getByRole('alert').getByText('sign_in_failed').waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(`${scene.service.url}/console/default/flows`);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  await signInButton(page).waitFor();
  await page.goto(answer);
  await signInButton(page).waitFor();
  expect(requested.filter((url) => url.includes('/token'))).toEqual([]);
});

test('a sign-in that is cancelled at the provider is told', async () => {
  const page = await openSignIn('default/flows');
  await signInButton(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('sign_in_failed').waitFor();
});
