import { describe, expect, test } from 'vitest';
import { verdictOf } from '../scripts/audit-verdict.ts';

const found = (vulnerabilities: Record<string, { severity: string; range?: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { total: 1 } } });

describe('the audit of dependencies', () => {
  test('passes where nothing is known', () => {
    expect(verdictOf(found({}))).toEqual({ lines: ['no dependency is known to be dangerous'], exitCode: 0 });
  });

  test('passes where what is known does not matter much', () => {
    const answer = found({ one: { severity: 'low' }, other: { severity: 'moderate', range: '<2' } });
    expect(verdictOf(answer).exitCode).toBe(0);
  });

  test('fails, and names them, where dangerous ones are known', () => {
    const answer = found({
      'bad-one': { severity: 'high', range: '<1.2.3' },
      fine: { severity: 'low', range: '*' },
      worse: { severity: 'critical' },
    });
    expect(verdictOf(answer)).toEqual({
      lines: ['bad-one <1.2.3: high', 'worse any version: critical'],
      exitCode: 1,
    });
  });

  test.each([
    ['offers no audit', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
    ['is not reached', '', 'no answer'],
    ['answers something else', '<html>', 'no answer'],
    ['answers nothing', 'null', 'no answer'],
  ])('says that nothing was checked where the registry %s, and does not fail', (_what, json, reason) => {
    expect(verdictOf(json)).toEqual({
      lines: [`nothing was checked, the registry does not say: ${reason}`],
      exitCode: 0,
    });
  });
});
