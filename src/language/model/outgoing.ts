/** What a flow sends beside the call itself, before its expressions are filled in. */
import type { Template } from './template.ts';

/** Text messages of one template. */
export interface SmsTemplate {
  template: Template;
  campaign: Template;
  from?: Template;
  /** Absent `to`: the other end of the call. */
  recipients: { to?: Template; data: Record<string, Template> }[];
  /** When they are sent: so long from now, or at a time; absent: at once. */
  schedule?: { afterMs: number } | { at: Template };
  /** The call waits for what becomes of them. */
  isAwaited: boolean;
}

/** Settings of a video room as the platform names them (video.md 2.1). */
export type RoomSettings = Record<string, string | number | boolean>;

/** The person who is invited to a room. */
export interface Invited {
  /** Absent: the number of the other end of the call. */
  name?: Template;
  role: string;
}
