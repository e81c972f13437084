/** The port that routes calls to flows by the documents of operators. */
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
  /** Routes an inbound call, or a call that a message begins, by the number called; undefined: there is no route. */
  toNumber(wanted: {
    project: ProjectId;
    takes: 'calls' | 'messages';
    number: string;
    /** Name of the carrier that reports the call; messages come from the platform. */
    carrier: string;
    call: CallId;
  }): Promise<Destination | undefined>;
  /** Routes an outbound call; undefined: no such flow is in service. */
  toFlow(wanted: { project: ProjectId; flow: string; call: CallId }): Promise<Destination | undefined>;
}
