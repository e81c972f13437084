/** Links to the recordings of a call whose files the service has. */
import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getRecording, listRecordings } from '../../api/generated/index.ts';
import type { ListRecordingsResponse } from '../../api/generated/index.ts';
import { mayDo } from '../../session/session.ts';
import { downloadFile } from '../../ui/download.ts';
import { showFailure } from '../../ui/toasts.tsx';

interface RecordingsProps {
  project: string;
  /** Id of the call. */
  id: string;
}

export function Recordings({ project, id }: RecordingsProps) {
  const [items, setItems] = useState<ListRecordingsResponse['items']>([]);
  const mayRead = mayDo('recordings.read', project);
  useEffect(() => {
    if (!mayRead) return;
    unwrap(listRecordings({ path: { project, id } })).then(
      (list) => {
        setItems(list.items);
      },
      (error: unknown) => {
        showFailure('The recordings were not listed', error);
      },
    );
  }, [mayRead, project, id]);
  const served = items.flatMap(({ number }) => number ?? []);
  return (
    <>
      {served.map((number, index) => (
        <button
          key={number}
          type="button"
          class="button"
          onClick={() => {
            download({ project, id, number });
          }}
        >
          {served.length === 1 ? 'Recording' : `Recording ${index + 1}`}
        </button>
      ))}
    </>
  );
}

function download({ project, id, number }: RecordingsProps & { number: number }): void {
  unwrap(getRecording({ path: { project, id, number }, parseAs: 'blob' })).then(
    (file) => {
      downloadFile(`${id}.${number}.wav`, file);
    },
    (error: unknown) => {
      showFailure('The recording was not downloaded', error);
    },
  );
}
