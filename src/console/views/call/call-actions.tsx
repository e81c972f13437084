/** Actions on a call: export it, replay it on the draft, make a scenario of it, end it. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { createScenarioOfCall, exportCall } from '../../api/generated/index.ts';
import type { CreateScenarioOfCallResponse, GetCallResponse } from '../../api/generated/index.ts';
import { mayDo } from '../../session/session.ts';
import { downloadText } from '../../ui/download.ts';
import { EndCall } from '../../ui/end-call.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { DraftReplay } from './draft-replay.tsx';
import { Recordings } from './recordings.tsx';
import { ScenarioDialog } from './scenario-dialog.tsx';

interface CallActionsProps {
  project: string;
  call: GetCallResponse;
}

export function CallActions({ project, call }: CallActionsProps) {
  const { id, number, endedAt } = call;
  if (endedAt === undefined) return <EndCall {...{ project, id, number }} />;
  return <EndedCallActions {...{ project, call }} />;
}

function EndedCallActions({ project, call }: CallActionsProps) {
  const [scenario, setScenario] = useState<CreateScenarioOfCallResponse | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [isReplayed, setReplayed] = useState(false);
  const { id } = call;
  const make = () => {
    setBusy(true);
    unwrap(createScenarioOfCall({ path: { project, id }, body: { keepNumbers: false } }))
      .then(setScenario, (error: unknown) => {
        showFailure('No scenario was made', error);
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          exportTrace(project, id);
        }}
      >
        Export
      </button>
      <Recordings {...{ project, id }} />
      {mayDo('numbers.read', project) && mayDo('drafts.read', project) && (
        <button
          type="button"
          class="button"
          onClick={() => {
            setReplayed(true);
          }}
        >
          Replay on the draft
        </button>
      )}
      {isReplayed && (
        <DraftReplay
          {...{ project, call }}
          onClose={() => {
            setReplayed(false);
          }}
        />
      )}
      {mayDo('numbers.read', project) && (
        <button type="button" class="button primary" disabled={isBusy} onClick={make}>
          Make a scenario
        </button>
      )}
      {scenario !== undefined && (
        <ScenarioDialog
          {...{ project, call, scenario }}
          onClose={() => {
            setScenario(undefined);
          }}
        />
      )}
    </>
  );
}

function exportTrace(project: string, id: string): void {
  unwrap(exportCall({ path: { project, id }, parseAs: 'text' })).then(
    (text) => {
      downloadText(`${id}.ndjson`, text);
    },
    (error: unknown) => {
      showFailure('The call was not exported', error);
    },
  );
}
