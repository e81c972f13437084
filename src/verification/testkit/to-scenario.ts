/** Converts a checked scenario to its executable form, with all defaults. */
import type { Scenario as Source } from '../../../schemas/types/scenario.ts';
import type { RunnableFlow } from '../../call/index.ts';
import { nodeAt, rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { toMove } from './to-move.ts';
import { toStart, toStub } from './to-start.ts';
import type { WebStub } from './web-services.ts';

/** Skip reason of scenarios with a perturbation. */
const FOR_PERTURB = 'it has a perturbation: run it with ringflow perturb';

interface Surroundings {
  flow: CompiledFlow;
  document: Document;
  path: Path;
  row: Row | undefined;
  http: WebStub[];
  tags: readonly string[];
  own: RunnableFlow | undefined;
}

/** Converts one scenario, to which the shared keys of its file were applied. */
export function toScenario(source: Source, about: Surroundings): Scenario {
  const { flow, document, path, row, http, tags, own } = about;
  const spanAt = (...below: Path) => document.span(rangeAt(document.root, [...path, ...below]));
  const stubs = (source.http ?? []).map((stub, index) => ({ ...toStub(stub), span: spanAt('http', index) }));
  const start = toStart(source, { flow, spanAt });
  const around = { flow, at: source.start?.at };
  return {
    name: row === undefined || row.isNamed ? source.name : `${source.name} (${row.words})`,
    span: row === undefined ? spanAt('name') : document.span(row.range),
    tags: [...tags, ...(source.tags ?? [])],
    only: source.only ?? false,
    ...(source.skip !== undefined && { skip: source.skip }),
    ...(source.perturbation !== undefined && { skip: FOR_PERTURB, perturbation: source.perturbation }),
    ...(own !== undefined && { flow: own }),
    start: { ...start, ...(stubs.length + http.length > 0 && { http: [...stubs, ...http] }) },
    script: source.script.map((line, index) => ({
      ...toMove(line, around),
      span: findLineSpan(document, [...path, 'script', index]),
    })),
  };
}

/** Returns the range of a line, from its key to the end of its value or of the first text line. */
function findLineSpan(document: Document, path: Path) {
  const { from } = rangeAt(document.root, path);
  const to = nodeAt(document.root, path)?.range.to ?? from;
  const written = document.text.slice(from, to).split(/[\r\n]/, 1)[0] ?? '';
  return document.span({ from, to: from + written.trimEnd().length });
}
