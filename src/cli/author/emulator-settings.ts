/** The settings file of the emulator: YAML or JSON, checked against schemas/emulator.schema.json before anything starts. */
import { getCipherInfo } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { EmulatorSettings } from '../../platform/emulator/model/index.ts';
import { CommandFailure } from '../shared/io.ts';

/** Reads the file; throws `CommandFailure` with one line for everything that is wrong. */
export async function readEmulatorSettings(file: string): Promise<EmulatorSettings> {
  const settings = await parseSettings(file);
  const problems = await findProblems(settings);
  if (problems.length > 0) throw new CommandFailure([`${file} cannot be used:`, ...problems].join('\n  '));
  const { $schema: _schema, ...known } = settings as EmulatorSettings & { $schema?: string };
  return known;
}

async function parseSettings(file: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    // An empty file is a file without settings.
    return (parse(readFileSync(file, 'utf8')) as unknown) ?? {};
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${file} cannot be read: ${says}`);
  }
}

async function findProblems(settings: unknown): Promise<string[]> {
  const [{ Ajv2020 }, schema] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('../../../schemas/emulator.schema.json', { with: { type: 'json' } }),
  ]);
  const validate = new Ajv2020({ allErrors: true, strictTypes: false, verbose: true }).compile(
    schema.default,
  );
  if (!validate(settings)) return [...new Set(telling(validate.errors ?? []).map(problem))];
  const known = settings as EmulatorSettings;
  return [
    ...findRepeatedProjects(known),
    ...findUnknownProjects(known),
    ...unusableCiphers(known),
    ...findUnknownGreetings(known),
  ];
}

/** Of several allowed forms, returns the problems of the closest one. */
function telling(errors: ErrorObject[]): ErrorObject[] {
  const isTold = (path: string) =>
    errors.some(
      ({ instancePath, keyword }) =>
        instancePath.startsWith(`${path}/`) || (instancePath === path && keyword === 'additionalProperties'),
    );
  const forms = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors.filter(
    ({ keyword, instancePath }) =>
      // What is wrong with a name is told by itself.
      keyword !== 'propertyNames' &&
      (!forms.includes(instancePath) || (keyword === 'type' ? !isTold(instancePath) : keyword !== 'anyOf')),
  );
}

function problem({ instancePath, keyword, message = 'is wrong', ...error }: ErrorObject): string {
  const { params, propertyName } = error;
  const { title, properties = {} } = (error.parentSchema ?? {}) as { title?: string; properties?: object };
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, unknown>;
  const at = (name: unknown) => `${instancePath}/${String(name)}`.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return `${at(additionalProperty)} is not a setting${among(Object.keys(properties))}`;
  if (keyword === 'pattern' && title !== undefined)
    return `${propertyName === undefined ? at('').slice(0, -1) : at(propertyName)} must be ${title}`;
  if (keyword === 'required') return `${at(missingProperty)} is missing`;
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the file';
  if (Array.isArray(allowedValues)) return `${place} must be one of ${allowedValues.join(', ')}`;
  return `${place} ${message}`;
}

/** Lists the known names, unless there are too many. */
function among(names: string[]): string {
  return names.length > 20 ? '' : `: there are ${names.join(', ')}`;
}

function findRepeatedProjects({ projects = [] }: EmulatorSettings): string[] {
  const ids = projects.map(({ appId }) => appId);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [`projects.${at}.appId: ${id} is already used`],
  );
}

/** Which ciphers there are is OpenSSL's to say. */
function unusableCiphers({ projects = [] }: EmulatorSettings): string[] {
  return projects.flatMap(({ encrypt }, at) =>
    encrypt === undefined || getCipherInfo(encrypt.algorithm) !== undefined
      ? []
      : [`projects.${at}.encrypt.algorithm: OpenSSL does not know the cipher ${encrypt.algorithm}`],
  );
}

function findUnknownGreetings({ prompts, numbers = {} }: EmulatorSettings): string[] {
  if (prompts === undefined) return [];
  return Object.entries(numbers).flatMap(([number, { greeting }]) =>
    typeof greeting !== 'object' || !('prompt' in greeting) || prompts.includes(greeting.prompt)
      ? []
      : [`numbers.${number}.greeting.prompt: no prompt ${greeting.prompt}`],
  );
}

function findUnknownProjects({ projects, numbers = {} }: EmulatorSettings): string[] {
  const known = new Set(projects?.map(({ appId }) => appId) ?? ['demo']);
  return Object.entries(numbers).flatMap(([number, { project }]) =>
    project === undefined || known.has(project) ? [] : [`numbers.${number}.project: no project ${project}`],
  );
}
