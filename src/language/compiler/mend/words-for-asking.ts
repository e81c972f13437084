/** Terms for questions and prompts; part of the table of `other-words.ts`. */

const RETRIES = '"attempts" counts from the first time the question is put: one more time is attempts: 2';

/** Terms below `menu` and `collect`. */
export const ASKING = {
  maxattempts: 'attempts',
  tries: 'attempts',
  maxtries: 'attempts',
  retries: RETRIES,
  maxretries: RETRIES,
  repeat: RETRIES,
  repeats: RETRIES,
  text: 'prompt',
  say: 'prompt',
  message: 'prompt',
  question: 'prompt',
  play: 'prompt',
  timeoutprompt: 'no_input',
  silence: 'no_input',
  invalid: 'no_match',
  invalidprompt: 'no_match',
  interruptible: 'barge_in',
  interrupt: 'barge_in',
  bargein: 'barge_in',
  interdigittimeout: 'inter_digit',
  digittimeout: 'inter_digit',
  firstdigittimeout: 'timeout',
  wait: 'timeout',
  input:
    'whether speech counts is said by "phrases" of a menu\'s choices, and by "speech: true" of "collect"',
  action: 'there is no address to go to: what comes next is said by "next", "on" and "goto"',
  language:
    'a step before it says the language: language: de-DE; one text of a prompt has its own: { text: …, language: de-DE }',
  voice: 'the voice is that of the whole flow: "voice" beside "steps"',
};

/** Terms in a part of a prompt. */
export const PROMPT_PIECE = {
  prompt: 'text',
  say: 'text',
  speak: 'text',
  message: 'text',
  file: 'url',
  audio: 'url',
  src: 'url',
  media: 'url',
  break: 'pause',
  silence: 'pause',
  lang: 'language',
  locale: 'language',
  interpretas: 'as',
  sayas: 'as',
  emotion: 'style',
  voice: 'the voice is that of the whole flow: "voice" beside "steps"',
  loop: 'to say something twice, list it twice: [welcome, welcome]',
  bargein: 'keys end a prompt only where they are asked for: "barge_in" belongs to "menu" and "collect"',
};
