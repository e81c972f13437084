import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../scripts/audit-verdict.ts';

const strict = { isUncheckedAllowed: false };
const lenient = { isUncheckedAllowed: true };

const found = (vulnerabilities: Record<string, { severity: string; range?: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { total: 1 } } });

describe('the audit of dependencies', () => {
  test('passes where nothing is known', () => {
    expect(verdictOf(found({}), strict)).toEqual({
      lines: ['no dependency is known to be dangerous'],
      exitCode: 0,
    });
  });

  test('passes where what is known does not matter much', () => {
    const answer = found({ one: { severity: 'low' }, other: { severity: 'moderate', range: '<2' } });
    expect(verdictOf(answer, lenient).exitCode).toBe(0);
  });

  test('fails, and names them, where dangerous ones are known', () => {
    const answer = found({
      'bad-one': { severity: 'high', range: '<1.2.3' },
      fine: { severity: 'low', range: '*' },
      worse: { severity: 'critical' },
    });
    expect(verdictOf(answer, lenient)).toEqual({
      lines: ['bad-one <1.2.3: high', 'worse any version: critical'],
      exitCode: 1,
    });
  });

  test.each([
    ['offers no audit', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
    ['is not reached', '', 'no answer'],
    ['answers something else', '<html>', 'no answer'],
    ['answers nothing', 'null', 'no answer'],
    ['answers an error without a text', '{"message":{}}', 'no answer'],
    ['answers an error of several lines', '{"message":"not\\nhere"}', 'not here'],
  ])('fails with one line where the registry %s, unless that is allowed', (_what, json, reason) => {
    const line = `nothing was checked: the registry gave no audit report (${reason})`;
    expect(verdictOf(json, strict)).toEqual({
      lines: [`${line}; --allow-unchecked accepts that`],
      exitCode: 1,
    });
    expect(verdictOf(json, lenient)).toEqual({ lines: [line], exitCode: 0 });
  });

  test.each([
    [[], 1],
    [['--allow-unchecked'], 0],
  ])('is run with %j against a registry that offers none, and exits with %d', async (flags, exitCode) => {
    const registry = createServer((_request, response) => response.writeHead(405).end('{}'));
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    const { port } = registry.address() as AddressInfo;
    const audit = spawn(process.execPath, ['scripts/audit.ts', ...flags], {
      env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` },
    });
    const [output, closed] = await Promise.all([text(audit.stdout), once(audit, 'close')]);
    registry.close();
    expect(output).toMatch(/^audit: nothing was checked: .*\n$/);
    expect(closed[0]).toBe(exitCode);
  });
});
