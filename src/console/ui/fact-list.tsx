/** Facts as a list of terms and values. */
import type { ComponentChildren } from 'preact';

interface FactListProps {
  facts: readonly (readonly [name: string, value: ComponentChildren])[];
  isSmall?: boolean;
  /** True for a list that fills a card, with lines between the facts. */
  isLined?: boolean;
}

export function FactList({ facts, isSmall = false, isLined = false }: FactListProps) {
  return (
    <dl class={`facts ${isSmall ? 'small' : ''} ${isLined ? 'lined' : ''}`}>
      {facts.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
