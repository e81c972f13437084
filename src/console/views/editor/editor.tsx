/** The editor of a draft: its files with mistakes marked as they are typed, and saving. */
import { useLocation, useRoute } from 'preact-iso';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { formatClock, formatCount } from '../../ui/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Conflict } from './conflict.tsx';
import { DiagramPane } from './diagram-pane.tsx';
import { DraftSession } from './draft-session.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { Mistakes } from './mistakes.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { SaveStatus } from './save-state.tsx';
import { ScenariosPanel } from './scenarios-panel.tsx';
import { findFlowFile, openDraft } from './stored-draft.ts';
import type { FlowRef, OpenedDraft } from './stored-draft.ts';
import { Workbench } from './workbench.ts';
import type { Panel } from './workbench.ts';
import './editor.css';

export function EditorView(_: { path: string }) {
  const { project = '', flow = '' } = useRoute().params;
  const ref = useMemo(() => ({ project, flow }), [project, flow]);
  const draft = useResource(`draft ${project}/${flow}`, () => openDraft(ref));
  const { data } = draft.state.value;
  const hasFlow = data !== undefined && findFlowFile(data.stored.files, flow) !== undefined;
  if (hasFlow) return <OpenEditor key={`${project}/${flow}`} flow={ref} opened={data} />;
  return (
    <Page title="draft" path={listPath(ref)}>
      <Loaded resource={draft} what={`the draft of ${flow}`} height="page">
        {() => <Empty>This draft has no flow file.</Empty>}
      </Loaded>
    </Page>
  );
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
  const { step } = useLocation().query;
  useEffect(() => (host.current === null ? undefined : bench.mount(host.current)), [bench]);
  useEffect(() => (step === undefined ? undefined : bench.openAtStep(step)), [bench]);
  const { session } = bench;
  return (
    <Page
      title="draft"
      path={listPath(flow)}
      flush
      actions={
        <>
          <SaveStatus session={session} />
          {mayDo('flows.write', flow.project) && session.readOnly === undefined && (
            <a class="button" href={`/console/${flow.project}/flows/${flow.flow}/deploy/draft`}>
              Deploy
            </a>
          )}
          {session.readOnly === undefined && (
            <button
              type="button"
              class="button primary"
              aria-keyshortcuts="Control+S"
              onClick={() => void session.save()}
            >
              Save
            </button>
          )}
        </>
      }
    >
      <Offer bench={bench} />
      <div class="editor">
        <section class="code" aria-label="Text">
          <FileList bench={bench} />
          <div ref={host} class="code-host" />
        </section>
        <DiagramPane bench={bench} />
        <PanelPane bench={bench} />
      </div>
      <ConflictOfDraft bench={bench} />
    </Page>
  );
}

const PANELS: Record<Panel, string> = {
  phone: 'Phone',
  scenarios: 'Scenarios',
  findings: 'Findings',
  mistakes: 'Mistakes',
};

/** The phone, the scenarios, the findings and the mistakes, one of them at a time. */
function PanelPane({ bench }: { bench: Workbench }) {
  const { panel } = bench;
  return (
    <section class="panel" aria-label="Checks">
      <div class="panel-head">
        <Segmented
          label="Checks"
          options={(Object.keys(PANELS) as Panel[]).map((value) => ({ value, label: PANELS[value] }))}
          value={panel.value}
          onChange={(value) => {
            panel.value = value;
          }}
        />
      </div>
      <div class="panel-body">
        {panel.value === 'phone' && <PhonePanel bench={bench} />}
        {panel.value === 'scenarios' && <ScenariosPanel bench={bench} />}
        {panel.value === 'findings' && <FindingsPanel bench={bench} />}
        {panel.value === 'mistakes' && (
          <Mistakes
            mistakes={bench.mistakes.value}
            isReadOnly={bench.session.readOnly !== undefined}
            onGo={(mistake) => {
              bench.goTo(mistake);
            }}
            onFix={(fix) => {
              bench.applyFix(fix);
            }}
          />
        )}
      </div>
    </section>
  );
}

function FileList({ bench }: { bench: Workbench }) {
  const paths = listPaths(Object.keys(bench.session.files.value), bench.flowFile);
  const folder = bench.flowFile.slice(0, bench.flowFile.lastIndexOf('/') + 1);
  const count = bench.mistakes.value.length;
  return (
    <nav class="files" aria-label="Files of the draft">
      {paths.map((path) => (
        <button
          key={path}
          type="button"
          class="button compact plain"
          aria-current={path === bench.path.value ? 'true' : undefined}
          onClick={() => {
            bench.show(path);
          }}
        >
          {path.startsWith(folder) ? path.slice(folder.length) : path}
        </button>
      ))}
      <span class="end" role="status">
        <button
          type="button"
          class={`button compact plain ${count === 0 ? 'ok' : 'warn'}`}
          onClick={() => {
            bench.panel.value = 'mistakes';
          }}
        >
          {count === 0 ? 'No mistakes' : formatCount(count, 'mistake')}
        </button>
      </span>
    </nav>
  );
}

/** Lists the flow first, then the other files by name. */
function listPaths(paths: readonly string[], flowFile: string): string[] {
  return [flowFile, ...paths.filter((path) => path !== flowFile).sort()];
}

/** Offers the text that was not saved when the flow was last edited here. */
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
          bench.replace(session.closeOffer());
        }}
      >
        Restore unsaved changes from {formatClock(copy.at)}
      </button>
      <button
        type="button"
        class="button compact plain"
        onClick={() => {
          session.closeOffer();
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
