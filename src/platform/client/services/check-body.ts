/** Validation of bodies against the JSON Schemas. Schemas are loaded with the first request that has a body. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { toFields } from '../../wire/index.ts';
import { toProblems } from './body-problems.ts';
import type { Service } from './endpoint.ts';
import type { Problem } from '../invalid-request.ts';

/** Returns the mistakes in a body. `definition` is the name of a definition in the service's schema. */
export async function checkBody(service: Service, definition: string, body: unknown): Promise<Problem[]> {
  const { getSchema } = await getSchemas();
  const validate = getSchema(`${service}#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`${service}.schema.json has no definition ${definition}`);
  if (validate(body)) return [];
  const resolve = (reference: string) => toFields(getSchema(service + reference)?.schema);
  return toProblems(validate.errors ?? [], resolve);
}

interface Schemas {
  getSchema: (reference: string) => ValidateFunction | undefined;
}

let opened: Promise<Schemas> | undefined;

function getSchemas(): Promise<Schemas> {
  opened ??= loadSchemas();
  return opened;
}

async function loadSchemas(): Promise<Schemas> {
  const [{ Ajv2020 }, voice, sms, video] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('../../../../schemas/platform/voice.schema.json', { with: { type: 'json' } }),
    import('../../../../schemas/platform/sms.schema.json', { with: { type: 'json' } }),
    import('../../../../schemas/platform/video.schema.json', { with: { type: 'json' } }),
  ]);
  const formats = { uri: (text: string) => URL.canParse(text) };
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false, formats });
  ajv.addSchema(voice.default, 'voice').addSchema(sms.default, 'sms').addSchema(video.default, 'video');
  return { getSchema: (reference) => ajv.getSchema(reference) };
}
