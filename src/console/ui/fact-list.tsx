/** Facts as a list of terms and values. */
import type { ComponentChildren } from 'preact';

interface FactListProps {
  facts: readonly (readonly [name: string, value: ComponentChildren])[];
  isSmall?: boolean;
}

export function FactList({ facts, isSmall = false }: FactListProps) {
  return (
    <dl class={isSmall ? 'facts small' : 'facts'}>
      {facts.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
