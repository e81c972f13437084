/** The port that says where flows may send something: requests of their steps, and the audio of calls. */
export interface Egress {
  /** Why nothing is sent to this host and port, for people; undefined: it may be, if it leads to an address that may. */
  refusal(host: string, port: number): string | undefined;
  /** Whether a connection to this address, IPv4 or IPv6, may be made. */
  allowsAddress(address: string, port: number): boolean;
}

/** Code of what is refused by it, for the flow that wanted it. */
export const EGRESS_DENIED = 'egress_denied';
