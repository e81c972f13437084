/** The systems whose flows can be imported, in the order of the documentation. */
import { connect } from './connect/index.ts';
import { freeswitch } from './freeswitch/index.ts';
import type { System } from './project/index.ts';
import { studio } from './studio/index.ts';

export const systems: readonly System[] = [studio, connect, freeswitch];
