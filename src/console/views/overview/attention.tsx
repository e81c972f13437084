/** Items that need attention, with one action each. */
import type { GetAttentionResponse } from '../../api/generated/index.ts';
import { formatCount, formatRecent } from '../../ui/format.ts';
import { presentItem } from './attention-items.ts';

export function AttentionList({ project, found }: { project: string; found: GetAttentionResponse }) {
  const { items, itemsLeftOut } = found;
  return (
    <section class="card attention" aria-labelledby="needs-attention">
      <header>
        <h2 id="needs-attention">Needs attention</h2>
        {items.length > 0 && <span class="pill">{items.length + itemsLeftOut}</span>}
      </header>
      {items.length > 0 && (
        <ul>
          {items.map((item) => {
            const { heading, tone, text, action, href } = presentItem(project, item);
            return (
              <li key={`${item.code} ${item.flow ?? item.campaign} ${item.version} ${item.step}`}>
                <span class={`dot ${tone}`} />
                <div>
                  <h3>{heading}</h3>
                  <p class="small muted">
                    {/* The dot stays with the text before it, and the time in one piece. */}
                    {`${text}\u00a0· `}
                    <span class="faint nowrap">since {formatRecent(item.since)}</span>
                  </p>
                </div>
                <a class="button compact" href={href} aria-label={`${action}: ${heading}`}>
                  {action}
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <p class="note small muted">{describeRest(items.length, itemsLeftOut)}</p>
    </section>
  );
}

function describeRest(shown: number, leftOut: number): string {
  if (leftOut > 0) return `${formatCount(leftOut, 'more is', 'more are')} not listed.`;
  return shown === 0 ? 'Nothing needs attention.' : 'Nothing else needs attention.';
}
