/** The files of a draft as tabs: the flow and the first others, a list for the rest; beside them the mistakes of the open one. */
import { describeMistakes, findWorstTone } from './mistake-count.ts';
import type { Workbench } from './workbench.ts';

/** Files that have a tab of their own. */
const MAX_TABS = 3;

export function FileTabs({ bench }: { bench: Workbench }) {
  const open = bench.path.value;
  const paths = listPaths(bench.paths.value, bench.flowFile);
  const tabs = chooseTabs(paths, open);
  const rest = paths.filter((path) => !tabs.includes(path));
  const folder = bench.flowFile.slice(0, bench.flowFile.lastIndexOf('/') + 1);
  const nameFile = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : path);
  return (
    <nav class="files" aria-label="Files of the draft">
      {tabs.map((path) => (
        <button
          key={path}
          type="button"
          class="button compact plain"
          aria-current={path === open ? 'true' : undefined}
          onClick={() => {
            bench.show(path);
          }}
        >
          {nameFile(path)}
        </button>
      ))}
      {rest.length > 0 && (
        <select
          aria-label="More files"
          value=""
          onChange={({ currentTarget }) => {
            bench.show(currentTarget.value);
          }}
        >
          <option value="">+{rest.length}</option>
          {rest.map((path) => (
            <option key={path} value={path}>
              {nameFile(path)}
            </option>
          ))}
        </select>
      )}
      <MistakeCount bench={bench} hasSeveralFiles={paths.length > 1} />
    </nav>
  );
}

/** Lists the flow first, then the other files by name. */
function listPaths(paths: readonly string[], flowFile: string): string[] {
  return [flowFile, ...paths.filter((path) => path !== flowFile).sort()];
}

/** Chooses the files that have a tab; the open one is always among them. */
function chooseTabs(paths: readonly string[], open: string): readonly string[] {
  const first = paths.slice(0, MAX_TABS);
  return first.includes(open) ? first : [...first.slice(0, -1), open];
}

function MistakeCount({ bench, hasSeveralFiles }: { bench: Workbench; hasSeveralFiles: boolean }) {
  const { value: mistakes } = bench.mistakes;
  return (
    <span class="end" role="status">
      <button
        type="button"
        title="Mistakes of the open file"
        class={`button compact plain ${mistakes === undefined ? '' : findWorstTone(mistakes)}`}
        onClick={() => {
          bench.showPanel('mistakes');
        }}
      >
        {mistakes === undefined ? 'Checking…' : describeMistakes(mistakes)}
        {mistakes !== undefined && hasSeveralFiles && <span class="visually-hidden"> in this file</span>}
      </button>
    </span>
  );
}
