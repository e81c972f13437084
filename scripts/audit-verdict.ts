/** What the answer of `npm audit --json` comes to. */

export interface Verdict {
  /** For people, a line each. */
  lines: string[];
  /** 0 nothing bad is known, or nobody could say; 1 something is. */
  exitCode: 0 | 1;
}

interface Answer {
  message?: string;
  metadata?: { vulnerabilities?: Partial<Record<string, number>> };
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
}

const BAD = ['high', 'critical'];

/** Reads the answer. A registry that does not offer it, or is not reached, is told, and is no reason to fail. */
export function verdictOf(json: string): Verdict {
  const { metadata, vulnerabilities = {}, message = 'no answer' } = read(json);
  if (metadata?.vulnerabilities === undefined)
    return { lines: [`nothing was checked, the registry does not say: ${message}`], exitCode: 0 };
  const bad = Object.entries(vulnerabilities).filter(([, { severity }]) => BAD.includes(severity));
  if (bad.length === 0) return { lines: ['no dependency is known to be dangerous'], exitCode: 0 };
  return {
    lines: bad.map(([name, { severity, range = 'any version' }]) => `${name} ${range}: ${severity}`),
    exitCode: 1,
  };
}

function read(json: string): Answer {
  try {
    return (JSON.parse(json) ?? {}) as Answer;
  } catch {
    return {};
  }
}
