/** The options of an Asterisk that hands its calls to Ringflow. */
import type { StreamConnection } from './streams.ts';

export interface AsteriskSetup {
  /** Prefix of the ids of its calls; the name of the carrier. Without it two Asterisks may give two calls the same id. */
  systemName: string;
  /** Stasis application to which calls are handed. */
  application: string;
  ari: {
    /** Address on which ARI listens. Whoever reaches it and knows the password controls every call. */
    address: string;
    port: number;
    user: string;
    password: string;
  };
  /** WebSocket address at which Ringflow receives events, with its token. Absent: only Ringflow opens the socket. */
  eventsUrl?: string;
  sip: {
    /** Address on which SIP is received. */
    address: string;
    port: number;
    /** Address that telephones outside of the container or network use. */
    publicAddress?: string;
  };
  /** Addresses to which calls can be streamed. */
  streams?: readonly StreamConnection[];
  /** UDP ports for audio, two for each leg. */
  rtp: { first: number; last: number };
  /** Time without audio from a telephone after which its call has ended, s. */
  rtpTimeoutS?: number;
  /** Addresses and networks from which calls are accepted without a password. */
  trusted: string[];
  telephones: Telephone[];
  /** Folder that holds configuration, run files, recordings and logs; absent: the folders of the package. */
  folder?: string;
}

/** A telephone that calls can be connected to as `PJSIP/<name>`. */
export interface Telephone {
  name: string;
  /** Password with which it registers, and calls; or the SIP address at which it always is. */
  reach: { password: string } | { address: string };
}

/** One file of the configuration. */
export interface SetupFile {
  /** Name below /etc/asterisk. */
  name: string;
  text: string;
  /** True when it contains passwords. */
  isSecret: boolean;
}
