/** The scenario of a call: its remarks and text, to copy, to download, or to put into the draft of the flow. */
import { useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { createScenarioOfCall } from '../../api/generated/index.ts';
import type { CreateScenarioOfCallResponse, GetCallResponse } from '../../api/generated/index.ts';
import { renderQuery } from '../../data/address.ts';
import { mayDo } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadText } from '../../ui/download.ts';
import { Pill } from '../../ui/pill.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import { readDraft, saveDraft } from '../editor/stored-draft.ts';
import { nameScenarioFile, placeScenario, toScenarioFile } from './scenario-path.ts';

interface ScenarioDialogProps {
  project: string;
  call: GetCallResponse;
  scenario: CreateScenarioOfCallResponse;
  onClose: () => void;
}

export function ScenarioDialog({ project, call, scenario, onClose }: ScenarioDialogProps) {
  const { isReproduced, remarks } = scenario;
  const [name, setName] = useState('');
  const [written, setWritten] = useState({ name: '', text: scenario.text });
  const id = useId();
  const file = toScenarioFile(name) ?? nameScenarioFile(call);
  /** Returns the text with the name that is in the field. Throws an `ApiProblem`. */
  const write = async (): Promise<string> => {
    const wanted = name.trim();
    if (wanted === written.name) return written.text;
    const body = { keepNumbers: false, ...(wanted !== '' && { name: wanted }) };
    const { text } = await unwrap(createScenarioOfCall({ path: { project, id: call.id }, body }));
    setWritten({ name: wanted, text });
    return text;
  };
  const use = async (apply: (text: string) => unknown, failure: string) => {
    try {
      await apply(await write());
    } catch (error) {
      showFailure(failure, error);
    }
  };
  return (
    <Dialog title="Scenario of this call" onClose={onClose}>
      <div>
        <Pill tone={isReproduced ? 'ok' : 'warn'}>
          {isReproduced ? 'goes as the call did' : 'does not go as the call did'}
        </Pill>
      </div>
      <ul class="remarks small">
        {remarks.map((remark, index) => (
          <li key={index}>{remark.text}</li>
        ))}
      </ul>
      {call.result === 'failed' && isReproduced && (
        <p class="small">
          This call failed, and the scenario passes where a call fails in the same way. Change its last lines
          to what should have happened: it then passes once the flow is mended.
        </p>
      )}
      <div class="field">
        <label for={id}>Name of the scenario</label>
        <input
          id={id}
          class="input"
          maxLength={200}
          autocomplete="off"
          placeholder="the time of the call"
          value={name}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
          }}
          onChange={() => void use(() => undefined, 'The scenario was not named')}
        />
      </div>
      <pre class="scenario-text" tabIndex={0} aria-label="Text of the scenario">
        {written.text}
      </pre>
      <div class="row">
        {mayDo('drafts.write', project) && <PutIntoDraft {...{ project, call, file, write, onClose }} />}
        <button
          type="button"
          class="button"
          onClick={() =>
            void use(async (text) => {
              await navigator.clipboard.writeText(text);
              showToast('The scenario was copied.');
            }, 'The scenario was not copied')
          }
        >
          Copy
        </button>
        <button
          type="button"
          class="button"
          onClick={() =>
            void use((text) => {
              downloadText(file, text);
            }, 'The scenario was not downloaded')
          }
        >
          Download
        </button>
        <button type="button" class="button plain" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

interface PutIntoDraftProps extends Pick<ScenarioDialogProps, 'project' | 'call' | 'onClose'> {
  file: string;
  /** Returns the text of the scenario. Throws an `ApiProblem`. */
  write: () => Promise<string>;
}

function PutIntoDraft({ project, call, file, write, onClose }: PutIntoDraftProps) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const put = () => {
    setBusy(true);
    write()
      .then((text) => addScenario({ project, call, file, text }))
      .then(
        (path) => {
          showToast(`${path} is in the draft of ${call.flow}.`);
          onClose();
          // The editor runs the scenarios of the draft, the new one among them.
          const query = renderQuery({ file: path, panel: 'scenarios' });
          route(`/console/${project}/flows/${call.flow}/edit${query}`);
        },
        (error: unknown) => {
          showFailure('The scenario is not in the draft', error);
        },
      )
      .finally(() => {
        setBusy(false);
      });
  };
  return (
    <WriteButton class="button primary" disabled={isBusy} onClick={put}>
      Put into the draft
    </WriteButton>
  );
}

interface Addition extends Pick<ScenarioDialogProps, 'project' | 'call'> {
  /** Name of the file. */
  file: string;
  text: string;
}

/**
 * Adds the scenario to the draft; without a draft, begins one with the version in service. Returns its path. Throws an
 * `ApiProblem`: `precondition_failed` if somebody changed the draft meanwhile.
 */
async function addScenario({ project, call, file, text }: Addition): Promise<string> {
  const ref = { project, flow: call.flow };
  const draft = await readDraft(ref);
  const path = placeScenario(draft.files, call.flow, file);
  await saveDraft(ref, { ...draft, files: { ...draft.files, [path]: text } });
  return path;
}
