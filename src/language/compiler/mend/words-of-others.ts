/** The terms of TwiML, Studio, SWML and VoiceXML, and common synonyms, that `other-words.ts` translates. */

/**
 * Our key, or a sentence of advice → the terms for it, in lower case, without separators within a term, and separated
 * by spaces.
 */
type Terms = Record<string, string>;

const NEXT = 'name the step to go to under "next", or under "on" for an outcome';
const VOICE = 'set the voice for the whole flow, with "voice" beside "steps"';

/** Terms below `menu` and `collect`. */
const ASKING: Terms = {
  attempts: 'maxattempts tries maxtries',
  '"attempts" includes the first time the question is asked: for one retry write attempts: 2':
    'retries maxretries repeat repeats',
  prompt: 'text say message question play',
  no_input: 'timeoutprompt silence',
  no_match: 'invalid invalidprompt',
  barge_in: 'interruptible interrupt bargein',
  inter_digit: 'interdigittimeout digittimeout',
  timeout: 'firstdigittimeout wait',
  'to accept speech, give the choices of a menu "phrases", or write "speech: true" below "collect"': 'input',
  'there is no callback address: "next", "on" and "goto" say what comes next': 'action',
  'set the language in a step before it, language: de-DE, or for one text of a prompt: { text: …, language: de-DE }':
    'language',
  [VOICE]: 'voice',
};

/** Terms in a piece of a prompt. */
const PROMPT_PIECE: Terms = {
  text: 'prompt say speak message',
  url: 'file audio src media',
  pause: 'break silence',
  language: 'lang locale',
  as: 'interpretas sayas',
  style: 'emotion',
  [VOICE]: 'voice',
  'to say something twice, list it twice: [welcome, welcome]': 'loop',
  'keys end a prompt only in "menu" and "collect", which have "barge_in"': 'bargein',
};

