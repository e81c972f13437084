/** Answers to the questions of an import, as a person gives them in a file or on a terminal. */
import type { OpeningHours } from '../../../schemas/types/flow.ts';

/** What a source refers to and does not hold. All by the name or id that the source uses. */
export interface Answers {
  /** Queue, user, group or bot → number (E.164) or SIP URI. */
  queues: Readonly<Record<string, string>>;
  /** Function, Lambda or data action → https address. */
  functions: Readonly<Record<string, string>>;
  /** Prompt of a library or audio file → where it is. */
  prompts: Readonly<Record<string, PromptAnswer>>;
  /** Id of another flow → its name here. */
  flows: Readonly<Record<string, string>>;
  /** Extension or dial string → number or SIP URI. */
  numbers: Readonly<Record<string, string>>;
  hours: Readonly<Record<string, OpeningHours>>;
  /** Text of a message, or `default` → template and campaign. */
  sms: Readonly<Record<string, SmsAnswer>>;
  /** Placeholder → value. */
  placeholders: Readonly<Record<string, string>>;
  /** `stub`, `record` for the verb voicemail, `callback` for the standard flow, or a number. */
  voicemail: string;
  /** What follows an outermost menu that gives up, FreeSWITCH only: `hangup`, or a number. */
  after_menu: string;
}

export type PromptAnswer = { stored: string } | { url: string; length?: string };

export interface SmsAnswer {
  template: string;
  campaign: string;
}

/** Kinds of questions; each is a section of the answers. */
export type QuestionKind = keyof Answers;

/** Something that the import had to ask. */
export interface Question {
  kind: QuestionKind;
  key: string;
  /** Places that refer to it. */
  places: readonly { file: string; line: number; column: number }[];
  /** True if the answers had one. */
  isAnswered: boolean;
}

/** Answers that answer nothing. */
export const noAnswers: Answers = {
  queues: {},
  functions: {},
  prompts: {},
  flows: {},
  numbers: {},
  hours: {},
  sms: {},
  placeholders: {},
  voicemail: 'stub',
  after_menu: 'hangup',
};
