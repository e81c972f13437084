import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { propertiesWithoutDescription } from './descriptions.ts';

type Json = Record<string, unknown>;

const sms = JSON.parse(
  await readFile(new URL('../../../schemas/platform/sms.schema.json', import.meta.url), 'utf8'),
) as Json;
const ajv = new Ajv2020({ allowUnionTypes: true, strict: true, strictTypes: false, strictRequired: false });
ajv.addSchema(sms, 'sms');

describe('the SMS schema', () => {
  it('describes every property', () => {
    expect(propertiesWithoutDescription(sms, 'sms')).toEqual([]);
  });

  it('names the section of the specification in every description', () => {
    const descriptions = JSON.stringify(sms.$defs).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g);
    const unnamed = Array.from(descriptions, ([, text]) => text).filter(
      (text) => text === undefined || !/sms\.md \d/.test(text),
    );
    expect(unnamed).toEqual([]);
  });

  const job = { template_id: 't', campaign_id: 'c' };
  it.each([
    ['SendSmsRequest', { ...job, to: ['+4930'] }, true],
    ['SendSmsRequest', { ...job, to: ['+4930'], data: { name: 'Ann', amount: 3 } }, true],
    ['SendSmsRequest', { ...job, recipient: [{ to: '+4930', uuid: 'u', city: 'Bonn' }] }, true],
    ['SendSmsRequest', { ...job }, false],
    ['SendSmsRequest', { ...job, to: ['+4930'], recipient: [{ to: '+4930' }] }, false],
    ['SendSmsRequest', { ...job, recipient: [{ to: '+4930' }], data: {} }, false],
    ['SendSmsRequest', { ...job, recipient: [{ name: 'Ann' }] }, false],
    ['SendSmsRequest', { ...job, to: [] }, false],
    ['SendSmsRequest', { ...job, to: Array.from({ length: 1_001 }, () => '+4930') }, false],
    ['SendSmsRequest', { ...job, to: ['+4930'], validity: 0 }, false],
    ['SendSmsRequest', { ...job, to: ['+4930'], data_coding: 'latin' }, false],
    ['SmsTokenRequest', { app_id: 'a' }, false],
    ['SmsErrorBody', { result: 1, details: 'Authentication failed', desc: 'Authentication failed' }, false],
    ['SmsErrorBody', { status: 'error', error_code: 'OPT_OUT', message: 'm', request_id: 'r' }, true],
    ['IncomingSmsNotification', { id: 'a1', to: 4930, from: 4931, received: '2026-01-01T00:00:00' }, true],
  ])('%s: %j is valid: %s', (definition, value, valid) => {
    expect(ajv.validate(`sms#/$defs/${definition}`, value)).toBe(valid);
  });
});
