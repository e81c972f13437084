/** The editor of a draft: its files with mistakes marked as they are typed, and saving. */
import { useLocation, useRoute } from 'preact-iso';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { offlineNote } from '../../data/connection.ts';
import { useResource } from '../../data/resource.ts';
import type { Resource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { formatClock } from '../../ui/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotInService } from '../../ui/not-in-service.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import { Conflict } from './conflict.tsx';
import { DiagramPane } from './diagram-pane.tsx';
import { DiffButton } from './draft-diff.tsx';
import { DraftSession } from './draft-session.ts';
import { FileTabs } from './file-tabs.tsx';
import { isPanel, PanelPane, PartTabs } from './panel-pane.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SaveEffect, SaveStatus } from './save-state.tsx';
import { findFlowFile, openDraft, recallDraft } from './stored-draft.ts';
import type { FlowRef, OpenedDraft } from './stored-draft.ts';
import { Workbench } from './workbench.ts';
import './editor.css';

export function EditorView(_: { path: string }) {
  const { project = '', flow = '' } = useRoute().params;
  const ref = useMemo(() => ({ project, flow }), [project, flow]);
  const draft = useResource(`draft ${project}/${flow}`, () => openDraft(ref), { isReadOnce: true });
  const opened = useOpened(ref, draft);
  const hasFlow =
    opened !== undefined && findFlowFile(opened.kept?.files ?? opened.stored.files, flow) !== undefined;
  if (hasFlow) return <OpenEditor key={`${project}/${flow}`} flow={ref} opened={opened} />;
  return (
    <Page title="draft" path={listPath(ref)}>
      <Loaded resource={draft} what={`the draft of ${flow}`} height="page">
        {({ stored }) =>
          stored.etag === undefined ? <NotInService {...ref} /> : <Empty>This draft has no flow file.</Empty>
        }
      </Loaded>
    </Page>
  );
}

/** The draft as it was read first, or recalled while the service is away: later readings do not replace what is edited. */
function useOpened(ref: FlowRef, draft: Resource<OpenedDraft>): OpenedDraft | undefined {
  const first = useMemo((): { opened?: OpenedDraft | undefined } => ({}), [ref]);
  const { data, problem } = draft.state.value;
  first.opened ??= data ?? (problem?.isUnreachable === true ? recallDraft(ref) : undefined);
  return first.opened;
}

function listPath({ project, flow }: FlowRef) {
  const flows = `/console/${project}/flows`;
  return [
    { href: flows, label: 'Flows' },
    { href: `${flows}/${flow}`, label: flow },
  ];
}

function OpenEditor({ flow, opened }: { flow: FlowRef; opened: OpenedDraft }) {
  const bench = useMemo(() => new Workbench(new DraftSession(flow, opened)), [opened]);
  const host = useRef<HTMLDivElement>(null);
  const { step, file, line, panel } = useLocation().query;
  useEffect(() => (host.current === null ? undefined : bench.mount(host.current)), [bench]);
  useEffect(() => (step === undefined ? undefined : bench.openAtStep(step)), [bench]);
  useEffect(() => {
    if (file !== undefined && file in opened.stored.files) bench.show(file, toLine(line));
    if (isPanel(panel)) bench.showPanel(panel);
  }, [bench]);
  const { session } = bench;
  useEffect(() => void session.resumeSave(), [session]);
  useEffect(() => showOfflineNote(session), [session]);
  return (
    <Page title="draft" path={listPath(flow)} flush actions={<Actions bench={bench} />}>
      <Restored bench={bench} />
      <Offer bench={bench} />
      <div class="editor" data-part="text">
        <PartTabs bench={bench} />
        <section class="code" aria-label="Text">
          <FileTabs bench={bench} />
          <div ref={host} class="code-host" />
        </section>
        <DiagramPane bench={bench} />
        <PanelPane bench={bench} />
      </div>
      <ConflictOfDraft bench={bench} />
      <RenameDialog bench={bench} />
    </Page>
  );
}

function Actions({ bench }: { bench: Workbench }) {
  const { session } = bench;
  const errors = bench.checks.errors.value;
  if (session.readOnly !== undefined) return <SaveStatus session={session} errors={errors} />;
  return (
    <>
      <SaveStatus session={session} errors={errors} />
      <button
        type="button"
        class="button"
        aria-keyshortcuts="Control+Z"
        aria-disabled={!bench.canUndo.value}
        onClick={() => {
          bench.undo();
        }}
      >
        Undo
      </button>
      <DiffButton session={session} />
      {session.ofFiles.value !== undefined && <SaveEffect session={session} errors={errors} />}
      {session.ofFiles.value === 'in-service' ? (
        <DeployInStepsLink {...session.ref} />
      ) : (
        <DeployButton session={session} />
      )}
      <button
        type="button"
        class="button primary"
        aria-keyshortcuts="Control+S"
        onClick={() => void session.save()}
      >
        Save
      </button>
    </>
  );
}

/** Leads to the first deployment of a flow whose files take the calls; nothing for callers who may not deploy. */
function DeployInStepsLink({ project, flow }: FlowRef) {
  if (!mayDo('deployments.write', project)) return null;
  return (
    <a class="button" href={`/console/${project}/flows/${flow}/deploy/draft`}>
      Deploy in steps…
    </a>
  );
}

/** Tells what goes on while the service is away; returns what takes that back. */
function showOfflineNote({ readOnly }: DraftSession): () => void {
  offlineNote.value =
    readOnly === undefined
      ? 'The draft can be edited, checked and called: what is not saved is kept in this browser.'
      : 'The text can be read.';
  return () => {
    offlineNote.value = undefined;
  };
}

/** Reads a line of an address, from 1. */
function toLine(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

/** Leads to the deployment of the draft, once it is saved; absent without a draft, and for those who may not upload it. */
function DeployButton({ session }: { session: DraftSession }) {
  const { route } = useLocation();
  const { project, flow } = session.ref;
  const state = session.state.value;
  const hasDraft = state.kind !== 'saved' || state.at !== undefined;
  if (!hasDraft || !mayDo('flows.write', project)) return null;
  const deploy = async () => {
    await session.save();
    if (session.state.value.kind === 'saved') route(`/console/${project}/flows/${flow}/deploy/draft`);
  };
  return (
    <WriteButton class="button" onClick={() => void deploy()}>
      Deploy…
    </WriteButton>
  );
}

/** Tells that the text begins with what was not saved when the flow was last edited here. */
function Restored({ bench }: { bench: Workbench }) {
  const { session } = bench;
  const copy = session.restored.value;
  if (copy === undefined) return null;
  return (
    <div class="notice-bar row" role="status">
      <span>Changes from {formatClock(copy.at)} that were not saved are restored.</span>
      <button
        type="button"
        class="button compact"
        onClick={() => {
          bench.replace(session.discardRestored());
        }}
      >
        Discard
      </button>
    </div>
  );
}

/** Offers the text that was not saved when the flow was last edited here, where somebody has saved since. */
function Offer({ bench }: { bench: Workbench }) {
  const { session } = bench;
  const copy = session.offer.value;
  if (copy === undefined) return null;
  return (
    <div class="notice-bar row" role="status">
      <span>Changes from {formatClock(copy.at)} were not saved.</span>
      <button
        type="button"
        class="button compact"
        onClick={() => {
          bench.replace(session.takeOffer());
          if (session.offer.value !== undefined)
            showToast('What you had typed is not lost: it can be restored the same way.');
        }}
      >
        Restore unsaved changes from {formatClock(copy.at)}
      </button>
      <button
        type="button"
        class="button compact plain"
        onClick={() => {
          session.discardOffer();
        }}
      >
        Discard
      </button>
    </div>
  );
}

function ConflictOfDraft({ bench }: { bench: Workbench }) {
  const { session } = bench;
  const theirs = session.conflict.value;
  if (theirs === undefined) return null;
  return (
    <Conflict
      mine={session.files.value}
      theirs={theirs.files}
      onKeepMine={() => void session.keepMine()}
      onTakeTheirs={() => {
        bench.replace(session.takeTheirs());
      }}
      onClose={() => {
        session.conflict.value = undefined;
      }}
    />
  );
}
