/** Routes calls to flows, as operators have set it up. */
import type { CallId, FlowVersion, ProjectId } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** The flow to which a call is routed. */
export interface Destination {
  flow: string;
  version: FlowVersion;
  /** Values of the flow's parameters. */
  params: Record<string, Value>;
}

export interface Routing {
  /** For a call that comes in for a number, or that a message to it begins; undefined: nothing is routed there. */
  toNumber(wanted: {
    project: ProjectId;
    takes: 'calls' | 'messages';
    number: string;
    call: CallId;
  }): Promise<Destination | undefined>;
  /** For a call that is placed; undefined: there is no such flow in service. */
  toFlow(wanted: { project: ProjectId; flow: string; call: CallId }): Promise<Destination | undefined>;
}
