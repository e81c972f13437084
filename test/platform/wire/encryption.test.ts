/** The ciphertexts were made by `openssl enc -nosalt -md md5 -pass pass:demo-app-id`, whose key derivation this is. */
import { describe, expect, test } from 'vitest';
import { decryptNotification, encryptNotification } from '../../../src/platform/wire/index.ts';

const appId = 'demo-app-id';
const plain = { voice_id: 'v1', state: 'connected', custom_data: { name: 'Zoë' } };

const made: [string, string, string][] = [
  [
    'aes-256-cbc',
    'base64',
    'f187ewjyrbJPneetYdkmJU4fKv+Zntk5BMMxinqka0w5tNGHc+Epk+wQ4vY9rUVAa5NmbQHayApCTrvdIxG14dFQ0B4mKms0cczTBWe0cs4=',
  ],
  [
    'aes-256-cbc',
    'hex',
    '7f5f3b7b08f2adb24f9de7ad61d926254e1f2aff999ed93904c3318a7aa46b4c39b4d18773e12993ec10e2f63dad45406b93666d01dac80a424ebbdd2311b5e1d150d01e262a6b3471ccd30567b472ce',
  ],
  [
    'aes-128-cbc',
    'base64',
    '81q/kq55CZCAR3Z5JMA1Dw+BiauI5AiLn+yca31jZBzJ+NEUbn9bWzD6kFJztx1UYWELyFCbdsPI6050QsrzWzgwYRtuq64l/q50tMCEJ4M=',
  ],
  [
    'aes-192-ctr',
    'base64',
    'hLtLyqZW1938RQVqv1wqfp0F0Q7f8/pkLfEEW7BhaRpz5RCKV3FWGktd886Ol9wHn5NqI5FeZhdyEQzCz3QVfkjnCw==',
  ],
  [
    'des-ede3-cbc',
    'base64',
    'TO2upJ4SeOooZg3LJ+gB+D7nxrmyrGnrmmWnUR/ytCckbAbIsgdXYtXTj1Sg8WSolXiwM8k3FqdtZAuX5KRdJZeaWTMCVGSJ',
  ],
];

const headersFor = (algorithm: string, form: string) => ({ 'x-algoritm': algorithm, 'x-format': form });
const usual = made[0]?.[2] ?? '';

describe('the encrypted form of a notification', () => {
  test.each(made)('%s, %s is what openssl makes and reads', (algorithm, form, encrypted) => {
    const body = { encrypted_data: encrypted };
    expect(decryptNotification(body, headersFor(algorithm, form), appId)).toEqual(plain);
    const again = encryptNotification(plain, appId, { algorithm, form: form as 'base64' | 'hex' });
    expect(again).toEqual({ headers: { ...headersFor(algorithm, form), 'x-encoding': 'utf8' }, body });
  });

  test('without headers is the usual one; the header is also read as it ought to be spelt', () => {
    expect(decryptNotification({ encrypted_data: usual }, {}, appId)).toEqual(plain);
    const spelt = { 'x-algorithm': 'AES-256-CBC', 'x-format': 'BASE64', 'x-encoding': 'UTF8' };
    expect(decryptNotification({ encrypted_data: usual }, spelt, appId)).toEqual(plain);
  });

  test.each<[string, unknown, Record<string, unknown>, string]>([
    ['for another App ID', { encrypted_data: usual }, {}, 'other'],
    ['that was cut', { encrypted_data: usual.slice(0, 40) }, {}, appId],
    ['that is no ciphertext', { encrypted_data: 'hello' }, {}, appId],
    ['without text', {}, {}, appId],
    ['that is nothing', null, {}, appId],
    ['with an unknown cipher', { encrypted_data: usual }, { 'x-algoritm': 'rot13' }, appId],
    ['with a cipher that authenticates', { encrypted_data: usual }, { 'x-algoritm': 'aes-256-gcm' }, appId],
    ['in an unknown form', { encrypted_data: usual }, { 'x-format': 'base32' }, appId],
    ['of an unknown encoding', { encrypted_data: usual }, { 'x-encoding': 'ebcdic' }, appId],
    ['with headers of another type', { encrypted_data: usual }, { 'x-algoritm': ['a', 'b'] }, 'other'],
  ])('%s cannot be read', (_what, body, headers, id) => {
    expect(decryptNotification(body, headers, id)).toBeUndefined();
  });

  test('is not made with a cipher that there is not', () => {
    expect(() => encryptNotification(plain, appId, { algorithm: 'rot13', form: 'hex' })).toThrow('rot13');
  });
});
