/** A desk that people call, in the versions that it had. */
import { runnableOf } from '../../builders/flow.ts';
import { callOf } from './recorded.ts';
import type { Recorded } from './recorded.ts';

const TEXTS = {
  welcome: 'Welcome to the desk.',
  main: 'For the desk press 1, for your account press 2.',
  desk: '+4930301',
};

/** The flow, with other texts or numbers. */
export function desk(changed: Partial<typeof TEXTS> = {}, more = ''): string {
  const { welcome, main, desk: number } = { ...TEXTS, ...changed };
  return `
    vars: { pin: { type: string, secret: true }, owner: '' }
    env: { DESK_URL: { default: 'http://127.0.0.1:4020' } }
    on: { error: sorry }
    steps:
      welcome: { say: '${welcome}' }
      ${more}
      main:
        menu:
          prompt: '${main}'
          choices: [{ key: 1, goto: desk }, { key: 2, goto: ask_pin }]
          no_input: [Are you still there?]
          attempts: 2
          timeout: 6s
        on: { exhausted: bye }
      desk:
        connect: { to: '${number}', ring: 20s }
        on: { busy: sorry, no_answer: sorry, failed: sorry }
        next: helped
      helped: { outcome: helped, next: bye }
      ask_pin:
        collect: { prompt: Please enter your PIN., digits: 4, save: pin }
        on: { exhausted: bye }
      check:
        http:
          post: '\\\${env.DESK_URL}/pin'
          json: { pin: '\\\${vars.pin}', caller: '\\\${call.from}' }
          save: { owner: '\\\${response.json.name}' }
        on: { client_error: sorry, server_error: sorry, failed: sorry, timeout: sorry }
      hello: { say: 'Hello \\\${vars.owner}.', next: bye }
      sorry: { say: Sorry. }
      bye: { say: Goodbye., next: hangup }`.replaceAll('\\$', '$');
}

const CALLS = {
  helped: 'parties: { "+4930301": { answers: 3s, hangs_up: 40s } }\n    script: [waits: 2s, presses: 1]',
  busy: 'parties: { "+4930301": busy }\n    script: [waits: 9s, presses: 1]',
  silent: 'script: [stays_silent, waits: 1s, presses: 1, waits: 30s, hangs_up]',
  secret:
    'http: [{ match: POST /pin, answer: { json: { name: Ann } } }]\n    script: [presses: 2, waits: 3s, presses: "0471"]',
  leaves: 'script: [waits: 3s, hangs_up]',
};

/** A call to the desk as it was first. */
export function call(which: keyof typeof CALLS): Recorded {
  return callOf(desk(), `scenarios:\n  - name: ${which}\n    ${CALLS[which]}\n`);
}

/** The compiled flow of a version. */
export function version(...of: Parameters<typeof desk>) {
  return runnableOf(desk(...of)).flow;
}
