/** Settings of the video service. */
import type { DialInNumber } from '../../../../../schemas/types/video.ts';

/** Picture qualities of video.md 2.1, lowest first. */
export const qualities = ['LD', 'SD', 'HD'] as const;

export type Quality = (typeof qualities)[number];

export interface VideoSettings {
  /** Highest and default quality of the subscription (video.md 2.1, 7: 10021). */
  quality: Quality;
  /** Time from the end of a session until its files are available, ms. */
  filesReadyMs: number;
  /**
   * `events`: recording-started, -stopped, -ready and -failed, as in the release notes (video.md 6). `files`: recording
   * and transcoded when the files are available, roomdrop when a session ends, as some programs expect.
   */
  notifications: 'events' | 'files';
  /** Creates unknown rooms on request. */
  anyRoom: boolean;
  /** Answer of GET /dialin/. */
  dialIn: DialInNumber[];
  /** SIP domain of rooms with dial-in. */
  sipDomain: string;
  /** Number of CDRs, archives and ids of deleted rooms that are kept. */
  records: number;
}

export const videoDefaults: VideoSettings = {
  quality: 'HD',
  filesReadyMs: 5_000,
  notifications: 'events',
  anyRoom: false,
  dialIn: [
    { country: 'Germany', country_code: 'DE', phone: '+4930100200', toll: 'toll' },
    { country: 'India', country_code: 'IN', phone: '+911140000200', toll: 'toll' },
    { country: 'United States', country_code: 'US', phone: '+18005550100', toll: 'tollfree' },
  ],
  sipDomain: 'sip.video.example',
  records: 100_000,
};
