/** Fields of a form. Each keeps its own value; the form reads it by the field's name. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useMistake } from './form.tsx';

interface FieldProps {
  label: string;
  /** Name of the value, as the API names it: `platform.appId` for a member of a member. */
  name: string;
  hint?: ComponentChildren;
  children: (attributes: {
    id: string;
    name: string;
    class: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => JSX.Element;
}

function Field({ label, name, hint, children }: FieldProps) {
  const id = useId();
  const mistake = useMistake(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        class: 'input',
        'aria-describedby': `${id}-notes`,
        'aria-invalid': mistake !== undefined,
      })}
      <div id={`${id}-notes`} class="field">
        {mistake !== undefined && (
          <span class="mistake" role="alert">
            {mistake}
          </span>
        )}
        {hint !== undefined && <span class="hint">{hint}</span>}
      </div>
    </div>
  );
}

interface TextFieldProps {
  label: string;
  name: string;
  hint?: ComponentChildren;
  /** The value at first. */
  value?: string | number | undefined;
  type?: 'text' | 'datetime-local' | 'time';
  isRequired?: boolean;
  /** True for a field whose value cannot be changed. */
  isFixed?: boolean;
  /** For a number: the least and the greatest one; `step` is 1 for whole numbers. */
  range?: { min: number; max: number; step: number | 'any' };
  /** Values that are proposed. */
  proposals?: readonly string[];
}

export function TextField({ label, name, hint, value = '', type = 'text', ...more }: TextFieldProps) {
  const { isRequired = false, isFixed = false, range, proposals } = more;
  const list = useId();
  return (
    <Field label={label} name={name} hint={hint}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type={range === undefined ? type : 'number'}
            {...range}
            defaultValue={String(value)}
            autocomplete="off"
            spellcheck={false}
            required={isRequired}
            readOnly={isFixed}
            {...(proposals !== undefined && { list })}
          />
          {proposals !== undefined && (
            <datalist id={list}>
              {proposals.map((proposal) => (
                <option key={proposal} value={proposal} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface LinesFieldProps {
  label: string;
  name: string;
  hint?: ComponentChildren;
  /** The lines at first. */
  lines?: readonly string[];
}

export function LinesField({ label, name, hint, lines = [] }: LinesFieldProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(attributes) => (
        <textarea {...attributes} rows={3} spellcheck={false} defaultValue={lines.join('\n')} />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  label: string;
  name: string;
  hint?: ComponentChildren;
  /** The value at first; default: the first option. */
  value?: string | undefined;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, name, hint, value, options }: SelectFieldProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(attributes) => (
        <select {...attributes}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
