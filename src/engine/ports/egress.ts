/** The port that says where flows may send something: requests of their steps, and the audio of calls. */
export interface Egress {
  /** The reason why nothing is sent to this host and port, for people; undefined: it is allowed if its address is. */
  refusal(host: string, port: number): string | undefined;
  /** True when a connection to this address, IPv4 or IPv6, is allowed. */
  allowsAddress(address: string, port: number): boolean;
}

/** Code of what is refused by it, for the flow that wanted it. */
export const EGRESS_DENIED = 'egress_denied';
