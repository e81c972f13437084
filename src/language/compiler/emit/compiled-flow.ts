import { createHash } from 'node:crypto';
import { memoized, type CompiledFlow, type FlowPart } from '../../model/index.ts';
import type { CheckedFlow, FlowDraft } from '../types.ts';
import { finish } from './finish.ts';
import { machineOf } from './machine.ts';

/** Converts an error-free flow, with the flows that it runs, to its compiled form. */
export function toCompiledFlow(draft: FlowDraft, parts: readonly FlowDraft[]): CompiledFlow {
  const flow = finish(draft);
  const others = parts.map(madeOnce);
  const content = {
    ...partOf(flow),
    format: 1 as const,
    env: Object.assign({}, ...[...others, flow].map(({ env }) => env)) as CompiledFlow['env'],
    limits: flow.limits,
  };
  const flowsBy = <Value>(value: (made: MadePart) => Value) =>
    Object.fromEntries(others.map((made) => [made.part.name, value(made)]));
  // A part's version already identifies its content, so the parts need not be hashed again.
  const version = versionOf({ ...content, flows: flowsBy((made) => made.version) });
  return { ...content, flows: flowsBy(({ part }) => part), version };
}

/** A flow as part of the flows that run it. */
interface MadePart {
  part: FlowPart;
  version: string;
  env: CompiledFlow['env'];
}

/** Caches the part of each flow, since several flows may run it. */
const madeOnce = memoized((draft: FlowDraft): MadePart => {
  const flow = finish(draft);
  const part = partOf(flow);
  return { part, version: versionOf(part), env: flow.env };
});

function partOf(flow: CheckedFlow): FlowPart {
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
    machine: machineOf(flow),
  };
}

/** Returns the first 16 hex digits of the SHA-256 over the canonical JSON of plain data. */
function versionOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
}

/** Serialises JSON with sorted keys, so that equal data gives equal text. */
function canonicalJson(content: unknown): string {
  if (typeof content !== 'object' || content === null) return JSON.stringify(content);
  if (Array.isArray(content)) return `[${content.map(canonicalJson).join(',')}]`;
  const object = content as Record<string, unknown>;
  // String concatenation is several times as fast as joining arrays.
  let entries = '';
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    entries += `${entries === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${entries}}`;
}
