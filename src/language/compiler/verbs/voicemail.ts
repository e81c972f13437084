import type { VoicemailStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, MessageLimits, Transition } from '../../model/index.ts';
import {
  buildAnsweringState,
  buildFaultExits,
  buildSpeakingState,
  FAILED,
  parseDuration,
} from './parts/fragments.ts';
import type { Outcome, Readable, ReportAt, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

const DEFAULTS = { longest: '2m', shortest: '1s', silence: '4s', terminator: '#' } as const;

/** Returns the key that ends a message; undefined when none does. */
export function findMessageEnd({ terminator = DEFAULTS.terminator }: Readable<VoicemailStep>) {
  return terminator === 'none' ? undefined : terminator;
}

/** Bounds of durations: the key, the least and the most, as they are written. */
const BOUNDS = [
  ['longest', '1s', '1h'],
  ['shortest', '1s', '1h'],
  ['silence', '1s', '30s'],
] as const;

/** Milliseconds after the maximum length until a message whose end nobody has reported counts as failed. */
const SLACK_MS = 10_000;

const silent: Outcome = { name: 'silent', otherwise: 'nowhere' };

/** Records a message of the caller. */
export const voicemail: Verb<VoicemailStep> = {
  name: 'voicemail',
  waits: 'playback',
  needsCall: true,
  alone: true,
  listOutcomes: () => [
    { name: 'recorded', otherwise: 'next' },
    silent,
    { ...silent, name: 'too_short', like: 'silent' },
    FAILED,
  ],
  check(body, report) {
    for (const [key, least, most] of BOUNDS) checkBounds(body[key], { key, least, most }, report);
    const { longest = DEFAULTS.longest, shortest = DEFAULTS.shortest } = body;
    if (parseDuration(shortest) > parseDuration(longest))
      report([body.shortest === undefined ? 'longest' : 'shortest'], {
        code: 'bad-value',
        message: `no message is long enough: "shortest" (${shortest}) is more than "longest" (${longest})`,
      });
  },
  compile(body, step) {
    const { prompt } = body;
    return {
      initial: 'answering',
      states: {
        answering: buildAnsweringState(step, prompt === undefined ? 'recording' : 'preparing'),
        ...(prompt !== undefined && {
          preparing: {
            entry: [{ type: 'say', params: { prompt: step.toPrompt(prompt) } }],
            always: [
              ...buildFaultExits(step),
              { guard: { type: 'queued', params: { atLeast: 1 } }, target: 'speaking' },
              { target: 'recording' },
            ],
          },
          speaking: buildSpeakingState('speaking', 1, [{ target: 'recording' }]),
        }),
        recording: buildRecordingState(body, step),
      },
    };
  },
};

function checkBounds(
  value: string | undefined,
  { key, least, most }: { key: string; least: string; most: string },
  report: ReportAt,
): void {
  const ms = value === undefined ? undefined : parseDuration(value);
  if (ms === undefined || (ms >= parseDuration(least) && ms <= parseDuration(most))) return;
  report([key], {
    code: 'bad-value',
    message: `"${key}" is ${value}; expected ${least} to ${most}`,
  });
}

function buildRecordingState(body: VoicemailStep, step: StepContext): MachineState {
  const limits = toLimits(body);
  const shortestMs = parseDuration(body.shortest ?? DEFAULTS.shortest);
  const lost = failWith(step, { code: 'recording_lost', message: 'the end of the message was not reported' });
  const endWith = (result: 'recorded' | 'too_short' | 'silent' | 'failed', exit: Transition): Transition => ({
    ...exit,
    guard: { type: 'message_is', params: { result, shortestMs } },
  });
  const { actions = [], ...recorded } = step.exit('recorded');
  return {
    entry: [{ type: 'visit' }, { type: 'record_message', params: limits }],
    always: buildFaultExits(step),
    on: {
      recording: [
        endWith('recorded', {
          ...recorded,
          actions: [{ type: 'keep_message', params: { variable: body.save } }, ...actions],
        }),
        endWith('too_short', step.exit('too_short')),
        endWith('silent', step.exit('silent')),
        endWith(
          'failed',
          failWith(step, { code: 'recording_failed', message: 'the message could not be recorded' }),
        ),
      ],
      command_failed: [step.exit('failed')],
    },
    after: { [limits.longestMs + SLACK_MS]: [lost] },
  };
}

function failWith(step: StepContext, params: { code: string; message: string }): Transition {
  const { actions = [], ...exit } = step.exit('failed');
  return { ...exit, actions: [{ type: 'fault', params }, ...actions] };
}

function toLimits(body: VoicemailStep): MessageLimits {
  const { longest = DEFAULTS.longest, silence = DEFAULTS.silence, beep = true } = body;
  const terminator = findMessageEnd(body);
  return {
    longestMs: parseDuration(longest),
    silenceMs: parseDuration(silence),
    ...(terminator !== undefined && { terminator }),
    beep,
  };
}
