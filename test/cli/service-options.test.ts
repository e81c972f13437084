/** What is said before the service starts. */
import { expect, test } from 'vitest';
import { warnOfMissingParams } from '../../src/cli/operate/service-options.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';

function flowWith(name: string, params: string) {
  const text = `ringflow: 1\nname: ${name}\nparams: ${params}\nsteps:\n  hi: { say: Hi. }\n`;
  const { flow } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined) throw new Error('the flow has mistakes');
  return flow;
}

const needy = flowWith('needy', '{ day: string, count: int }');
const content = flowWith('content', '{ day: { type: string, default: Monday } }');
const none = {
  defaultFlow: undefined,
  routes: new Map<string, string>(),
  messageRoutes: new Map<string, string>(),
};
const told = 'needy cannot take inbound calls: it requires the parameters day, count';

test.each([
  ['its number', { ...none, routes: new Map([['+4930', 'needy']]) }],
  ['messages', { ...none, messageRoutes: new Map([['+4930', 'needy']]) }],
  ['every number', { ...none, defaultFlow: 'needy' }],
])('a flow that needs parameters and is routed from %s is told', (_what, config) => {
  expect(warnOfMissingParams([needy, content], config)).toEqual([told]);
});

test('so is one that is alone, and none that others run or that has defaults', () => {
  expect(warnOfMissingParams([needy], none)).toEqual([told]);
  expect(warnOfMissingParams([needy, content], { ...none, defaultFlow: 'content' })).toEqual([]);
});
