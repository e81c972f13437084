/** Quick fixes that add what a flow lacks: a step, an edge, a step for failures. */
import {
  CodeActionKind,
  type CodeAction,
  type Diagnostic as EditorDiagnostic,
  type TextEdit,
} from 'vscode-languageserver';
import {
  isGroup,
  isReservedName,
  listMembers,
  nameFormOf,
  nodeAt,
  outcomesOf,
  type DraftStep,
  type MapNode,
  type Path,
} from '../../language/compiler/index.ts';
import type { Diagnostic, DiagnosticCode } from '../../language/diagnostics/index.ts';
import { HANGUP } from '../../language/model/index.ts';
import type { CheckedText } from './open-flow.ts';

/** A text to insert at an offset. */
interface Insertion {
  at: number;
  text: string;
}

interface Addition {
  title: string;
  insertions: (Insertion | undefined)[];
}

type Add = (flow: CheckedText, diagnostic: Diagnostic) => Addition | undefined;

const ADDITIONS: Partial<Record<DiagnosticCode, Add>> = {
  'dangling-target': addMissingStep,
  'outcome-without-edge': addMissingEdges,
  'unhandled-failure': addErrorStep,
};

/** Returns the quick fix that adds what a diagnostic misses; undefined if there is none. */
export function findAddition(
  flow: CheckedText,
  diagnostic: Diagnostic,
  shown: EditorDiagnostic,
): CodeAction | undefined {
  const addition = ADDITIONS[diagnostic.code]?.(flow, diagnostic);
  const { document } = flow;
  const edits = addition?.insertions.map((insertion): TextEdit | undefined => {
    const position = insertion && document.positionAt(insertion.at);
    return position && { range: { start: position, end: position }, newText: insertion.text };
  });
  if (addition === undefined || edits === undefined) return undefined;
  const possible = edits.filter((edit) => edit !== undefined);
  if (possible.length < edits.length) return undefined;
  return {
    title: addition.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [shown],
    edit: { changes: { [document.uri]: possible } },
  };
}

function addMissingStep(flow: CheckedText, { span: { start, end } }: Diagnostic): Addition | undefined {
  const name = flow.document
    .getText()
    .slice(start.offset, end.offset)
    .replaceAll(/^["']|["']$/g, '');
  if (!nameFormOf('steps').pattern.test(name) || isReservedName(name, 'steps')) return undefined;
  const said = name.replaceAll('_', ' ');
  const text = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  return { title: `Add the step "${name}"`, insertions: [insertStep(flow, name, text)] };
}

function addMissingEdges(flow: CheckedText, { span }: Diagnostic): Addition | undefined {
  const step = flow.draft?.steps.find(({ nameRange }) => nameRange.from === span.start.offset);
  const missing = step === undefined ? [] : listMissingEdges(step);
  if (step === undefined || missing.length === 0) return undefined;
  const edges = missing.map((outcome) => `${outcome}: ${HANGUP}`).join(', ');
  const path = ['steps', step.name];
  const isGiven = findOwnMap(flow, [...path, 'on']) !== undefined;
  const insertion = isGiven
    ? insertEntries(
        flow,
        [...path, 'on'],
        missing.map((outcome) => `${outcome}: ${HANGUP}`),
      )
    : insertEntries(flow, path, [`on: { ${edges} }`]);
  return { title: `Add on: { ${edges} }`, insertions: [insertion] };
}

/** Lists the outcomes to route: a group, such as `unreached`, instead of its members if none of them is routed. */
function listMissingEdges(step: DraftStep): string[] {
  const outcomes = outcomesOf(step);
  const isRouted = (name: string) => step.on?.has(name) === true;
  const missing = outcomes.flatMap((outcome) => {
    if ('goto' in outcome || outcome.otherwise !== 'nowhere' || isRouted(outcome.name)) return [];
    const leader = outcomes.find(({ name }) => name === outcome.like);
    if (leader === undefined) return [outcome.name];
    if (!isGroup(leader) || isRouted(leader.name)) return [];
    return listMembers(leader.name, step).some(isRouted) ? [outcome.name] : [leader.name];
  });
  return [...new Set(missing)];
}

const ERROR_STEP = 'failed';
const APOLOGY = 'Sorry, something went wrong. Please call again later.';

function addErrorStep(flow: CheckedText): Addition | undefined {
  const isTaken = flow.draft?.steps.some(({ name }) => name === ERROR_STEP) !== false;
  const root = findOwnMap(flow, []);
  const steps = root?.entries.get('steps')?.keyRange.from;
  if (isTaken || steps === undefined) return undefined;
  const edge = `error: ${ERROR_STEP}`;
  const isFree = root?.entries.has('on') === false;
  const edgeInsertion = isFree
    ? { at: steps, text: `on: { ${edge} }\n` }
    : insertEntries(flow, ['on'], [edge]);
  return {
    title: `Add on: { ${edge} } and the step "${ERROR_STEP}"`,
    insertions: [edgeInsertion, insertStep(flow, ERROR_STEP, APOLOGY)],
  };
}

function insertStep(flow: CheckedText, name: string, text: string): Insertion | undefined {
  return insertEntries(flow, ['steps'], [`${name}: { say: "${text}", next: ${HANGUP} }`]);
}

/** Inserts entries at the end of a map, in lines or between its braces; undefined if the map is not in the document. */
function insertEntries(flow: CheckedText, path: Path, entries: string[]): Insertion | undefined {
  const map = findOwnMap(flow, path);
  const text = flow.document.getText();
  const [first] = map?.entries.values() ?? [];
  if (map === undefined || first === undefined) return undefined;
  if (text[map.range.from] === '{') {
    // At the end: a call begins at the first step.
    const before = text.slice(0, map.range.to - 1).trimEnd();
    return { at: before.length, text: `${before.endsWith(',') ? '' : ','} ${entries.join(', ')}` };
  }
  const indent = flow.document.positionAt(first.keyRange.from).character;
  const last = text.slice(0, map.range.to).trimEnd().length;
  const lineEnd = /\r?\n|$/.exec(text.slice(last))?.index ?? 0;
  return { at: last + lineEnd, text: entries.map((entry) => `\n${' '.repeat(indent)}${entry}`).join('') };
}

/** Finds a map of the document itself; a map that imports add to is none. */
function findOwnMap({ draft, document }: CheckedText, path: Path): MapNode | undefined {
  const node = draft && nodeAt(draft.document.root, path);
  return node?.kind === 'map' && node.range.to <= document.getText().length ? node : undefined;
}
