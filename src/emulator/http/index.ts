export { startEmulator } from './emulator.ts';
export type { Emulator, EmulatorOptions } from './emulator.ts';
export { selfSigned } from './self-signed.ts';
export type { Certificate } from './self-signed.ts';
