import type { Party, Phone } from '../../platform/emulator/model/index.ts';
import type { Capabilities, Value } from '../../language/model/index.ts';
import type { Between } from './between.ts';
import type { PlatformFault } from './platform-faults.ts';
import type { WebStub } from './web-services.ts';

/** Start of a simulated call. */
export interface SimulationOptions {
  /** inbound: somebody calls the flow; outbound: the flow calls somebody, who is then the person on the line. */
  direction: 'inbound' | 'outbound';
  /** E.164. */
  from: string;
  /** E.164. */
  to: string;
  /** Parameters of the flow; those without a default are required. */
  params?: Record<string, Value>;
  /** Behaviour of people, by number or SIP URI. Default: they answer after a second. */
  parties?: Record<string, Party | Party[]>;
  /** SIP headers of an inbound call, by name; the carrier reports those that it reads. */
  headers?: Readonly<Record<string, string>>;
  /** Message that started an outbound call. */
  message?: { from: string; text: string };
  /** Delivery of messages, by number. Default: they arrive after a second. */
  phones?: Record<string, Phone>;
  /** Responses of web services. */
  http?: readonly WebStub[];
  /** Commands that fail. */
  faults?: readonly PlatformFault[];
  /** What the carrier can do. Default: what the platform can. */
  carrier?: Capabilities;
  /** Start, ms since the epoch. Default: a Monday, 09:00 UTC. */
  at?: number;
}

/** Conditions under which a simulated call runs. */
export interface SimulationConditions {
  /** Maximum number of events of the call (SIM-4). Default: 20,000. */
  maxEvents?: number;
  /** Disturbs the traffic between the call and everything outside. Default: nothing is disturbed. */
  between?: Between;
}
