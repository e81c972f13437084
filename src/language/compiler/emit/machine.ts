/**
 * The back of the compiler: a checked flow becomes one XState configuration. Each step is a state of its own name;
 * around them stand states that no author writes:
 *
 *   $failed  a failure without an edge: to `on.error`, or, if that is where it failed, to $hangup (R6)
 *   $hangup  ends the call and waits for the platform to say so
 *   $finish  the call has ended, whoever ended it: to `on.end`, once (R5)
 *   $return  ends the flow for the one that runs it, or hangs up where none does; a failure where what it returns fails
 *   $back    enters anew the question that the caller was asked before; a failure where there was none
 *   $done    nothing is left to do
 */
import { BACK, FORMER_FLOW, HANGUP, isTargetWord, readAssignment, templateOf } from '../../model/index.ts';
import type {
  Action,
  Assignment,
  Graph,
  GraphStep,
  MachineState,
  Prompt,
  Transition,
  VarType,
} from '../../model/index.ts';
import { asList } from '../verbs/parts/fragments.ts';
import { toPart } from '../verbs/parts/prompts.ts';
import type { SourcePart } from '../verbs/parts/prompts.ts';
import type { CheckedFlow, CheckedStep } from '../types.ts';
import type { StepContext } from '../verbs/step-context.ts';
import { verbs } from '../verbs/index.ts';

/** How long to wait for `disconnected` after a hang-up before asking again, and how often before the call counts as ended. */
const HANGUP_WAIT_MS = 30_000;
const HANGUP_TRIES = 10;

/** Takes an event up and does nothing about it. */
const STAY: Transition = {};

/** The machine of a flow in which no error was found. */
export function machineOf(flow: CheckedFlow): MachineState {
  const nodes = new Map(flow.graph.steps.map((node) => [node.name, node]));
  const late: Late = {};
  const isTrailed = goesBack(flow.graph);
  const steps = flow.steps.map((step) => {
    const node = nodes.get(step.name);
    if (node === undefined) throw new Error(`step "${step.name}" was not checked`);
    const trail: Action[] = isTrailed && node.waits === 'caller' ? [{ type: 'trail' }] : [];
    return [step.name, stepState(step, stepContext(flow, node, late), trail)] as const;
  });
  const on = {
    disconnected: [{ target: '#$finish' }],
    limit: overTime,
    bridge_limit: bridgeOver,
    bridged: [...(late.bridged ?? []), ...unexpectedBridge],
    returned: [{ target: '#$hangup' }],
  };
  return {
    id: flow.name,
    initial: flow.graph.entry,
    on: { ...late, ...on },
    states: {
      ...Object.fromEntries(steps),
      ...ownStates(flow),
      ...(isTrailed && { $back: wayBack(flow.graph) }),
    },
  };
}

/** Event → what it means when no step waits for it. */
type Late = Record<string, Transition[]>;

const overTime: Transition[] = [
  { guard: { type: 'road', params: { is: 'end' } }, target: '#$done' },
  { guard: { type: 'over_time' }, target: '#$hangup' },
  { guard: { type: 'road', params: { is: 'error' } }, target: '#$hangup' },
  { target: '#$failed', actions: [{ type: 'over_time' }, { type: 'take_fault' }] },
];

const bridgeOver: Transition[] = [
  {
    target: '#$hangup',
    actions: [
      {
        type: 'fault',
        params: { code: 'limit_bridge', message: 'the conversation lasted longer than limits.bridge' },
      },
      { type: 'take_fault' },
    ],
  },
];

/** A party answers late that another flow has tried: one that waits for this one takes it, one that went here cannot (R2). */
const unexpectedBridge: Transition[] = [
  { guard: { type: 'tried', params: { step: FORMER_FLOW } }, target: '#$hangup' },
  { guard: { type: 'caller_tried' }, target: '#$done' },
];

/** A flow that another one runs fails as a whole: that one is told why. */
const givenUp: Transition = { guard: { type: 'called' }, target: '#$done', actions: [{ type: 'give_up' }] };

