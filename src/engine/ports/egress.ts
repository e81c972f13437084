/** The port that decides where flows may send requests and the audio of calls. */
export interface Egress {
  /** The reason why nothing is sent to this host and port, for people; undefined: it is allowed if its address is. */
  refusal(host: string, port: number): string | undefined;
  /** True when a connection to this address, IPv4 or IPv6, is allowed. */
  allowsAddress(address: string, port: number): boolean;
}

/** The `error.code` of a flow whose request is not allowed. */
export const EGRESS_DENIED = 'egress_denied';
