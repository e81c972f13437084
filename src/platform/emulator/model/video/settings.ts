/** What the video service knows before the first request. Everything has a default. */
import type { DialInNumber } from '../../../wire/index.ts';

/** Picture sizes of video.md 2.1, the lowest first. */
export const qualities = ['LD', 'SD', 'HD'] as const;

export type Quality = (typeof qualities)[number];

export interface VideoSettings {
  /** The subscription setting: the highest quality of a room, and the default (video.md 2.1, 7: 10021). */
  quality: Quality;
  /** From the end of a session until its files are ready, ms. */
  filesReadyMs: number;
  /**
   * `events`: recording-started, -stopped, -ready and -failed, as in the release notes (video.md 6). `files`: recording
   * and transcoded when these files are ready, roomdrop when a session ends, as some programs expect.
   */
  notifications: 'events' | 'files';
  /** Makes a room that is asked for and is not there. */
  anyRoom: boolean;
  /** The answer of GET /dialin/. */
  dialIn: DialInNumber[];
  /** Where rooms with dial-in are reached over SIP. */
  sipDomain: string;
  /** CDRs, archives and ids of deleted rooms that are kept, the newest of each. */
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
