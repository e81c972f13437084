import type { SourceFile } from '../../../importers/index.ts';
import type { ImportResult } from '../../worker/protocol.ts';

type Node = ImportResult['report']['nodes'][number];

/** An original, with each line at which a node begins in the colour of the node's grade. */
export function SourcePane({ file: { file, text }, nodes }: { file: SourceFile; nodes: readonly Node[] }) {
  const own = nodes.filter((node) => node.file === file);
  const byLine = new Map(own.map((node) => [node.place.line, node]));
  return (
    <figure>
      <figcaption>
        <code>{file}</code>
      </figcaption>
      <pre tabIndex={0}>
        {text.split('\n').map((line, at) => {
          const node = byLine.get(at + 1);
          if (node === undefined) return `${line}\n`;
          const { grade, type, reason } = node;
          const title = [type, grade, reason].filter((part) => part !== undefined).join(' · ');
          return (
            <mark key={at} class={`grade ${grade}`} title={title}>
              {`${line}\n`}
            </mark>
          );
        })}
      </pre>
    </figure>
  );
}
