import { keySpanAt, nodeAt, readText, spanAt } from '../read/document.ts';
import { findReversedSaves } from '../check/reversed-saves.ts';
import type { FlowDraft, FlowSignature, Reference } from '../types.ts';
import { suggestName, listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import { readFlowName } from '../read/parse-document.ts';
import { joinList, joinQuoted } from '../../text/index.ts';
import type { Finding, Report, Span } from '../../diagnostics/index.ts';
import { findStandardFlow, isStandardName, STANDARD_NAMES, toStandardName } from '../standard-flows.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports flows that do not exist, parameters that are missing or unknown, and results that a flow does not return. */
export const otherFlowsRule: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, others } = draft;
    const given = Map.groupBy(listReferences(draft, 'argument'), stepNameOf);
    const kept = Map.groupBy(listReferences(draft, 'variable').filter(isSaveReference), stepNameOf);
    for (const reference of listReferences(draft, 'flow')) {
      const { text } = reference;
      checkAmbiguous(reference, draft, report);
      const signature = text === draft.source.name ? buildOwnSignature(draft) : others.signature(text);
      const step = stepNameOf(reference);
      const passed = { given: given.get(step) ?? [], kept: kept.get(step) ?? [] };
      if (signature !== undefined) checkRun({ reference, signature, ...passed }, draft, report);
      else {
        const span = findReferenceSpan(document, reference);
        report({ code: 'unknown-flow', span, ...describeUnknownFlow(text, span, draft) });
      }
    }
  },
};

function describeUnknownFlow(
  name: string,
  span: Span,
  draft: FlowDraft,
): Pick<Finding, 'message' | 'hint' | 'fix'> {
  if (isStandardName(name)) {
    const message = `there is no standard flow "${name}", only ${joinList(STANDARD_NAMES, 'and')}`;
    // The right flow has outcomes that need edges, so the name alone is no fix.
    const { hint } = suggestName(name, STANDARD_NAMES, span);
    return { message, ...(hint !== undefined && { hint }) };
  }
  const message = `there is no flow "${name}" among the flow files`;
  const standard = toStandardName(name);
  const meant = findMisnamedFile(name, draft) ?? suggestName(name, draft.others.names, span);
  if (meant.hint !== undefined || findStandardFlow(standard) === undefined) return { message, ...meant };
  return { message, hint: `the standard flow is called ${standard}` };
}

/** Finds a file next to this one that contains the flow under a file name that is not searched. */
function findMisnamedFile(flow: string, { read }: FlowDraft): Pick<Finding, 'hint'> | undefined {
  const isFlow = (text: string | undefined) => text !== undefined && readFlowName(text) === flow;
  const file = [`${flow}.yaml`, `${flow}.yml`, `${flow}.flow.yml`].find((path) =>
    isFlow(read?.(`./${path}`)),
  );
  if (file === undefined) return undefined;
  return {
    hint: `${file} is not searched: the file of a flow must be called flow.yaml or ${flow}.flow.yaml`,
  };
}

function checkAmbiguous(reference: Reference, { document, source, others }: FlowDraft, report: Report): void {
  const { text } = reference;
  const files = text === source.name ? [] : others.listClashes(text);
  if (files.length === 0) return;
  const message = `several files define a flow "${text}": ${files.join(', ')}`;
  report({ code: 'duplicate-flow', message, span: findReferenceSpan(document, reference) });
}

type FlowInterface = Pick<FlowSignature, 'params' | 'returns'>;

interface Run {
  reference: Reference;
  signature: FlowInterface;
  /** The arguments of the step. */
  given: readonly Reference[];
  /** The variables that keep the results. */
  kept: readonly Reference[];
}

function isSaveReference({ path }: Reference): boolean {
  return path.at(-2) === 'save';
}

/** Returns the signature of the flow itself, since a flow may run itself. */
function buildOwnSignature({ params, returns }: FlowDraft): FlowInterface {
  return { params, returns: Object.fromEntries(Object.keys(returns).map((name) => [name, 'dyn'])) };
}

function checkRun(run: Run, draft: FlowDraft, report: Report): void {
  checkArguments(run, draft, report);
  checkResults(run, draft, report);
}

function checkArguments(
  { reference, signature: { params }, given }: Run,
  draft: FlowDraft,
  report: Report,
): void {
  const names = given.map(({ path }) => String(path.at(-1)));
  for (const one of given) {
    const name = String(one.path.at(-1));
    if (Object.hasOwn(params, name)) continue;
    const span = keySpanAt(draft.document, one.path);
    const message = `the flow "${reference.text}" has no parameter "${name}"`;
    report({ code: 'unknown-parameter', message, span, ...suggestName(name, Object.keys(params), span) });
  }
  const missing = Object.keys(params).filter(
    (name) => params[name]?.default === undefined && !names.includes(name),
  );
  if (missing.length === 0) return;
  report({
    code: 'missing-parameter',
    message: `the flow "${reference.text}" needs ${joinQuoted(missing)}`,
    span: findReferenceSpan(draft.document, reference),
    hint: `add with: { ${missing.map((name) => `${name}: …`).join(', ')} }`,
  });
}

/** Checks the values of `save`, which name results, and the types of the variables that keep them. */
function checkResults(
  { reference, signature: { returns }, kept }: Run,
  draft: FlowDraft,
  report: Report,
): void {
  if (findReversedSaves(draft).has(stepNameOf(reference) ?? '')) return;
  for (const one of kept) {
    const name = readText(nodeAt(draft.document.root, one.path));
    if (name === undefined) continue;
    const type = Object.hasOwn(returns, name) ? returns[name] : undefined;
    const variable = draft.vars[one.text];
    if (type === undefined) {
      const span = spanAt(draft.document, one.path);
      const message = `the flow "${reference.text}" does not return "${name}"`;
      const names = Object.keys(returns);
      const hint = names.length === 0 ? 'it has no "returns"' : `it returns ${names.join(', ')}`;
      report({ code: 'unknown-return', message, span, hint });
    } else if (variable !== undefined && type !== 'dyn' && type !== variable.type) {
      const message = `"${name}" is of type ${type}, the variable "${one.text}" of type ${variable.type}`;
      report({ code: 'wrong-type', message, span: findReferenceSpan(draft.document, one) });
    }
  }
}
