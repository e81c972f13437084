/** The part of the SARIF 2.1.0 format (OASIS, 2020) that our logs use, as a schema that lets nothing else through. */
import { Ajv2020 } from 'ajv/dist/2020.js';

type Shape = Record<string, unknown>;

const text = { type: 'string', minLength: 1 };
const uri = { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:[!-~]+$' };
const uriReference = { type: 'string', pattern: '^[!-~]+$' };
const position = { type: 'integer', minimum: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };

function object(required: Shape, optional: Shape = {}): Shape {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

function list(items: Shape, minItems = 0): Shape {
  return { type: 'array', items, minItems };
}

const message = object({ text });
const region = object({
  startLine: position,
  startColumn: position,
  endLine: position,
  endColumn: position,
});
const artifactLocation = object({ uri: uriReference });
const replacement = object(
  { deletedRegion: region },
  { insertedContent: object({ text: { type: 'string' } }) },
);

const rule = object(
  { id: text },
  {
    shortDescription: message,
    help: message,
    defaultConfiguration: object({}, { level }),
  },
);

const result = object(
  { message },
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    locations: list(object({}, { physicalLocation: object({ artifactLocation }, { region }) })),
    fixes: list(
      object(
        { artifactChanges: list(object({ artifactLocation, replacements: list(replacement, 1) }), 1) },
        { description: message },
      ),
    ),
  },
);

const driver = object(
  { name: text },
  {
    semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    rules: { ...list(rule), uniqueItems: true },
  },
);

const log = object(
  {
    version: { const: '2.1.0' },
    runs: list(
      object(
        { tool: object({ driver }) },
        { results: list(result), columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] } },
      ),
    ),
  },
  { $schema: uri },
);

const validate = new Ajv2020({ allErrors: true, strictRequired: false }).compile(log);

/** What keeps a log from being SARIF 2.1.0, one line for each reason. */
export function sarifProblems(candidate: unknown): string[] {
  validate(candidate);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
