/** What the flows of a project read and write of what they share, and how they lead to one another. */
import { Fields, toText } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import { listReachable } from './graph.ts';
import type { Action, ConnectFlow } from './read-flow.ts';
import { shortenId, splitText, toConstant, toKey } from './references.ts';

export interface FlowFacts {
  reachable: readonly Action[];
  /** Keys of the values that its blocks read. */
  reads: ReadonlySet<string>;
  /** Keys of the values that its blocks change. */
  writes: ReadonlySet<string>;
  /** Shared values that modules change which it runs. */
  modulesWrite: ReadonlySet<string>;
  /** Shared values that it needs from the flow that leads to it. */
  params: ReadonlySet<string>;
  /** Shared values that a module gives back. */
  returns: ReadonlySet<string>;
  /** Flows that it goes to or runs. */
  calls: readonly ConnectFlow[];
}

/** Key of the queue that the contact will be transferred to. */
export const QUEUE = 'queue';

/** True for a value that belongs to the contact, so that all its flows share it. */
function isShared(key: string): boolean {
  return key.startsWith('attribute ') || key === QUEUE || key === 'callback';
}

/** Finds flows by what other flows call them. */
export class FlowDirectory {
  readonly #byId = new Map<string, ConnectFlow>();

  constructor(flows: readonly ConnectFlow[]) {
    for (const flow of flows)
      for (const id of flow.ids.flatMap((one) => [one, shortenId(one)]))
        if (!this.#byId.has(id)) this.#byId.set(id, flow);
  }

  /** Returns the flow that a block leads to; undefined if the block leads to none, or to one that is not here. */
  findCalled(action: Action): ConnectFlow | undefined {
    if (action.type !== 'TransferToFlow' && action.type !== 'InvokeFlowModule') return undefined;
    const parameter = action.type === 'TransferToFlow' ? 'ContactFlowId' : 'FlowModuleId';
    const id = new Fields(action.parameters).text(parameter);
    const title = action.resources.get(parameter);
    const names = [id, id && shortenId(id), id && readPlaceholder(id), title].flatMap((name) => name ?? []);
    return names.map((name) => this.#byId.get(name)).find((flow) => flow !== undefined);
  }
}

/** Returns the name of a resource if a text is nothing but a placeholder such as `${Billing.Arn}`. */
export function readPlaceholder(text: string): string | undefined {
  const [part, ...others] = splitText(text);
  if (others.length > 0 || typeof part !== 'object' || !('placeholder' in part)) return undefined;
  return part.placeholder.replace(/\.(?:\w*Arn|arn|id|Id)$/, '');
}

/** Collects the facts of all flows. */
export function collectFacts(
  flows: readonly ConnectFlow[],
  directory: FlowDirectory,
): Map<ConnectFlow, FlowFacts> {
  const own = new Map(flows.map((flow) => [flow, collectOwn(flow, directory)]));
  settle(own);
  return own;
}

interface OpenFacts extends FlowFacts {
  reads: Set<string>;
  writes: Set<string>;
  params: Set<string>;
  returns: Set<string>;
  modulesWrite: Set<string>;
  calls: ConnectFlow[];
}

function collectOwn(flow: ConnectFlow, directory: FlowDirectory): OpenFacts {
  const reachable = listReachable(flow);
  const reads = new Set<string>();
  const writes = new Set<string>();
  for (const action of reachable) {
    for (const text of listTexts(action.parameters))
      for (const part of splitText(text))
        if (typeof part === 'object' && 'reference' in part) reads.add(toKey(part.reference));
    for (const key of listWrites(action)) writes.add(key);
    if (readsQueue(action)) reads.add(QUEUE);
  }
  const calls = reachable.flatMap((action) => directory.findCalled(action) ?? []);
  return { reachable, reads, writes, calls, params: new Set(), returns: new Set(), modulesWrite: new Set() };
}

function readsQueue({ type, parameters }: Action): boolean {
  if (type === 'TransferContactToQueue' || type === 'TransferContactToAgent') return true;
  return type === 'CheckHoursOfOperation' && !new Fields(parameters).has('HoursOfOperationId');
}

function listWrites({ type, parameters }: Action): string[] {
  const fields = new Fields(parameters);
  if (type === 'UpdateContactAttributes')
    return fields.fields('Attributes').names.map((name) => `attribute ${name}`);
  if (type === 'UpdateFlowAttributes')
    return fields.fields('FlowAttributes').names.map((name) => `flow ${name}`);
  if (type === 'UpdateContactTargetQueue') return [QUEUE];
  if (type === 'UpdateContactCallbackNumber') return ['callback'];
  if (type === 'ConnectParticipantWithLexBot') return ['intent'];
  return type === 'GetParticipantInput' ? ['input'] : [];
}

/** Lists the texts of a tree, in its order. */
export function listTexts(root: DataNode): string[] {
  const texts: string[] = [];
  const pending: DataNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const text = toText(node);
    if (text !== undefined) texts.push(text);
    if (node.kind === 'list') pending.push(...node.items.toReversed());
    if (node.kind === 'object') pending.push(...node.entries.map(({ value }) => value).toReversed());
  }
  return texts;
}

/** Computes what flows pass to one another, until nothing changes. Every round adds something, or is the last. */
function settle(all: ReadonlyMap<ConnectFlow, OpenFacts>): void {
  const needs = new Map([...all].map(([flow, { reads }]) => [flow, new Set([...reads].filter(isShared))]));
  const passes = new Map([...all].map(([flow, { writes }]) => [flow, new Set([...writes].filter(isShared))]));
  let hasChanged = true;
  const add = (to: Set<string> | undefined, keys: Iterable<string>, isWanted: (key: string) => boolean) => {
    for (const key of keys)
      if (to !== undefined && isWanted(key) && !to.has(key)) {
        to.add(key);
        hasChanged = true;
      }
  };
  while (hasChanged) {
    hasChanged = false;
    for (const [flow, facts] of all)
      for (const called of facts.calls) {
        const inner = all.get(called);
        if (inner === undefined) continue;
        add(needs.get(flow), needs.get(called) ?? [], () => true);
        add(inner.params, passes.get(flow) ?? [], (key) => needs.get(called)?.has(key) === true);
        add(passes.get(called), inner.params, () => true);
        if (called.kind !== 'module') continue;
        const isRead = (key: string) => needs.get(flow)?.has(key) === true || facts.returns.has(key);
        add(inner.returns, [...inner.writes].filter(isShared), isRead);
        add(
          inner.returns,
          inner.calls.flatMap((one) => [...(all.get(one)?.returns ?? [])]),
          isRead,
        );
        add(needs.get(called), inner.returns, () => true);
        add(passes.get(flow), inner.returns, () => true);
        add(facts.writes, inner.returns, () => true);
        add(facts.modulesWrite, inner.returns, () => true);
      }
  }
}

/** True if a text names something only when the call is there. */
export function isComputed(text: string): boolean {
  return toConstant(text) === undefined && readPlaceholder(text) === undefined;
}
