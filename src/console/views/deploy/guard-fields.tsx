/** The limits at which a canary is rolled back by the service. */
import type { Guard } from '../../data/deployments.ts';

interface GuardFieldsProps {
  guard: Guard;
  onChange: (guard: Guard) => void;
}

const fields = [
  { key: 'maxErrorPercent', label: 'Failed more than, %', max: 100, min: 0 },
  { key: 'maxHangupPercent', label: 'Hung up more than, %', max: 100, min: 0 },
  { key: 'minCalls', label: 'Not before, calls', min: 1, max: 1_000_000 },
] as const;

export function GuardFields({ guard, onChange }: GuardFieldsProps) {
  return (
    <fieldset class="guard">
      <legend>Guard: rolls the canary back by itself</legend>
      <div class="guard-fields">
        {fields.map(({ key, label, min, max }) => (
          <label key={key} class="field">
            {label}
            <input
              class="input"
              type="number"
              min={min}
              max={max}
              required
              value={Number.isNaN(guard[key]) ? '' : guard[key]}
              onInput={({ currentTarget }) => {
                onChange({ ...guard, [key]: currentTarget.valueAsNumber });
              }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
