/** The emulator's desk in the console of `dev`: a phone, live calls, messages, rooms and the journal. */
import { useRoute } from 'preact-iso';
import { Desk, DeskSettings, useEmulator } from '../../emulator/desk.tsx';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';

interface PhoneViewProps {
  path: string;
  /** Address of the emulator's control API; null where there is none, undefined until that is known. */
  emulator: string | null | undefined;
}

export function PhoneView({ emulator }: PhoneViewProps) {
  const { project = '' } = useRoute().params;
  if (typeof emulator === 'string' && mayDo('calls.place', project)) return <PhonePage emulator={emulator} />;
  return (
    <Page title="Phone">
      {emulator === undefined && <div class="skeleton page" />}
      {emulator === null && (
        <Empty command="ringflow dev">This service runs without the emulator, whose phone this is.</Empty>
      )}
      {typeof emulator === 'string' && <Empty>Placing calls takes the role operator.</Empty>}
    </Page>
  );
}

function PhonePage({ emulator }: { emulator: string }) {
  const feed = useEmulator(emulator);
  return (
    <Page title="Phone" actions={<DeskSettings feed={feed} />}>
      <Desk feed={feed} />
    </Page>
  );
}
