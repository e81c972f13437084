/** What is asked of a web service, fact by fact. */
import { templateText } from '../../language/model/index.ts';
import type { Assignment, JsonTemplate, Template, WebTemplate } from '../../language/model/index.ts';
import { formatDuration } from '../../language/text/index.ts';
import type { NamedFact } from './content.ts';

/** The facts of a request: method and address in one, each header and each part of its body by itself. */
export function requestFacts({ method, url, query, headers, body, timeoutMs }: WebTemplate): NamedFact[] {
  return [
    ['request', `${method} ${templateText(url)}`],
    ...textFacts('request.query', query),
    ...textFacts('request.headers', headers),
    ...(body === undefined ? [] : bodyFacts(body)),
    ['request.timeout', formatDuration(timeoutMs)],
  ];
}

function textFacts(name: string, texts: Record<string, Template>): NamedFact[] {
  return Object.entries(texts).map(([key, text]) => [`${name}.${key}`, writtenText(text)]);
}

function bodyFacts(body: NonNullable<WebTemplate['body']>): NamedFact[] {
  if ('json' in body) return jsonFacts(body.json, '');
  return 'form' in body ? textFacts('request.body', body.form) : [['request.body', writtenText(body.text)]];
}

function jsonFacts(json: JsonTemplate, path: string): NamedFact[] {
  if ('map' in json)
    return json.map.flatMap(([name, value]) => jsonFacts(value, path === '' ? name : `${path}.${name}`));
  if ('list' in json) return json.list.flatMap((value, index) => jsonFacts(value, `${path}[${index}]`));
  return [[path === '' ? 'request.body' : `request.body.${path}`, valueText(json)]];
}

/** A value as its author wrote it. */
export function valueText(value: Assignment['value'] | Extract<JsonTemplate, { literal: unknown }>): string {
  if ('literal' in value) return quoted(String(value.literal));
  return 'template' in value ? writtenText(value.template) : `\${${value.expression}}`;
}

/** Text with expressions as its author wrote it, in quotes where it has several words. */
export function writtenText(template: Template): string {
  const [only, ...others] = template;
  const isExpression = typeof only === 'object' && others.length === 0;
  return isExpression ? templateText(template) : quoted(templateText(template));
}

function quoted(text: string): string {
  return /\s|^$/.test(text) ? `“${text}”` : text;
}
