import { memoize, type CompiledFlow, type FlowPart } from '../../model/index.ts';
import { hashText } from '../../text/index.ts';
import type { CheckedFlow, FlowDraft } from '../types.ts';
import { finishDraft } from './finish.ts';
import { compileMachine } from './machine.ts';

/** Converts an error-free flow, with the flows that it runs, to its compiled form. */
export function toCompiledFlow(draft: FlowDraft, parts: readonly FlowDraft[]): CompiledFlow {
  const flow = finishDraft(draft);
  const others = parts.map(makePart);
  const content = {
    ...toFlowPart(flow),
    format: 1 as const,
    env: Object.assign({}, ...[...others, flow].map(({ env }) => env)) as CompiledFlow['env'],
    limits: flow.limits,
  };
  const mapFlows = <Value>(value: (made: MadePart) => Value) =>
    Object.fromEntries(others.map((made) => [made.part.name, value(made)]));
  // A part's version already identifies its content, so the parts need not be hashed again.
  const version = hashContent({ ...content, flows: mapFlows((made) => made.version) });
  return { ...content, flows: mapFlows(({ part }) => part), version };
}

/** A flow as part of the flows that run it. */
interface MadePart {
  part: FlowPart;
  version: string;
  env: CompiledFlow['env'];
}

/** Caches the part of each flow, since several flows may run it. */
const makePart = memoize((draft: FlowDraft): MadePart => {
  const flow = finishDraft(draft);
  const part = toFlowPart(flow);
  return { part, version: hashContent(part), env: flow.env };
});

function toFlowPart(flow: CheckedFlow): FlowPart {
  return {
    name: flow.name,
    languages: flow.languages,
    ...(flow.voice === undefined ? {} : { voice: flow.voice }),
    vars: flow.vars,
    params: flow.params,
    returns: flow.returns,
    prompts: flow.prompts,
    hours: flow.hours,
    tables: flow.tables,
    steps: Object.fromEntries(
      flow.graph.steps.map(({ name, verb, file, span, edges }) => [
        name,
        {
          verb,
          line: span.start.line,
          ...(file === undefined ? {} : { file }),
          outcomes: edges.map(({ outcome }) => outcome),
        },
      ]),
    ),
    machine: compileMachine(flow),
  };
}

/** Returns the first 16 hex digits of the SHA-256 over the canonical JSON of plain data. */
function hashContent(content: unknown): string {
  return hashText(toCanonicalJson(content), 'hex').slice(0, 16);
}

/** Serialises JSON with sorted keys, so that equal data gives equal text. */
function toCanonicalJson(content: unknown): string {
  if (typeof content !== 'object' || content === null) return JSON.stringify(content);
  if (Array.isArray(content)) return `[${content.map(toCanonicalJson).join(',')}]`;
  const object = content as Record<string, unknown>;
  // String concatenation is several times as fast as joining arrays.
  let entries = '';
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    entries += `${entries === '' ? '' : ','}${JSON.stringify(key)}:${toCanonicalJson(value)}`;
  }
  return `{${entries}}`;
}
