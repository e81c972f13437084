import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { cheapSecrets } from '../../builders/secrets.ts';
import { ApiKeys } from '../../../src/service/management/index.ts';
import type { NewKey } from '../../../src/service/management/index.ts';

const NOW = Date.UTC(2026, 0, 5);
const wanted: NewKey = { name: 'CI', grants: [{ project: 'shop', role: 'author' }] };

async function scene(key: Partial<NewKey> = {}) {
  const { registry } = openMemoryStore();
  await registry.write([{ kind: 'projects', id: 'shop', was: 0, json: '{}' }]);
  const keys = new ApiKeys(registry, cheapSecrets);
  const { id, token, change } = await keys.create({ ...wanted, ...key }, { id: 'key:root', at: NOW });
  await registry.write([change]);
  return { registry, keys, id, token };
}

describe('a key', () => {
  test('stands for whoever it was made for, on every node', async () => {
    const { registry, keys, id, token } = await scene();
    const principal = { id: `key:${id}`, name: 'CI', grants: wanted.grants };
    expect(await keys.verify(token, NOW)).toEqual(principal);
    expect(await keys.verify(token, NOW)).toEqual(principal);
    expect(await new ApiKeys(registry, cheapSecrets).verify(token, NOW)).toEqual(principal);
  });

  test('opens nothing when it is not quite the right one', async () => {
    const { keys, token } = await scene();
    const last = token.endsWith('A') ? 'B' : 'A';
    const wrong = [token.slice(0, -1) + last, token.toUpperCase(), `${token} `, token.slice(3), '', 'rf_'];
    for (const text of wrong) expect(await keys.verify(text, NOW)).toBeUndefined();
    const other = await scene();
    expect(await keys.verify(other.token, NOW)).toBeUndefined();
  });

  test.each<[string, Partial<NewKey>]>([
    ['invalid_expiry', { expiresAt: NOW }],
    ['invalid_expiry', { expiresAt: NOW - 1 }],
    ['unknown_project', { grants: [...wanted.grants, { project: 'bank', role: 'viewer' }] }],
    ['unknown_project', { grants: [{ project: '__proto__', role: 'viewer' }] }],
  ])('KEY-3 is refused with %s where it would open nothing: %j', async (code, key) => {
    await expect(scene(key)).rejects.toMatchObject({ code });
  });

  test('opens nothing once it has expired', async () => {
    const { keys, token } = await scene({ expiresAt: NOW + 1_000 });
    expect(await keys.verify(token, NOW + 999)).toBeDefined();
    expect(await keys.verify(token, NOW + 1_000)).toBeUndefined();
  });

  test('KEY-1 opens nothing once it is revoked, even where it was right before', async () => {
    const { registry, keys, id, token } = await scene();
    const elsewhere = new ApiKeys(registry, cheapSecrets);
    expect(await elsewhere.verify(token, NOW)).toBeDefined();
    const revocation = await keys.toRevocation(id, NOW + 1);
    await registry.write(revocation ? [revocation] : []);
    expect(await elsewhere.verify(token, NOW + 1)).toBeUndefined();
    expect(await keys.toRevocation(id, NOW + 2)).toBeUndefined();
  });

  test('is neither kept nor shown in a way that tells it', async () => {
    const { registry, keys, id, token } = await scene();
    const secret = token.slice(`rf_${id}_`.length);
    const kept = await registry.get('keys', id);
    expect(secret.length).toBeGreaterThan(40);
    expect(kept?.json).not.toContain(secret);
    const [shown] = await keys.list({ limit: 10 });
    expect(shown).toEqual({ id, ...wanted, createdAt: NOW, createdBy: 'key:root' });
  });
});
