export { startEmulator } from './emulator.ts';
export type { Emulator, EmulatorLog, EmulatorOptions } from './emulator.ts';
export { selfSigned } from './self-signed.ts';
export type { Certificate } from './self-signed.ts';
