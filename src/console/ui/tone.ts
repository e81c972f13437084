/** The colour of a state; "accent" means that somebody is to act. */
export type Tone = 'ok' | 'warn' | 'bad' | 'accent' | 'neutral';
