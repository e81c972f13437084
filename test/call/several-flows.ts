/** Calls on flows that run one another. */
import { runnable } from '../../src/call/index.ts';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import { Script } from './script.ts';

/** A call on the first of these flows, which can run the others. */
export function callOn(...flows: string[]): Script {
  const files = flows.map((text, index) => ({ file: `${index}.yaml`, text: `ringflow: 1\n${text}` }));
  const [first = { file: '', text: '' }] = files;
  const { flow, diagnostics } = compileFlow(first, { others: createFlowCatalogue(files) });
  if (flow === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return new Script(runnable(flow));
}

/** The same, once it is connected. */
export function started(...flows: string[]): Script {
  const call = callOn(...flows);
  call.incoming();
  call.connected();
  return call;
}
