/** Terms for questions and prompts; part of the table of `other-words.ts`. */

const RETRIES = '"attempts" includes the first time the question is asked: for one retry write attempts: 2';

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
    'to accept speech, give the choices of a menu "phrases", or write "speech: true" below "collect"',
  action: 'there is no callback address: "next", "on" and "goto" say what comes next',
  language:
    'set the language in a step before it, language: de-DE, or for one text of a prompt: { text: …, language: de-DE }',
  voice: 'set the voice for the whole flow, with "voice" beside "steps"',
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
  voice: 'set the voice for the whole flow, with "voice" beside "steps"',
  loop: 'to say something twice, list it twice: [welcome, welcome]',
  bargein: 'keys end a prompt only in "menu" and "collect", which have "barge_in"',
};
