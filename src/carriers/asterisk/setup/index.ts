export { checkAsterisk, checkEvents, isLost } from './check.ts';
export type { AskAri, Check, ServiceState } from './check.ts';
export { renderEnvironment, toCarrierVariable } from './environment.ts';
export { parseStream } from './streams.ts';
export type { StreamConnection } from './streams.ts';
export { renderSetup } from './files.ts';
export type { AsteriskSetup, SetupFile, Telephone } from './setup.ts';
