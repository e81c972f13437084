/** Writes docs/errors.md: every error code of the HTTP API with its cause and its cure. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { errors } from '../src/service/errors/index.ts';
import { table } from './reference/markdown.ts';

const root = join(import.meta.dirname, '..');
export const errorsPath = 'docs/errors.md';

const INTRODUCTION = `# Error codes of the API

<!-- Made by \`npm run generate\` from src/service/errors; do not edit. -->

The API answers errors as \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). \`code\` is stable and
meant for programs; \`detail\` is meant for people and may change. \`requestId\` is the \`X-Request-Id\` of the answer, under which
the log has the error too. With 429 and 503, \`Retry-After\` says when to retry where that is known.

Which operation can answer with which code is part of its description in \`openapi.json\`. Codes that appear only in the log are
listed in [operations](operations.md#error-codes).
`;

/** Renders the page. */
export async function renderErrors(): Promise<string> {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  const sections = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, entries]) => {
      const rows = entries
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([code, { title, cause, cure }]) => [`\`${code}\``, title, cause, cure]);
      return `## ${status}\n\n${table(['Code', 'Title', 'Cause', 'Cure'], rows)}`;
    });
  const settings = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8')) as object;
  return format([INTRODUCTION, ...sections].join('\n\n'), { ...settings, parser: 'markdown' });
}

if (import.meta.main) {
  writeFileSync(join(root, errorsPath), await renderErrors());
  console.log(errorsPath);
}
