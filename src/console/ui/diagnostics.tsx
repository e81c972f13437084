/** Diagnostics of the API with the line that each is about. */
import { renderQuery } from '../data/address.ts';
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
  /** Address of the editor, where the files can be changed: each diagnostic leads to its line. */
  editor?: string | undefined;
}

export function Diagnostics({ diagnostics, files, editor }: DiagnosticsProps) {
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
              <Place file={file} line={line} editor={file in files ? editor : undefined} />
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

interface PlaceProps {
  file: string;
  line: number | undefined;
  editor: string | undefined;
}

function Place({ file, line, editor }: PlaceProps) {
  const place = <code>{line === undefined ? file : `${file}:${line}`}</code>;
  if (editor === undefined) return place;
  return <a href={`${editor}${renderQuery({ file, line: line?.toString() })}`}>{place}</a>;
}

/** Returns the line of a diagnostic, from 1; undefined when it is about the whole file. */
function readLine({ start }: ApiDiagnostic): number | undefined {
  if (typeof start !== 'object' || start === null || !('line' in start)) return undefined;
  return typeof start.line === 'number' ? start.line : undefined;
}