function ownStates({ on }: CheckedFlow): Record<string, MachineState> {
  const error: Transition = { target: `#${on.error ?? '$hangup'}`, actions: [{ type: 'error_road' }] };
  return {
    $failed: {
      id: '$failed',
      always: [
        { guard: { type: 'road', params: { is: 'end' } }, target: '#$done' },
        ...(on.error === undefined ? [givenUp] : [{ ...givenUp, guard: { type: 'lost' } as const }]),
        { guard: { type: 'road', params: { is: 'error' } }, target: '#$hangup' },
        error,
      ],
    },
    $hangup: {
      id: '$hangup',
      entry: [{ type: 'visit' }, { type: 'hang_up' }],
      on: { limit: [STAY], bridge_limit: [STAY], bridged: [STAY] },
      always: [
        { guard: { type: 'road', params: { is: 'end' } }, target: '#$done' },
        { guard: { type: 'gone' }, target: '#$finish' },
      ],
      after: {
        [HANGUP_WAIT_MS]: [
          {
            guard: { type: 'hangups_left', params: { tries: HANGUP_TRIES } },
            target: '#$hangup',
            reenter: true,
          },
          { target: '#$finish' },
        ],
      },
    },
    $finish: {
      id: '$finish',
      entry: [{ type: 'finish' }],
      always: [{ target: on.end === undefined ? '#$done' : `#${on.end}` }],
    },
    $return: {
      id: '$return',
      initial: 'giving',
      states: {
        giving: {
          always: [
            {
              guard: { type: 'called' },
              target: 'gone',
              actions: [{ type: 'give_back', params: { outcome: 'done' } }],
            },
            { target: '#$hangup' },
          ],
        },
        gone: {
          always: [
            {
              guard: { type: 'faulted', params: { limit: false } },
              target: '#$failed',
              actions: [{ type: 'take_fault' }],
            },
            { target: '#$done' },
          ],
        },
      },
    },
    $done: { id: '$done', type: 'final' },
  };
}

/** True for a flow in which something leads to the question before. */
function goesBack({ steps, always }: Graph): boolean {
  return [...always, ...steps.flatMap(({ edges }) => edges)].some(({ to }) => to === BACK);
}

/** To whichever question the caller was asked before. */
function wayBack({ steps }: Graph): MachineState {
  const questions = steps.filter(({ waits }) => waits === 'caller');
  return {
    id: '$back',
    entry: [{ type: 'go_back' }],
    always: [
      ...questions.map(({ name }): Transition => ({
        guard: { type: 'back_at', params: { step: name } },
        target: `#${name}`,
      })),
      { target: '#$failed', actions: [{ type: 'take_fault' }] },
    ],
  };
}

function stepState(step: CheckedStep, context: StepContext, trail: Action[]): MachineState {
  const verb = verbs.get(step.verb);
  if (verb === undefined) throw new Error(`step "${step.name}" was not checked`);
  const state = verb.compile(step.body as never, context);
  const failed = { command_failed: [context.exit('failed')] };
  return {
    ...state,
    id: step.name,
    entry: [
      { type: 'enter', params: { step: step.name, verb: step.verb } },
      ...trail,
      ...(state.entry ?? []),
    ],
    ...(verb.needsCall ? { on: { ...failed, ...state.on } } : {}),
  };
}

function stepContext(flow: CheckedFlow, node: GraphStep, late: Late): StepContext {
  return {
    name: node.name,
    alone: verbs.get(node.verb)?.alone === true,
    outcomes: node.edges.map(({ outcome }) => outcome),
    whenLate(event, transition) {
      (late[event] ??= []).push(transition);
    },
    exit: (outcome) => exitBy(node, outcome),
    exitTo: (target, outcome) => leave(outcome, target),
    prompt: (value) => promptOf(flow, value),
    template: templateOf,
    valueFor: (variable, value) => assigned(value, flow.vars[variable]?.type),
    argumentFor: (name, param, value) => assigned(value, flow.others.signature(name)?.params[param]?.type),
    isSecret: (variable) => flow.vars[variable]?.secret === true,
    alwaysKeys: flow.alwaysKeys,
    alwaysPhrases: flow.alwaysPhrases,
    languages: flow.languages,
    typeOf: (variable) => flow.vars[variable]?.type ?? 'string',
  };
}

/** The transition for one of the verb's outcomes, along the edge that the graph has for it. */
function exitBy(node: GraphStep, outcome: string): Transition {
  const edge = node.edges.find((candidate) => candidate.outcome === outcome);
  const isFailure = edge?.failure ?? outcome === 'failed';
  if (!isFailure) return leave(outcome, edge?.to ?? HANGUP);
  const unrouted = edge === undefined || edge.kind === 'error';
  const left = unrouted ? { ...leave(outcome, 'on.error'), target: '#$failed' } : leave(outcome, edge.to);
  return { ...left, actions: [{ type: 'take_fault' }, ...left.actions] };
}

/** A step that leads to itself is entered anew. */
function leave(outcome: string, to: string): Required<Omit<Transition, 'guard'>> {
  return {
    target: isTargetWord(to) ? `#$${to}` : `#${to}`,
    reenter: true,
    actions: [{ type: 'outcome', params: { outcome, to } }],
  };
}

/** What stands as a value of this type, which was checked. */
function assigned(value: string | number | boolean, type: VarType = 'string'): Assignment['value'] {
  const read = readAssignment(value, type);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** A prompt of a step: a name stands for the flow's prompt, everything else for itself. */
function promptOf(flow: CheckedFlow, value: unknown): Prompt {
  return asList(value as SourcePart | SourcePart[]).map((item) =>
    typeof item === 'string' && Object.hasOwn(flow.prompts, item) ? { name: item } : toPart(item),
  );
}
