/** Amazon Connect: flows in the flow language, and the old export of the console. */
import type { System } from '../project/index.ts';
import { findFlows } from './find-flows.ts';
import { mapping } from './mapping.ts';
import { translateProject } from './translate-project.ts';

export const connect: System = {
  id: 'connect',
  name: 'Amazon Connect',
  mapping,
  recognise: (source) => findFlows(source).length > 0,
  translate: translateProject,
};
