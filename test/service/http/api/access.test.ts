/** Who may use which route: every route of the API, asked by every role and by nobody. */
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { roles } from '../../../../src/service/management/index.ts';
import type { Principal, Role } from '../../../../src/service/management/index.ts';
import { addAccessCheck } from '../../../../src/service/http/api/access.ts';
import { Limits } from '../../../../src/service/http/api/limits.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { Ask } from './scene.ts';

closeAfterEach();

/** Route → the least role that may use it. A route that is missing here fails the first test. */
const least: Record<string, Role | 'anybody with a key'> = {
  'GET /whoami': 'anybody with a key',
  'GET /projects': 'viewer',
  'GET /projects/{project}': 'viewer',
  'PUT /projects/{project}': 'admin',
  'DELETE /projects/{project}': 'admin',
  'GET /projects/{project}/hook-tokens': 'operator',
  'POST /projects/{project}/hook-tokens': 'admin',
  'DELETE /projects/{project}/hook-tokens/{id}': 'admin',
  'POST /projects/{project}/flows': 'author',
  'GET /projects/{project}/flows': 'viewer',
  'GET /projects/{project}/flows/{flow}/versions/{version}': 'viewer',
  'GET /projects/{project}/stats': 'viewer',
  'GET /projects/{project}/attention': 'viewer',
  'GET /projects/{project}/flows/{flow}/stats': 'viewer',
  'GET /projects/{project}/flows/{flow}/versions/{version}/diagram': 'viewer',
  'GET /projects/{project}/flows/{flow}/versions/{version}/graph': 'viewer',
  'GET /projects/{project}/flows/{flow}/versions/{version}/tests': 'viewer',
  'POST /projects/{project}/flows/{flow}/versions/{version}/tests': 'author',
  'POST /projects/{project}/flows/{flow}/versions/{version}/preview': 'author',
  'GET /projects/{project}/drafts': 'author',
  'GET /projects/{project}/drafts/{flow}': 'author',
  'PUT /projects/{project}/drafts/{flow}': 'author',
  'DELETE /projects/{project}/drafts/{flow}': 'author',
  'GET /projects/{project}/flows/{flow}/diff': 'viewer',
  'POST /projects/{project}/tests': 'author',
  'GET /projects/{project}/deployments': 'viewer',
  'PUT /projects/{project}/deployments': 'operator',
  'GET /projects/{project}/deployments/{flow}': 'viewer',
  'PUT /projects/{project}/deployments/{flow}': 'operator',
  'DELETE /projects/{project}/deployments/{flow}': 'operator',
  'POST /projects/{project}/deployments/{flow}/rollback': 'operator',
  'GET /projects/{project}/routes': 'viewer',
  'GET /projects/{project}/routes/{id}': 'viewer',
  'PUT /projects/{project}/routes/{id}': 'operator',
  'DELETE /projects/{project}/routes/{id}': 'operator',
  'GET /projects/{project}/calls': 'viewer',
  'GET /projects/{project}/calls/{id}': 'viewer',
  'GET /projects/{project}/calls/{id}/trace': 'viewer',
  'GET /projects/{project}/calls/{id}/recordings': 'viewer',
  'GET /projects/{project}/calls/{id}/recordings/{number}': 'operator',
  'GET /projects/{project}/calls/{id}/export': 'viewer',
  'POST /projects/{project}/calls/{id}/scenario': 'author',
  'POST /projects/{project}/calls': 'operator',
  'GET /projects/{project}/planned-calls': 'viewer',
  'GET /projects/{project}/planned-calls/{id}': 'viewer',
  'DELETE /projects/{project}/planned-calls/{id}': 'operator',
  'GET /projects/{project}/cdrs': 'viewer',
  'GET /projects/{project}/events': 'viewer',
  'POST /projects/{project}/calls/{id}/events': 'operator',
  'POST /projects/{project}/calls/{id}/end': 'operator',
  'GET /projects/{project}/campaigns': 'viewer',
  'GET /projects/{project}/campaigns/{id}': 'viewer',
  'GET /projects/{project}/campaigns/{id}/stats': 'viewer',
  'PUT /projects/{project}/campaigns/{id}': 'operator',
  'DELETE /projects/{project}/campaigns/{id}': 'operator',
  'POST /projects/{project}/campaigns/{id}/start': 'operator',
  'POST /projects/{project}/campaigns/{id}/pause': 'operator',
  'POST /projects/{project}/campaigns/{id}/resume': 'operator',
  'POST /projects/{project}/campaigns/{id}/stop': 'operator',
  'POST /projects/{project}/campaigns/{id}/recipients': 'operator',
  'GET /projects/{project}/campaigns/{id}/results': 'viewer',
  'GET /projects/{project}/do-not-call': 'author',
  'PUT /projects/{project}/do-not-call/{number}': 'operator',
  'DELETE /projects/{project}/do-not-call/{number}': 'operator',
  'GET /keys': 'admin',
  'POST /keys': 'admin',
  'DELETE /keys/{id}': 'admin',
  'GET /audit': 'operator',
};

