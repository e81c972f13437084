/**
 * The flows beside the one being compiled, from their files: what it runs is held against what they take and give.
 */
import type { ExpressionType } from '../flow/index.ts';
import type { FlowDraft } from './draft.ts';
import type { FlowFile, FlowSignature, OtherFlows } from './other-flows.ts';
import { readDraft } from './read-draft.ts';

/** Flows among files, by the names they give themselves. Read when they are first asked for. */
export function otherFlows(files: readonly FlowFile[]): OtherFlows {
  const byName = Map.groupBy(files, nameIn);
  const nearest = (name: string): FlowFile[] => {
    const all = byName.get(name) ?? [];
    const near = all.filter(({ isFar }) => isFar !== true);
    return near.length > 0 ? near : all;
  };
  const file = (name: string) => nearest(name)[0];
  const known = new Map<string, FlowSignature | undefined>();
  return {
    names: [...byName.keys()].filter((name) => name !== undefined),
    file,
    clashing(name) {
      const found = nearest(name);
      return found.length > 1 ? found.map((one) => one.file) : [];
    },
    signature(name) {
      const found = file(name);
      if (found !== undefined && !known.has(name)) known.set(name, signatureOf(found));
      return known.get(name);
    },
  };
}

function nameIn({ text }: FlowFile): string | undefined {
  return /^name:[ \t]*["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1];
}

/** Its edges do not matter here, so nothing needs to be known of the flows that it runs itself. */
function signatureOf(file: FlowFile): FlowSignature | undefined {
  const draft = readDraft(file, () => undefined);
  return draft && { params: draft.params, returns: returnTypes(draft), outcomes: outcomesIn(draft) };
}

function returnTypes(draft: FlowDraft): Record<string, ExpressionType> {
  const expressions = draft.expressions();
  return Object.fromEntries(
    Object.entries(draft.returns).map(([name, source]) => {
      const checked = expressions.check(source);
      return [name, checked.ok ? checked.type : 'other'];
    }),
  );
}

function outcomesIn({ steps }: FlowDraft): string[] {
  const given = steps.flatMap(({ content }) => (content?.verb.name === 'return' ? [content.body] : []));
  return [...new Set(['done', ...given.filter((outcome) => typeof outcome === 'string')])];
}
