/** Translates runs of other flows. */
import { nameParameters } from '../parameters.ts';
import { findNext, type Does, type Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';
import type { FlowLinks } from './project-flows.ts';

type Subflow = Extract<Does, { kind: 'subflow' }>;

export function translateSubflow(
  writer: FlowWriter,
  widget: Widget,
  { does, links }: { does: Subflow; links: FlowLinks },
): void {
  const target = links.find(does.sid);
  const completed = writer.follow(widget, 'completed');
  const failed = writer.follow(widget, 'failed');
  if (findNext(widget, 'failed') === undefined) writer.lose(widget, 'WAY_MISSING', 'failed');
  if (target === undefined) {
    const name = writer.scope.project.findFlow(does.sid, writer.placeOf(widget));
    writer.gradeAs(widget, 'run-subflow elsewhere');
    writer.add(widget, {
      run: { flow: name ?? nameSubflow(does.sid, widget) },
      next: completed,
      on: { failed },
    });
    return;
  }
  const names = nameParameters(target);
  const values = does.parameters.flatMap(({ key, value }) => {
    const name = names.get(key);
    return name === undefined ? [] : [[name, writer.toText(value)] as const];
  });
  if (values.some(([, value]) => value === undefined)) {
    writer.addStub(widget, 'LIQUID_LOGIC', { next: failed });
    return;
  }
  writer.gradeAs(widget, 'run-subflow');
  const run = {
    flow: target.name,
    ...(values.length > 0 && { with: Object.fromEntries(values) as Record<string, string> }),
  };
  writer.add(widget, { run, next: completed, on: { failed } });
}

/** Returns the name of a flow that the files do not hold. */
export function nameSubflow(sid: string, { name }: Widget): string {
  const words = sid === '' ? name : sid;
  return `subflow-${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-+$/, '').slice(0, 50);
}