/** Routes that belong to no project, or decide what one is, ask for a grant for all of them. */
const isOfService = (route: string) =>
  (!route.includes('{project}') && !['GET /whoami', 'GET /projects', 'GET /audit'].includes(route)) ||
  /^(PUT|DELETE) \/projects\/\{project\}$/.test(route);

async function use(ask: Ask, route: string, project = 'default'): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace('{project}', project).replaceAll(/\{\w+\}/g, 'a');
  const { status } = await ask(method, filled, method === 'POST' || method === 'PUT' ? {} : undefined);
  return status;
}

describe('every route', () => {
  test('of the description is in this table, and the other way round', async () => {
    const { admin } = await openApi();
    const { body } = await admin('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(described.sort()).toEqual(Object.keys(least).sort());
  });

  test('is closed to who has no key, or a wrong one', async () => {
    const { as, service } = await openApi();
    const nobody = await as();
    for (const route of Object.keys(least)) {
      expect(await use(nobody, route), route).toBe(401);
      expect(await use(nobody, route, 'no-such-project'), route).toBe(401);
    }
    const wrong = await fetch(`${service.url}/api/v1/whoami`, {
      headers: { authorization: `Bearer rf_0123456789ab_${'x'.repeat(43)}` },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('content-type')).toContain('application/problem+json');
  });

  test.each(roles)('is open to %s as the table says, and never for another project', async (role) => {
    const { as } = await openApi();
    const [ofProject, ofAll] = [await as({ project: 'default', role }), await as({ project: '*', role })];
    for (const [route, needed] of Object.entries(least)) {
      const may = needed === 'anybody with a key' || roles.indexOf(role) >= roles.indexOf(needed);
      expect((await use(ofAll, route)) !== 403, `${route} by ${role} of all`).toBe(may);
      expect((await use(ofProject, route)) !== 403, `${route} by ${role}`).toBe(may && !isOfService(route));
      if (route.includes('{project}')) expect(await use(ofProject, route, 'other'), route).toBe(403);
    }
  });
});

describe('a key', () => {
  test('made through the API opens what it is for, until it is revoked', async () => {
    const { admin, service } = await openApi();
    const grants = [{ project: 'default', role: 'viewer' }];
    const made = await admin('POST', '/keys', { name: 'wallboard', grants });
    expect(made.status).toBe(201);
    const { id, key } = made.body as { id: string; key: string };
    const who = () => fetch(`${service.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${key}` } });
    const reads = ['flows', 'deployments', 'routes', 'calls', 'campaigns', 'projects'].map(
      (what) => `${what}.read`,
    );
    const permits = [{ project: 'default', actions: reads }];
    expect(await (await who()).json()).toEqual({ id: `key:${id}`, name: 'wallboard', grants, permits });
    expect((await admin('DELETE', `/keys/${id}`)).status).toBe(204);
    expect((await who()).status).toBe(401);
    expect((await admin('DELETE', `/keys/${id}`)).status).toBe(404);
    expect(JSON.stringify((await admin('GET', '/keys')).body)).not.toContain(key.slice(`rf_${id}_`.length));
  });
});

