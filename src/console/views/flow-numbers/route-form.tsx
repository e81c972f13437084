/** Points a number at a flow. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { deleteRoute, getRoute, putRoute } from '../../api/generated/index.ts';
import { ApiProblem, asProblem } from '../../api/problem.ts';
import type { FlowRef } from '../../data/deployments.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

type Takes = 'calls' | 'messages';

interface RouteFormProps extends FlowRef {
  onChange: () => void;
}

export function RouteForm({ project, flow, onChange }: RouteFormProps) {
  const [number, setNumber] = useState('');
  const [takes, setTakes] = useState<Takes>('calls');
  const [problem, setProblem] = useState<ApiProblem>();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const add = async () => {
    setProblem(undefined);
    try {
      const added = await addRoute({ project, flow, number, takes });
      setWarnings(added.warnings.map(({ message }) => message));
      setNumber('');
      onChange();
      showToast(`${number} leads to ${flow}`, async () => {
        await unwrap(deleteRoute({ path: { project, id: added.id } }));
        onChange();
      });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <section class="card" aria-labelledby="add-number">
      <header>
        <h2 id="add-number">Add a number</h2>
      </header>
      {problem !== undefined && <ProblemNote problem={problem} what="The number is not added" />}
      <form
        class="body row"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          Number
          <input
            class="input"
            required
            placeholder="+4930555000"
            value={number}
            onInput={({ currentTarget }) => {
              setNumber(currentTarget.value.trim());
            }}
          />
        </label>
        <label class="field">
          Takes
          <select
            class="input"
            value={takes}
            onChange={({ currentTarget }) => {
              setTakes(currentTarget.value === 'messages' ? 'messages' : 'calls');
            }}
          >
            <option value="calls">calls</option>
            <option value="messages">messages</option>
          </select>
        </label>
        <WriteButton type="submit" class="button primary">
          Add
        </WriteButton>
      </form>
      {warnings.length > 0 && (
        <ul class="body warn" role="status">
          {warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface NewRoute extends FlowRef {
  number: string;
  takes: Takes;
}

/** Length of an id that the API finds, whatever was typed: it refuses longer numbers. */
const MAX_DIGITS = 40;

/** Adds a route under an id made of the number. Throws an `ApiProblem` (`route_exists`) instead of replacing a route. */
async function addRoute({ project, flow, number, takes }: NewRoute) {
  const id = `${takes}-${number.replaceAll(/[^0-9]/g, '').slice(0, MAX_DIGITS) || 'any'}`;
  const path = { project, id };
  try {
    const headers = { 'if-none-match': '*' };
    return await unwrap(putRoute({ path, headers, body: { number, takes, flow } }));
  } catch (error) {
    throw asProblem(error).code === 'precondition_failed' ? await readOccupant(path) : error;
  }
}

/** Returns the refusal of a route whose id is taken, with the flow that it leads to. */
async function readOccupant(path: { project: string; id: string }): Promise<ApiProblem> {
  const existing = await unwrap(getRoute({ path }));
  const message = `The route ${path.id} exists and leads to ${existing.flow}: remove it first.`;
  return new ApiProblem({ status: 409, code: 'route_exists', message });
}
