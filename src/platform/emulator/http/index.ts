export { startEmulator } from './emulator.ts';
export type { Emulator, EmulatorLog, EmulatorOptions } from './emulator.ts';
export { issueCertificate } from './certificate.ts';
