export { createHttpPlatform } from './http-platform.ts';
export type { HttpPlatformOptions } from './http-platform.ts';
