/** Runs a program: text in, bytes out, within limits of time and size. */
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { OperationalError } from '../../engine/ports/index.ts';

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

export interface RunLimits {
  timeoutMs: number;
  /** Maximum output, bytes. */
  maxBytes: number;
}

interface Run extends RunLimits {
  command: Command;
  input: string;
  signal: AbortSignal;
}

/** Length of an error output that is repeated in a message. */
const MAX_ERROR_CHARS = 200;

/**
 * Runs a program with the input as its standard input, and returns what it prints. Throws an `OperationalError`:
 * `speech_unavailable` if it cannot be started or takes too long, `speech_failed` if it fails or prints too much.
 */
export async function runProgram({ command, input, timeoutMs, maxBytes, signal }: Run): Promise<Buffer> {
  signal.throwIfAborted();
  const [program, ...args] = command;
  // A group of its own, so that programs that it has started end with it.
  const child = spawn(program, args, { env: withoutSecrets(), stdio: 'pipe', detached: true });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const stop = (error: unknown) => {
    killGroup(child);
    reject(error);
  };
  const timer = setTimeout(() => {
    stop(unavailableError(`"${program}" did not end within ${timeoutMs / 1_000} s`, true));
  }, timeoutMs);
  const onAbort = () => {
    stop(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  child.on('error', (error) => {
    stop(toStartError(program, error));
  });
  const complaints = collectErrors(child);
  const output = collectOutput(child, maxBytes, () => {
    stop(failedError(`"${program}" printed more than ${Math.floor(maxBytes / 1_048_576)} MB`));
  });
  child.on('close', (code, killedBy) => {
    if (code === 0) resolve(Buffer.concat(output));
    else reject(failedError(`"${program}" ended with ${code ?? killedBy}${complaints()}`));
  });
  feed(child, input);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function feed({ stdin }: ChildProcess, input: string): void {
  // A program that does not read its input closes it early; its exit code tells whether that is a failure.
  stdin?.on('error', () => undefined);
  stdin?.end(input);
}

function collectOutput({ stdout }: ChildProcess, maxBytes: number, onOverflow: () => void): Buffer[] {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else onOverflow();
  });
  return chunks;
}

/** Returns a function that gives the beginning of the error output, for a message. */
function collectErrors({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8');
  stderr?.on('data', (chunk: string) => {
    if (text.length < MAX_ERROR_CHARS) text = (text + chunk).slice(0, MAX_ERROR_CHARS);
  });
  return () => (text.trim() === '' ? '' : `: ${text.replace(/\s+/g, ' ').trim()}`);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The environment without the settings of the service, which contain secrets. */
function withoutSecrets(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(RINGFLOW|OTEL)_/.test(name));
  return Object.fromEntries(kept);
}

function toStartError(program: string, error: Error): OperationalError {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  if (!isMissing) return unavailableError(`"${program}" cannot be started: ${error.message}`, true);
  const hint =
    program === 'espeak-ng' ? 'install it, on Debian with "apt-get install espeak-ng"' : 'install it';
  return unavailableError(`"${program}" is not installed: ${hint}, or set another --speech-command`, false);
}

function unavailableError(message: string, retryable: boolean): OperationalError {
  return new OperationalError('speech_unavailable', message, { retryable });
}

function failedError(message: string): OperationalError {
  return new OperationalError('speech_failed', message, { retryable: false });
}