describe('a key that could open nothing is not made:', () => {
  const grants = [{ project: 'default', role: 'viewer' }];

  test.each([
    ['one that has expired', { grants, expiresAt: '2020-01-01T00:00:00Z' }, 422, 'invalid_expiry'],
    [
      'one for an unknown project',
      { grants: [...grants, { project: 'shop', role: 'viewer' }] },
      404,
      'unknown_project',
    ],
    ['one for what is no project', { grants: [{ project: 'My Shop', role: 'viewer' }] }, 400, 'invalid'],
  ])('%s', async (_what, wanted, status, code) => {
    const { admin } = await openApi();
    const answer = await admin('POST', '/keys', { name: 'x', ...wanted });
    expect(answer).toMatchObject({
      status,
      type: expect.stringContaining('application/problem+json') as string,
      body: { code },
    });
    expect((await admin('GET', '/keys')).body).toMatchObject({ items: [{ name: 'test' }] });
  });
});

test('ACCESS-4 lists across projects hold what somebody may see, page by page', async () => {
  const { admin, as } = await openApi({}, secretsOfProject);
  for (const id of ['bank', 'shop', 'zoo'])
    expect((await admin('PUT', `/projects/${id}`, aProject)).status).toBe(201);
  const ofShop = await as({ project: 'shop', role: 'operator' });
  const ofThree = await as(
    { project: 'zoo', role: 'viewer' },
    { project: 'default', role: 'admin' },
    { project: 'bank', role: 'author' },
    { project: 'gone', role: 'admin' },
  );
  const idsSeenBy = async (ask: Ask) => {
    const ids: string[] = [];
    for (let after = ''; ;) {
      const { status, body } = await ask('GET', `/projects?limit=1${after === '' ? '' : `&after=${after}`}`);
      expect(status).toBe(200);
      const { items, next } = body as { items: { id: string }[]; next?: string };
      ids.push(...items.map(({ id }) => id));
      if (next === undefined) return ids;
      after = next;
    }
  };
  expect(await idsSeenBy(admin)).toEqual(['bank', 'default', 'shop', 'zoo']);
  expect(await idsSeenBy(ofShop)).toEqual(['shop']);
  expect(await idsSeenBy(ofThree)).toEqual(['bank', 'default', 'zoo']);
  const audited = async (ask: Ask) =>
    ((await ask('GET', '/audit')).body as { items: { subject: string }[] }).items.map(
      ({ subject }) => subject,
    );
  expect(await audited(admin)).toEqual(['zoo', 'shop', 'bank']);
  expect(await audited(ofShop)).toEqual(['shop']);
  expect((await ofThree('GET', '/audit')).body).toEqual({ items: [] });
  const page = await ofShop('GET', '/audit?limit=1');
  expect(page.body).toMatchObject({ items: [{ project: 'shop', action: 'project.put' }] });
});

test('ACCESS-3 what goes on for long learns that its key was revoked, or may less than before', async () => {
  const grantOf = (role: Role, project = 'shop'): Principal => ({
    id: 'key:a',
    name: 'a',
    grants: [{ project, role }],
  });
  let who: Principal | undefined = grantOf('viewer');
  const api = fastify();
  addAccessCheck(api, {
    authenticate: () => Promise.resolve(who),
    limits: new Limits({ requestsPerSecond: 10 }),
  });
  const seen: boolean[] = [];
  api.get('/projects/:project/calls', { config: { action: 'calls.read' } }, async (request) => {
    for (const next of [grantOf('viewer'), grantOf('viewer', 'bank'), undefined, grantOf('admin')]) {
      who = next;
      seen.push(await request.stillMay());
    }
  });
  const headers = { authorization: 'Bearer a-key' };
  expect((await api.inject({ url: '/projects/shop/calls', headers })).statusCode).toBe(200);
  expect(seen).toEqual([true, false, false, true]);
  await api.close();
});
