/** The scenario of a call: its remarks and text, to copy, to download, or to put into the draft of the flow. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { CreateScenarioOfCallResponse, GetCallResponse } from '../../api/generated/index.ts';
import { renderQuery } from '../../data/address.ts';
import { mayDo } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadText } from '../../ui/download.ts';
import { Pill } from '../../ui/pill.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import { readDraft, saveDraft } from '../editor/stored-draft.ts';
import { nameScenarioFile, placeScenario } from './scenario-path.ts';

interface ScenarioDialogProps {
  project: string;
  call: GetCallResponse;
  scenario: CreateScenarioOfCallResponse;
  onClose: () => void;
}

export function ScenarioDialog({ project, call, scenario, onClose }: ScenarioDialogProps) {
  const { text, isReproduced, remarks } = scenario;
  const file = nameScenarioFile(call);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        showToast('The scenario was copied.');
      },
      (error: unknown) => {
        showFailure('The scenario was not copied.', error);
      },
    );
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
      <pre class="scenario-text" tabIndex={0} aria-label="Text of the scenario">
        {text}
      </pre>
      <div class="row">
        {mayDo('drafts.write', project) && <PutIntoDraft {...{ project, call, text, onClose }} />}
        <button type="button" class="button" onClick={copy}>
          Copy
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            downloadText(file, text);
          }}
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
  text: string;
}

function PutIntoDraft({ project, call, text, onClose }: PutIntoDraftProps) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const put = () => {
    setBusy(true);
    addScenario({ project, call, text })
      .then(
        (path) => {
          showToast(`${path} is in the draft of ${call.flow}.`);
          onClose();
          // The editor runs the scenarios of the draft, the new one among them.
          const query = renderQuery({ file: path, panel: 'scenarios' });
          route(`/console/${project}/flows/${call.flow}/edit${query}`);
        },
        (error: unknown) => {
          showFailure('The scenario is not in the draft.', error);
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
  text: string;
}

/**
 * Adds the scenario to the draft; without a draft, begins one with the version in service. Returns its path. Throws an
 * `ApiProblem`: `precondition_failed` if somebody changed the draft meanwhile.
 */
async function addScenario({ project, call, text }: Addition): Promise<string> {
  const ref = { project, flow: call.flow };
  const draft = await readDraft(ref);
  const file = placeScenario(draft.files, call.flow, nameScenarioFile(call));
  await saveDraft(ref, { ...draft, files: { ...draft.files, [file]: text } });
  return file;
}
