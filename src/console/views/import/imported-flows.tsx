import { useLocation } from 'preact-iso';
import type { SourceFile } from '../../../importers/index.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { ImportResult } from '../../worker/protocol.ts';
import { keepDraft } from './keep-draft.ts';
import { SourcePane } from './source-pane.tsx';

type Flow = ImportResult['flows'][number];

interface ImportedFlowsProps {
  project: string;
  result: ImportResult;
  files: readonly SourceFile[];
}

/** The results: how equal each flow is, and original and flow side by side. */
export function ImportedFlows({ project, result, files }: ImportedFlowsProps) {
  const { system, report, flows } = result;
  const { nodes, ...grades } = report.summary;
  if (flows.length === 0) return null;
  return (
    <>
      <section class="card">
        <header>
          <h2>{system}</h2>
          <span class="muted">{nodes} nodes:</span>
          {Object.entries(grades).map(([grade, count]) => (
            <span key={grade} class={`grade ${grade}`}>
              {count} {grade}
            </span>
          ))}
        </header>
        <ul class="imported">
          {flows.map((flow) => (
            <ImportedFlow
              key={flow.name}
              project={project}
              flow={flow}
              all={flows}
              differences={report.flows.find(({ name }) => name === flow.name)?.differences ?? []}
            />
          ))}
        </ul>
      </section>
      <div class="sides">
        <section class="card" aria-label="Original">
          {files.map((file) => (
            <SourcePane key={file.file} file={file} nodes={report.nodes} />
          ))}
        </section>
        <section class="card" aria-label="Flow">
          {flows.map(({ name, text }) => (
            <figure key={name}>
              <figcaption>
                <code>{name}.flow.yaml</code>
              </figcaption>
              <pre tabIndex={0}>{text}</pre>
            </figure>
          ))}
        </section>
      </div>
    </>
  );
}

interface ImportedFlowProps {
  project: string;
  flow: Flow;
  /** All flows of the import: those that it runs are kept beside it. */
  all: readonly Flow[];
  differences: ImportResult['report']['flows'][number]['differences'];
}

/** Refusals that a different name solves. */
const FIELDS = { invalid_path: 'name' };

function ImportedFlow({ project, flow, all, differences: [first] }: ImportedFlowProps) {
  const { route } = useLocation();
  return (
    <li>
      <div class="row">
        <strong>{flow.name}</strong>
        <Equality flow={flow} />
      </div>
      {first !== undefined && (
        <p>
          Differs {first.after}: the original {first.original}; the flow {first.here}.
        </p>
      )}
      <Form
        action="Keep as a draft"
        failure="The draft was not kept."
        fields={FIELDS}
        onSubmit={async (values) => {
          const name = values.text('name');
          await keepDraft({ project, flow: name }, flow, all);
          route(`/console/${project}/flows/${name}/edit`);
        }}
      >
        <TextField label="Name of the draft" name="name" value={flow.name} isRequired />
      </Form>
    </li>
  );
}

function Equality({ flow: { paths } }: { flow: Flow }) {
  if (paths === undefined) return <span class="muted">compared with the flows that run it</span>;
  const { compared, equal, unsupported, isTruncated } = paths;
  return (
    <>
      <Pill tone={equal === compared && unsupported === 0 ? 'ok' : 'warn'}>
        {unsupported === 0
          ? `equal on ${equal} of ${compared} paths`
          : `equal on ${equal} of ${compared} paths, ${unsupported} of them up to what is left to you`}
      </Pill>
      {isTruncated && <span class="muted">there are longer ones</span>}
    </>
  );
}
