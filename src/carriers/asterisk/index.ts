export { createAsteriskCarrier } from './connection/carrier.ts';
