export { startEmulator, type Emulator, type EmulatorLog, type EmulatorOptions } from './emulator.ts';
export { issueCertificate } from './certificate.ts';
