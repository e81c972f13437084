/** Whether a call is being recorded where two people begin to talk. */
import type { StudioFlow, Widget } from '../widgets.ts';

export class RecordingStates {
  readonly #at = new Map<string, Set<boolean>>();

  constructor(flow: StudioFlow, entries: readonly string[]) {
    const open = entries.map((name) => ({ name, isOn: false }));
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const { name, isOn } = state;
      const widget = flow.byName.get(name);
      const known = this.#at.get(name) ?? new Set();
      if (widget === undefined || known.has(isOn)) continue;
      known.add(isOn);
      this.#at.set(name, known);
      const after = widget.does.kind === 'record' ? widget.does.isOn : isOn;
      for (const { next } of widget.transitions)
        if (next !== undefined) open.push({ name: next, isOn: after });
    }
    this.isMixed = [...flow.byName.values()].some(
      (widget) => widget.does.kind === 'connect' && this.findAt(widget) === 'if_on',
    );
  }

  /** True if a connection is recorded on some ways to it, and not on others. */
  readonly isMixed: boolean;

  findAt({ name }: Widget): 'always' | 'never' | 'if_on' {
    const states = this.#at.get(name) ?? new Set();
    if (states.size === 2) return 'if_on';
    return states.has(true) ? 'always' : 'never';
  }
}
