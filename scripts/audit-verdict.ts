/** Decides what the answer of `npm audit --json` means. */

export interface Verdict {
  /** For people, a line each. */
  lines: string[];
  /** 0: no dangerous dependency is known; 1: one is known, or nothing could be checked and that is not allowed. */
  exitCode: 0 | 1;
}

export interface VerdictOptions {
  /** Whether the audit passes when the registry cannot be reached or offers no audit. */
  isUncheckedAllowed: boolean;
}

interface Answer {
  message?: string;
  metadata?: { vulnerabilities?: Partial<Record<string, number>> };
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
}

const BAD = ['high', 'critical'];

/** The flag with which the audit passes when nothing could be checked. */
export const ALLOW_UNCHECKED = '--allow-unchecked';

/** Reads npm's answer; text that holds no audit report means that nothing was checked. */
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
