import type { ImportResult } from '../../worker/protocol.ts';

/** What is not the same in the flow. */
export function Losses({ losses }: { losses: ImportResult['report']['losses'] }) {
  if (losses.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>What is not the same</h2>
      </header>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Place</th>
              <th>What</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {losses.map(({ file, place, detail, text, reason, node }, at) => (
              <tr key={at}>
                <td>
                  <code>
                    {file}:{place.line}
                  </code>
                </td>
                <td>{detail ?? node}</td>
                <td>
                  {text} <code class="small muted">{reason}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