/** Place → its terms. */
export const WORDS_OF_OTHERS: Record<string, Terms> = {
  flow: {
    ringflow: 'version',
    name: 'id title',
    vars: 'variables',
    params: 'inputs parameters',
    env: 'environment settings secrets',
    imports: 'import include',
    steps: 'states nodes sections flow',
    prompts: 'messages texts',
    hours: 'openinghours schedule',
    always: 'global globals',
    on: 'events',
    returns: 'outputs',
    defaults: 'default',
    'a time zone belongs to opening hours: hours: { office: { timezone: Europe/Berlin, open: … } }':
      'timezone',
    'a call begins at the first step under "steps"': 'start initial entry',
  },
  on: {
    error: 'failed failure',
    end: 'hangup disconnect disconnected exit finally',
  },
  always: {
    keys: 'digits dtmf',
    phrases: 'speech hotwords',
  },
  limits: {
    duration: 'time maxduration timeout',
    steps: 'maxsteps',
  },
  defaults: {
    say: 'play prompt speak',
  },
  'vars *': {
    initial: 'default value',
    secret: 'sensitive',
  },
  'params *': {
    default: 'initial value',
  },
  'env *': {
    default: 'value initial',
    secret: 'sensitive',
  },
  'hours *': {
    timezone: 'zone tz',
    open: 'weekly days times opening',
    holidays: 'closed',
    exceptions: 'special overrides',
    'put the days below "open": open: { mon-fri: 09:00-18:00 }': 'mon monfri monday sat satsun sun weekdays',
  },
  step: {
    say: 'play prompt speak tts message text audio',
    'use "menu" for a choice by key or phrase, and "collect" for digits or a value':
      'gather input form field dtmf',
    'choices belong below "menu": menu: { prompt: …, choices: […] }': 'choices',
    connect: 'dial transfer bridge forward call',
    run: 'subdialog execute subflow',
    [NEXT]: 'redirect',
    http: 'submit request webhook',
    wait: 'pause sleep delay',
    hangup: 'end exit stop disconnect',
    accept: 'answer',
    set: 'assign unset',
    sms: 'textmessage sendsms',
    'for conditions use the verb "switch": switch: [{ when: …, goto: … }], with "next" for all other cases':
      'if cond condition branch then else elseif elif otherwise',
    next: 'continue transition',
    on: 'events outcomes edges',
    note: 'description comment',
    'there are no queues: try several numbers in order, connect: { to: ["+4930…", "+4930…"], ring: 20s }, and offer a callback when on: { busy: …, no_answer: … } is taken':
      'enqueue queue waitingqueue acd',
    voicemail: 'mailbox leavemessage takemessage recordmessage',
    'there are no loops: count in a variable, set: { tries: "${vars.tries + 1}" }, and go back in the next step with switch: [{ when: vars.tries < 3, goto: … }]; "menu" and "collect" ask again by themselves, with "attempts"':
      'loop while repeat for foreach until',
    'flows send no e-mail: let a web service send it, http: { post: https://…, json: { … } }, or send a text message with "sms"':
      'email mail sendmail sendemail',
    room: 'conference',
    'run the ready flow that notes a callback: run: { flow: std/callback }':
      'callback calledback requestcallback',
    'music is played while a party is rung, and to callers on hold: put "hold" before a step that takes long, and "resume" after it; for an audio file write say: { url: https://… }':
      'music musiconhold moh',
    'use "outcome" to record a business outcome; the trace contains everything else': 'log',
    'the text after silence belongs below "menu" or "collect": no_input: Are you still there?': 'noinput',
    'the text after wrong input belongs below "menu" or "collect": no_match: That is no choice.': 'nomatch',
    '"filled" is an outcome of "collect": next: <step>': 'filled',
  },
  'menu choices *': {
    key: 'digit digits dtmf keys press',
    phrases: 'speech words',
    set: 'assign save',
    language: 'lang locale',
    'a choice says nothing itself: put a step with "say" before its target; for what callers can say, use "phrases"':
      'say prompt play text message',
    goto: 'next target step then to action',
  },
  'switch *': {
    when: 'if cond condition case',
    goto: 'next target step then to',
    'when no condition is true, the call goes to "next" of the step, or to the step below':
      'otherwise else default',
  },
  switch: {
    value: 'on expression subject variable of',
    cases: 'branches options choices',
    'when no case fits, the call goes to "next" of the step, or to the step below': 'otherwise else default',
  },
  menu: {
    ...ASKING,
    choices: 'options keys branches',
  },
  collect: {
    ...ASKING,
    digits: 'numdigits length count',
    'for the bounds of the value write range: { min: …, max: … }, for the number of keys digits: { min: …, max: … }':
      'min max',
    'digits: { min: …, max: … }': 'mindigits maxdigits',
    terminator: 'finishonkey termchar endkey',
    pattern: 'regex grammar',
    save: 'variable var saveas into',
    'speech: { hints: […] }': 'hints',
  },
  'collect digits': {
    'for an exact number of digits write digits: 4': 'exactly length',
  },
  connect: {
    to: 'number numbers phone sip',
    from: 'callerid',
    ring: 'timeout ringtimeout',
    'record a bridged call with a step "record", or with a key: keys: { "*1": record }': 'record',
    'limit the conversation for the whole flow: limits: { bridge: 1h }': 'timelimit',
  },
  wait: {
    'to wait for a time, write wait: 30s': 'seconds duration time length',
    for: 'until event',
  },
  http: {
    'write the address under its method: get: https://…, or post, put, patch, delete': 'url uri method',
    'use "json", "form" or "text" for the body': 'body data',
    query: 'parameters params',
    'send credentials in a header: headers: { Authorization: "Bearer ${env.KEY}" }': 'auth',
    save: 'response result',
  },
  run: {
    with: 'params parameters args',
    flow: 'name',
    save: 'returns result',
  },
  goto: {
    with: 'params parameters args',
    flow: 'name',
    [`"goto" leads to another flow; ${NEXT}`]: 'step',
  },
  lookup: {
    table: 'name in',
    key: 'value',
    save: 'result',
  },
  record: {
    start: 'name begin',
    stop: 'end',
    'for a message of the caller use the verb "voicemail", which saves its address: voicemail: { save: recording, longest: 60s }':
      'save variable var saveas into',
    'to record for a limited time, stop in a later step: wait: { for: bridge_end, timeout: 30m } with on: { timeout: enough }, and there record: { stop: true }':
      'max maxlength maxduration maxtime timeout limit length duration',
    '"record" records a conversation, without a tone or a key to end it; for a message of the caller use the verb "voicemail"':
      'beep playbeep finishonkey terminator silence',
  },
  voicemail: {
    longest: 'max maxlength maxduration maxtime maxseconds timeout limit length duration',
    shortest: 'min minlength minduration',
    silence: 'maxsilence silencetimeout endsilence endsilencetimeout',
    terminator: 'finishonkey termchar endkey',
    beep: 'playbeep tone',
    save: 'variable var saveas into url',
    prompt: 'text say message greeting question play',
  },
  stream: {
    to: 'url address host',
    start: 'begin',
    stop: 'end',
  },
  room: {
    join: 'id',
    'create: { name: … }': 'name',
    'invite: { sms: … }': 'sms',
  },
  sms: {
    to: 'number phone',
    from: 'sender',
    data: 'values placeholders variables',
    'the platform sends approved templates only: use "template", with its values under "data"':
      'text body message',
    schedule: 'at',
  },
  'scenarios *': {
    name: 'title description',
    each: 'rows cases examples',
    http: 'mocks stubs',
    script: 'lines',
    says: 'speaks',
    presses: 'dtmf dials',
    waits: 'sleeps',
    does_not_hear: 'nothears doesnthear',
    'write it as a line of its own: - does_not_hear: …': 'notheard',
    'to expect a variable, write var: { name: …, is: … }': 'variable',
    'the platform reports no confidence; for speech that it does not understand, write - mumbles':
      'confidence',
    'nothing in a run is random, so there is no seed': 'seed',
  },
  say: PROMPT_PIECE,
  'say *': PROMPT_PIECE,
  'menu prompt': PROMPT_PIECE,
  'collect prompt': PROMPT_PIECE,
};
