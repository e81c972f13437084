/** Diagnostics of the API with the line that each is about. */
import { Pill } from './pill.tsx';

/** A diagnostic as the API sends it: known members, and a position where there is one. */
export interface ApiDiagnostic {
  code: string;
  severity: string;
  message: string;
  file: string;
  [member: string]: unknown;
}

interface DiagnosticsProps {
  diagnostics: readonly ApiDiagnostic[];
  /** Texts of the files, by path. */
  files: Readonly<Record<string, string>>;
}

export function Diagnostics({ diagnostics, files }: DiagnosticsProps) {
  return (
    <ul class="diagnostics">
      {diagnostics.map((diagnostic, index) => {
        const { code, severity, message, file, hint } = diagnostic;
        const line = readLine(diagnostic);
        const text = line === undefined ? undefined : files[file]?.split('\n')[line - 1];
        return (
          <li key={index}>
            <div class="row">
              <Pill tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Pill>
              <code>
                {file}
                {line !== undefined && `:${line}`}
              </code>
              <span class="small faint">{code}</span>
            </div>
            <p>
              {message}
              {typeof hint === 'string' && <span class="muted"> {hint}</span>}
            </p>
            {text !== undefined && <pre>{text.trim()}</pre>}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the line of a diagnostic, from 1; undefined when it is about the whole file. */
function readLine({ start }: ApiDiagnostic): number | undefined {
  if (typeof start !== 'object' || start === null || !('line' in start)) return undefined;
  return typeof start.line === 'number' ? start.line : undefined;
}
