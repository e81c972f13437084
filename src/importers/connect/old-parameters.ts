/** Parameters of a module of the old console export. */
import type { Span } from '../../language/diagnostics/index.ts';
import { Fields } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import { makeObject, makeText } from './trees.ts';
import type { NewField } from './trees.ts';

/** Names of the console for values that the system sets, and their paths. */
const systemValues: Readonly<Record<string, string>> = {
  'Customer Number': 'CustomerEndpoint.Address',
  'Dialed Number': 'SystemEndpoint.Address',
  'Customer callback number': 'CustomerCallbackNumber',
  'Stored customer input': 'StoredCustomerInput',
  'Queue name': 'Queue.Name',
  'Queue ARN': 'Queue.ARN',
  'Contact id': 'ContactId',
  'Initial contact id': 'InitialContactId',
  'Previous contact id': 'PreviousContactId',
  'Text to speech voice': 'TextToSpeechVoice',
  'Initiation method': 'InitiationMethod',
  'AWS Region': 'AwsRegion',
  'Instance ARN': 'InstanceARN',
  Channel: 'Channel',
  Language: 'LanguageCode',
};

const namespaces: Readonly<Record<string, string>> = {
  'User Defined': 'Attributes',
  External: 'External',
  Flow: 'FlowAttributes',
  'Flow Attributes': 'FlowAttributes',
};

/** Reads the parameters by name; what nobody asks for is told. */
export class OldParameters {
  readonly span: Span;
  readonly #all: { name: string; fields: Fields; node: DataNode }[];
  readonly #asked = new Set<string>();

  constructor(nodes: readonly DataNode[], span: Span) {
    this.span = span;
    this.#all = nodes.map((node) => {
      const fields = new Fields(node);
      return { name: fields.text('name') ?? '', fields, node };
    });
  }

  /** Returns the value of a parameter, as a path if it is one of a namespace. */
  value(name: string): DataNode | undefined {
    this.#asked.add(name);
    const found = this.#all.find((one) => one.name === name);
    return found && toValue(found.fields);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
  }

  /** Returns the parameters of a name that have a key each, as an object. */
  map(name: string): DataNode {
    this.#asked.add(name);
    const fields = this.#all
      .filter((one) => one.name === name)
      .map((one): NewField => [one.fields.text('key') ?? '', toValue(one.fields)]);
    return makeObject(this.span, fields);
  }

  /** Name of the queue, prompt or flow that a parameter refers to. */
  resourceName(name: string): string | undefined {
    return this.#all.find((one) => one.name === name)?.fields.text('resourceName');
  }

  /** Lists the parameters that nobody has asked for, as fields of the new form. */
  listRest(): NewField[] {
    return this.#all
      .filter(({ name }) => name !== '' && !this.#asked.has(name))
      .map(({ name, fields }) => [name, toValue(fields)]);
  }
}

function toValue(fields: Fields): DataNode | undefined {
  const namespace = fields.text('namespace');
  const value = fields.node('value');
  const text = fields.text('value');
  if (namespace === undefined || namespace === '' || text === undefined || text.startsWith('$.'))
    return value;
  return makeText(fields.spanOf('value'), toPath(namespace, text));
}

/** Writes a value of a namespace as a path. */
export function toPath(namespace: string, name: string): string {
  if (namespace === 'System') {
    const known = Object.keys(systemValues).find((key) => key.toLowerCase() === name.toLowerCase());
    return `$.${known === undefined ? name.replaceAll(/\s+/g, '') : (systemValues[known] ?? name)}`;
  }
  const root = Object.hasOwn(namespaces, namespace)
    ? namespaces[namespace]
    : namespace.replaceAll(/\s+/g, '.');
  return /^[\w.-]*\w$/.test(name) ? `$.${root}.${name}` : `$.${root}['${name}']`;
}
