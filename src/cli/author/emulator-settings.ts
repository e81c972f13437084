/** Reads the settings file of the emulator: YAML or JSON, validated against schemas/emulator.schema.json. */
import { getCipherInfo } from 'node:crypto';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { carrierProfiles } from '../../carriers/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import type { EmulatorSettings } from '../../platform/emulator/model/index.ts';
import { CommandFailure, describeError, readTextFile } from '../shared/io.ts';

/** Settings as a file holds them. */
type SettingsFile = Omit<EmulatorSettings, 'capabilities'> & { $schema?: string; carrier?: CarrierKind };

/** Reads the file. Throws a `CommandFailure` with one line per problem. */
export async function readEmulatorSettings(file: string): Promise<EmulatorSettings> {
  const settings = await parseSettings(file);
  const problems = await findProblems(settings);
  if (problems.length > 0) throw new CommandFailure([`${file} cannot be used:`, ...problems].join('\n  '));
  const { $schema: _schema, carrier, ...known } = settings as SettingsFile;
  return { ...known, ...(carrier && { capabilities: carrierProfiles[carrier] }) };
}

async function parseSettings(file: string): Promise<unknown> {
  const { parse } = await import('yaml');
  const text = readTextFile(file);
  try {
    // An empty file has no settings.
    return (parse(text) as unknown) ?? {};
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describeError(error)}`);
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
  if (!validate(settings)) return [...new Set(selectErrors(validate.errors ?? []).map(renderProblem))];
  const known = settings as EmulatorSettings;
  return [
    ...findRepeatedProjects(known),
    ...findUnknownProjects(known),
    ...findUnknownCiphers(known),
    ...findUnknownGreetings(known),
  ];
}

/** If a value may have several forms, selects the problems of the closest one. */
function selectErrors(errors: ErrorObject[]): ErrorObject[] {
  const isReportedInside = (path: string) =>
    errors.some(
      ({ instancePath, keyword }) =>
        instancePath.startsWith(`${path}/`) || (instancePath === path && keyword === 'additionalProperties'),
    );
  const forms = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors.filter(
    ({ keyword, instancePath }) =>
      // An invalid name has an error of its own.
      keyword !== 'propertyNames' &&
      (!forms.includes(instancePath) ||
        (keyword === 'type' ? !isReportedInside(instancePath) : keyword !== 'anyOf')),
  );
}

function renderProblem({ instancePath, keyword, message = 'is invalid', ...error }: ErrorObject): string {
  const { params, propertyName } = error;
  const { title, properties = {} } = (error.parentSchema ?? {}) as { title?: string; properties?: object };
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, unknown>;
  const at = (name: unknown) => `${instancePath}/${String(name)}`.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return `${at(additionalProperty)} is not a setting${renderKnownNames(Object.keys(properties))}`;
  if (keyword === 'pattern' && title !== undefined)
    return `${propertyName === undefined ? at('').slice(0, -1) : at(propertyName)} must be ${title}`;
  if (keyword === 'required') return `${at(missingProperty)} is missing`;
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the file';
  if (Array.isArray(allowedValues)) return `${place} must be one of ${allowedValues.join(', ')}`;
  return `${place} ${message}`;
}

function renderKnownNames(names: string[]): string {
  return names.length > 20 ? '' : `: expected one of ${names.join(', ')}`;
}

function findRepeatedProjects({ projects = [] }: EmulatorSettings): string[] {
  const ids = projects.map(({ appId }) => appId);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [`projects.${at}.appId: ${id} is already used`],
  );
}

function findUnknownCiphers({ projects = [] }: EmulatorSettings): string[] {
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
