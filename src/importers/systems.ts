/** The systems whose flows can be imported, in the order of the documentation. */
import { architect } from './architect/index.ts';
import { connect } from './connect/index.ts';
import { freeswitch } from './freeswitch/index.ts';
import type { System } from './project/index.ts';
import { studio } from './studio/index.ts';
import { swml } from './swml/index.ts';
import { voicexml } from './voicexml/index.ts';

export const systems: readonly System[] = [studio, connect, swml, freeswitch, voicexml, architect];
