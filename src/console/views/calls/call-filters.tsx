/** The filters above the list of calls. They change the address. */
import { useId } from 'preact/hooks';
import { useAddressState } from '../../data/address.ts';
import { useFlowNames } from '../../data/flow-names.ts';
import { assignKeys } from '../../shell/key-table.ts';
import type { ElementKeys } from '../../shell/key-table.ts';
import { RESULTS } from '../../ui/call-state.tsx';
import { END_REASONS, findFilterMistakes, toInstant, toLocalInput } from './filters.ts';
import type { TypedFilter } from './filters.ts';

const FILTERS = ['flow', 'number', 'campaign', 'state', 'result', 'ended', 'outcome', 'since'] as const;

/** True where the list shows a part of the calls. */
export function hasFilter(query: Readonly<Record<string, string>>): boolean {
  return FILTERS.some((name) => query[name]);
}

/** @param flow the only flow whose calls are listed; absent: it can be chosen */
export function CallFilters({ project, flow }: { project: string; flow?: string }) {
  const { query, toHref, changeQuery } = useAddressState();
  const change = (name: string, value: string) => {
    changeQuery({ [name]: value, after: undefined });
  };
  const mistakes = findFilterMistakes(query);
  return (
    <form
      class="call-filters"
      role="search"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      {flow === undefined && <FlowFilter project={project} value={query.flow ?? ''} onChange={change} />}
      <TextFilter
        name="number"
        label="Number"
        value={query.number ?? ''}
        hint="+49 151 1234567"
        keys="/"
        mistake={mistakes.number}
        onChange={change}
      />
      <ChoiceFilter
        name="state"
        label="State"
        value={query.state ?? ''}
        choices={['live', 'ended']}
        onChange={change}
      />
      <ChoiceFilter
        name="result"
        label="Result"
        value={query.result ?? ''}
        choices={Object.keys(RESULTS)}
        onChange={change}
      />
      <ChoiceFilter
        name="ended"
        label="Ended"
        value={query.ended ?? ''}
        choices={END_REASONS}
        onChange={change}
      />
      <TextFilter
        name="outcome"
        label="Outcome"
        value={query.outcome ?? ''}
        hint="booked"
        mistake={mistakes.outcome}
        onChange={change}
      />
      <TextFilter
        name="campaign"
        label="Campaign"
        value={query.campaign ?? ''}
        hint="reminders"
        mistake={mistakes.campaign}
        onChange={change}
      />
      <TimeFilter name="since" label="Since" value={query.since ?? ''} onChange={change} />
      {hasFilter(query) && (
        <a class="button plain" href={toHref({})}>
          Clear filters
        </a>
      )}
    </form>
  );
}

interface FilterProps {
  name: string;
  label: string;
  value: string;
  onChange: (name: string, value: string) => void;
}

interface TextFilterProps extends FilterProps {
  name: TypedFilter;
  /** An example. */
  hint: string;
  /** Keys that move the focus here. */
  keys?: ElementKeys;
  /** What to type instead. */
  mistake: string | undefined;
}

function TextFilter({ name, label, value, hint, keys, mistake, onChange }: TextFilterProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        value={value}
        autocomplete="off"
        placeholder={hint}
        {...(keys && assignKeys(keys))}
        aria-invalid={mistake !== undefined}
        aria-describedby={`${id}-mistake`}
        onChange={({ currentTarget }) => {
          onChange(name, currentTarget.value.trim());
        }}
      />
      <span id={`${id}-mistake`} class="mistake" role="status">
        {mistake}
      </span>
    </div>
  );
}

/** A time: an instant in the address, local in the field. */
function TimeFilter({ name, label, value, onChange }: FilterProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="datetime-local"
        value={toLocalInput(value)}
        onChange={({ currentTarget }) => {
          onChange(name, toInstant(currentTarget.value));
        }}
      />
    </div>
  );
}

function ChoiceFilter({
  name,
  label,
  value,
  choices,
  onChange,
}: FilterProps & { choices: readonly string[] }) {
  const id = useId();
  const options = value === '' || choices.includes(value) ? choices : [value, ...choices];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => {
          onChange(name, currentTarget.value);
        }}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function FlowFilter({
  project,
  value,
  onChange,
}: Pick<FilterProps, 'value' | 'onChange'> & { project: string }) {
  const names = useFlowNames(project);
  return <ChoiceFilter name="flow" label="Flow" value={value} choices={names} onChange={onChange} />;
}
