/** The flows that a flow runs, directly or indirectly. Each of them must be as valid as the flow itself. */
import type { Report } from '../../diagnostics/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { listReferences, findReferenceSpan } from './references.ts';

/** A flow that is run, and the reference in the compiled flow that leads to it. */
interface Run {
  name: string;
  by: Reference;
}

/**
 * Collects these flows, each once. A flow that has errors or conflicting settings is reported at the step that leads to
 * it.
 */
export function collectParts(draft: FlowDraft, report: Report): FlowDraft[] {
  const parts: FlowDraft[] = [];
  const known = new Set([draft.source.name]);
  const runs: Run[] = listReferences(draft, 'flow').map((by) => ({ name: by.text, by }));
  // A list's iterator also visits entries that are added while it runs.
  for (const run of runs) {
    const { name, by } = run;
    if (known.has(name)) continue;
    known.add(name);
    const part = draft.others.part(name);
    if (part === undefined) continue;
    if (part.draft === undefined || !part.isSound) {
      reportAtStep('broken-flow', `the flow ${renderRun(run)}, has errors`, { run, draft, report });
      continue;
    }
    const difference = findDifferentSetting([draft, ...parts], part.draft);
    if (difference !== undefined)
      reportAtStep('conflicting-setting', `the flow ${renderRun(run)}, ${difference}`, {
        run,
        draft,
        report,
      });
    parts.push(part.draft);
    runs.push(...listReferences(part.draft, 'flow').map(({ text }) => ({ name: text, by })));
  }
  return parts;
}

function renderRun({ name, by }: Run): string {
  return `"${name}", which ${name === by.text ? 'this step' : `"${by.text}"`} runs`;
}

interface Place {
  run: Run;
  draft: FlowDraft;
  report: Report;
}

function reportAtStep(
  code: 'broken-flow' | 'conflicting-setting',
  message: string,
  { run, draft, report }: Place,
): void {
  report({ code, message, span: findReferenceSpan(draft.document, run.by) });
}

/** Settings are shared by all flows that run together, so their declarations must agree. */
function findDifferentSetting(drafts: readonly FlowDraft[], part: FlowDraft): string | undefined {
  for (const [name, { secret, default: initial }] of Object.entries(part.env)) {
    const others = drafts.flatMap(({ env }) => (Object.hasOwn(env, name) ? (env[name] ?? []) : []));
    if (others.some((other) => other.secret !== secret))
      return `declares the setting "${name}" ${secret ? '' : 'not '}secret, others ${secret ? 'do not' : 'do'}`;
    if (others.some((other) => initial !== undefined && (other.default ?? initial) !== initial))
      return `gives the setting "${name}" another default`;
  }
  return undefined;
}
