export { importFlows } from './import-flows.ts';
export type { Imported, ImportedFlow, ImportOptions } from './import-flows.ts';
export { systems } from './systems.ts';
