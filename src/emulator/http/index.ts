export { startEmulator } from './emulator.ts';
export type { Emulator, EmulatorOptions } from './emulator.ts';
