/** Transfers to people, and to other flows. */
import type { Step } from '../../../schemas/types/flow.ts';
import { toCelText, toDialable } from '../project/index.ts';
import { convert } from './expressions/cel.ts';
import { toCel, toText } from './expressions/to-cel.ts';
import type { Does, Node, Transfer } from './model.ts';
import { toTime } from './value-writer.ts';
import type { FlowWriter } from './writer.ts';

const USUAL_RING = 30_000;

/** Writes what is said before, the call, and what is said if it fails. */
export function writeTransfer(writer: FlowWriter, node: Node, transfer: Transfer): void {
  const { pre, failure, timeout } = transfer;
  const failed = writer.addSay(node, failure, {
    name: writer.nameMore(node, 'failed'),
    suffix: 'failed',
    next: writer.follow(node, 'failure'),
  });
  const isAnnounced = writer.toPrompt(pre, node) !== undefined;
  const name = isAnnounced ? writer.nameMore(node, 'call') : writer.nameOf(node);
  if (isAnnounced) writer.addSay(node, pre, { name: writer.nameOf(node), suffix: '', next: name });
  const connect: NonNullable<Step['connect']> = {
    to: writeTarget(writer, node, transfer),
    ...(timeout !== undefined && timeout !== USUAL_RING && timeout > 0 && { ring: toTime(timeout) }),
  };
  writer.add(
    node,
    { connect, next: 'hangup', on: { unreached: failed, ...writeRecording(writer, node) } },
    { name },
  );
}

/** Conversations are recorded as soon as somebody talks, if the flow records at all. */
function writeRecording(writer: FlowWriter, node: Node): { bridged?: string } {
  if (!writer.scope.graph.isRecordedAt(node.id)) return {};
  const wait = writer.add(
    node,
    { wait: { for: 'bridge_end' }, next: 'hangup', on: { failed: 'hangup' } },
    { name: writer.nameMore(node, 'end') },
  );
  const on = { not_bridged: wait, already_recording: wait, name_taken: wait, failed: wait };
  const name = writer.nameMore(node, 'record');
  return { bridged: writer.add(node, { record: { start: 'call-${call.id}' }, next: wait, on }, { name }) };
}

function writeTarget(writer: FlowWriter, node: Node, { party, to }: Transfer): string {
  const { outside } = writer.scope;
  const place = writer.placeOf(node);
  if (to.kind === 'constant') {
    const name = String(to.value);
    if (party !== 'number') writer.setDetail(node, name);
    if (party === 'number' && toDialable(name) === undefined) writer.gradeAs(node, 'transferToNumber: asked');
    return outside.findParty(party, name, place).written;
  }
  if (to.kind === 'placeholder' && party !== 'number') {
    writer.setDetail(node, to.name);
    return outside.findParty(party, to.name, place).written;
  }
  const text = toText(to, writer.names(node));
  if (party === 'number') return text;
  return writeNames(writer, node, { party, to }) ?? text;
}

/** Chooses the number of a queue by its name, where the flow names those that it can be. */
function writeNames(
  writer: FlowWriter,
  node: Node,
  { party, to }: Pick<Transfer, 'party' | 'to'>,
): string | undefined {
  if (to.kind !== 'path') return undefined;
  const variable = to.path.slice(0, 2).join('.');
  const names = writer.scope.graph.listConstants(variable);
  const { code } = convert(toCel(to, writer.names(node)), 'string');
  const [last, ...others] = names.toReversed();
  if (last === undefined) return undefined;
  const write = (name: string) => {
    const { written } = writer.scope.outside.findParty(party, name, writer.placeOf(node));
    return /^\$\{(.*)\}$/s.exec(written)?.[1] ?? toCelText(written);
  };
  const chosen = others.reduce(
    (rest, name) => `${code} == ${toCelText(name)} ? ${write(name)} : ${rest}`,
    write(last),
  );
  return `\${${chosen}}`;
}

export function writeLeave(
  writer: FlowWriter,
  node: Node,
  { flow, pre }: Extract<Does, { kind: 'leave' }>,
): void {
  if (flow === undefined) {
    writer.gradeAs(node, 'transferToFlow: computed');
    writer.addStub(node, 'FLOW_CHOSEN_AT_RUN_TIME', { next: writer.follow(node, 'failure') });
    return;
  }
  const found = writer.scope.findFlow(flow);
  writer.setDetail(node, flow);
  if (found.isElsewhere) writer.gradeAs(node, 'transferToFlow: elsewhere');
  const isAnnounced = writer.toPrompt(pre, node) !== undefined;
  const name = isAnnounced ? writer.nameMore(node, 'flow') : writer.nameOf(node);
  if (isAnnounced) writer.addSay(node, pre, { name: writer.nameOf(node), suffix: '', next: name });
  writer.add(node, { goto: { flow: found.name }, on: { failed: writer.follow(node, 'failure') } }, { name });
}
