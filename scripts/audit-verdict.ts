/** Decides what the answer of `npm audit --json` means. */

export interface Verdict {
  /** Lines of the report. */
  lines: string[];
  /** 0: no known vulnerability; 1: a known vulnerability, or no check where one is required. */
  exitCode: 0 | 1;
}

export interface VerdictOptions {
  /** True to pass when the registry cannot be reached or offers no audit. */
  isUncheckedAllowed: boolean;
}

interface Answer {
  message?: string;
  metadata?: { vulnerabilities?: Partial<Record<string, number>> };
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
}

const BAD = ['high', 'critical'];

/** Flag that lets the audit pass when nothing could be checked. */
export const ALLOW_UNCHECKED = '--allow-unchecked';

/** Parses npm's output; text without an audit report means that nothing was checked. */
export function verdictOf(json: string, { isUncheckedAllowed }: VerdictOptions): Verdict {
  const { metadata, vulnerabilities = {}, message } = readAnswer(json);
  if (metadata?.vulnerabilities === undefined) return unchecked(message, isUncheckedAllowed);
  const bad = Object.entries(vulnerabilities).filter(([, { severity }]) => BAD.includes(severity));
  if (bad.length === 0) return { lines: ['no dependency is known to be dangerous'], exitCode: 0 };
  return {
    lines: bad.map(([name, { severity, range = 'any version' }]) => `${name} ${range}: ${severity}`),
    exitCode: 1,
  };
}

function unchecked(message: unknown, isAllowed: boolean): Verdict {
  const reason = typeof message === 'string' && message !== '' ? message : 'no answer';
  const what = `nothing was checked: the registry gave no audit report (${reason.replace(/\s+/g, ' ')})`;
  if (isAllowed) return { lines: [what], exitCode: 0 };
  return { lines: [`${what}; ${ALLOW_UNCHECKED} accepts that`], exitCode: 1 };
}

function readAnswer(json: string): Answer {
  try {
    return (JSON.parse(json) ?? {}) as Answer;
  } catch {
    return {};
  }
}
