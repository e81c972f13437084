/** A form that sends its values to the API and shows each mistake beside its field. */
import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { ProblemNote } from '../problem-note.tsx';
import { readAll, readMistakes, toMistakes } from './mistakes.ts';
import type { Mistakes } from './mistakes.ts';
import { FormValues } from './values.ts';
import { WriteButton } from '../write-button.tsx';

const MistakesContext = createContext<Mistakes>({});

/** The mistake of a field after the last attempt; undefined: none. */
export function useMistake(name: string): string | undefined {
  return useContext(MistakesContext)[name];
}

interface FormProps {
  /** The verb of the button: "Save route". */
  action: string;
  /** The action that failed: "The route was not saved.". */
  failure: string;
  /** Code of a refusal → the field that it concerns. */
  fields?: Readonly<Record<string, string>>;
  /** Reads the values without sending them; throws an `ApiProblem` with all mistakes that are found without the API. */
  check?: (values: FormValues) => unknown;
  /** Sends the values; throws an `ApiProblem`. */
  onSubmit: (values: FormValues) => Promise<void>;
  onCancel?: () => void;
  /** Text of the button that calls `onCancel`; default: Cancel. */
  cancel?: string;
  children: ComponentChildren;
}

export function Form({ action, failure, fields = {}, onSubmit, onCancel, ...more }: FormProps) {
  const { cancel = 'Cancel', check, children } = more;
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [problem, setProblem] = useState<ApiProblem | undefined>();

  const showFailure = (error: unknown) => {
    const refusal = asProblem(error);
    const found = readMistakes(refusal, fields);
    const field = listFields(form.current).find(({ name }) => Object.hasOwn(found, name));
    setMistakes(found);
    if (field === undefined) setProblem(refusal);
    else {
      // What is folded cannot have the focus.
      field.closest('details')?.setAttribute('open', '');
      field.focus();
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (form.current === null || isBusy) return;
    const values = new FormValues(new FormData(form.current));
    setBusy(true);
    setMistakes({});
    setProblem(undefined);
    Promise.resolve(form.current)
      .then((element) => {
        readAll([checkFields.bind(undefined, element), () => check?.(values)]);
        return onSubmit(values);
      })
      .catch(showFailure)
      .finally(() => {
        setBusy(false);
      });
  };
  return (
    <form ref={form} class="column" noValidate onSubmit={submit}>
      <MistakesContext.Provider value={mistakes}>{children}</MistakesContext.Provider>
      {problem !== undefined && <ProblemNote problem={problem} what={failure} />}
      <div class="row">
        <WriteButton type="submit" class="button primary" aria-disabled={isBusy}>
          {action}
        </WriteButton>
        {onCancel !== undefined && (
          <button type="button" class="button plain" onClick={onCancel}>
            {cancel}
          </button>
        )}
      </div>
    </form>
  );
}

/** Lists the fields of a form in their order. */
function listFields(form: HTMLFormElement | null) {
  return [...(form?.elements ?? [])].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  );
}

/** Throws an `ApiProblem` with the fields that the browser finds empty or out of range. */
function checkFields(form: HTMLFormElement): void {
  const mistakes = listFields(form)
    .filter(({ validity }) => !validity.valid)
    .map(({ name, validationMessage }) => ({ field: name, detail: validationMessage }));
  if (mistakes.length > 0) throw toMistakes(mistakes);
}
