/**
 * Compiles a checked flow to one XState configuration. Each step is a state of its own name; the other states are
 * built in:
 *
 *  $failed  a failure without an edge: goes to `on.error`, or to $hangup if `on.error` itself failed (R6)
 *  $hangup  ends the call and waits for the platform's confirmation
 *  $finish  the call has ended, on either side: goes to `on.end`, once (R5)
 *  $return  returns to the calling flow, or hangs up if there is none; fails if a return value fails
 *  $back    re-enters the previous question; fails if there was none
 *  $done    final state
 */
import {
  BACK,
  createExpressions,
  FORMER_FLOW,
  HANGUP,
  isTargetWord,
  readAssignment,
  readEquation,
  parseTemplate,
} from '../../model/index.ts';
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
import { buildReturnStates, toList } from '../verbs/parts/fragments.ts';
import { toPart, type SourcePart } from '../verbs/parts/prompts.ts';
import type { CheckedFlow, CheckedStep } from '../types.ts';
import type { StepContext } from '../verbs/step-context.ts';
import { verbs } from '../verbs/index.ts';

/** Milliseconds until a hang-up without `disconnected` is retried. */
const HANGUP_WAIT_MS = 30_000;
const HANGUP_TRIES = 10;

/** Consumes an event without an effect. */
const STAY: Transition = {};

/** Compiles the machine of a flow without errors. */
export function compileMachine(flow: CheckedFlow): MachineState {
  const nodes = new Map(flow.graph.steps.map((node) => [node.name, node]));
  const late: LateTransitions = {};
  const isTrailed = hasBackEdge(flow.graph);
  const steps = flow.steps.map((step) => {
    const node = nodes.get(step.name);
    if (node === undefined) throw new Error(`step "${step.name}" was not checked`);
    const trail: Action[] = isTrailed && node.waits === 'caller' ? [{ type: 'trail' }] : [];
    return [step.name, compileStep(step, createStepContext(flow, node, late), trail)] as const;
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
      ...buildSystemStates(flow),
      ...(isTrailed && { $back: buildBackState(flow.graph) }),
    },
  };
}

/** Event → its transitions when no step waits for it. */
type LateTransitions = Record<string, Transition[]>;

const isInFinalizer = { type: 'road', params: { is: 'end' } } as const;
const isOnErrorPath = { type: 'road', params: { is: 'error' } } as const;

const overTime: Transition[] = [
  { guard: isInFinalizer, target: '#$done' },
  { guard: { type: 'over_time' }, target: '#$hangup' },
  { guard: isOnErrorPath, target: '#$hangup' },
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

/**
 * Handles a party that answers late and was dialled by another flow (R2): a calling flow takes it over, a flow left
 * by `goto` cannot.
 */
const unexpectedBridge: Transition[] = [
  { guard: { type: 'tried', params: { step: FORMER_FLOW } }, target: '#$hangup' },
  { guard: { type: 'caller_tried' }, target: '#$done' },
];

/** Fails the whole flow and reports the error to the calling flow. */
const givenUp: Transition = { guard: { type: 'called' }, target: '#$done', actions: [{ type: 'give_up' }] };

const hangupState: MachineState = {
  id: '$hangup',
  entry: [{ type: 'visit' }, { type: 'hang_up' }],
  on: { limit: [STAY], bridge_limit: [STAY], bridged: [STAY] },
  always: [
    { guard: isInFinalizer, target: '#$done' },
    { guard: { type: 'gone' }, target: '#$finish' },
  ],
  after: {
    [HANGUP_WAIT_MS]: [
      { guard: { type: 'hangups_left', params: { tries: HANGUP_TRIES } }, target: '#$hangup', reenter: true },
      { target: '#$finish' },
    ],
  },
};

function buildSystemStates({ on }: CheckedFlow): Record<string, MachineState> {
  const error: Transition = { target: toStateId(on.error ?? HANGUP), actions: [{ type: 'error_road' }] };
  return {
    $failed: {
      id: '$failed',
      always: [
        { guard: isInFinalizer, target: '#$done' },
        ...(on.error === undefined ? [givenUp] : [{ ...givenUp, guard: { type: 'lost' } as const }]),
        { guard: isOnErrorPath, target: '#$hangup' },
        error,
      ],
    },
    $hangup: hangupState,
    $finish: {
      id: '$finish',
      entry: [{ type: 'finish' }],
      always: [{ target: on.end === undefined ? '#$done' : `#${on.end}` }],
    },
    $return: {
      id: '$return',
      ...buildReturnStates('done', {
        uncalled: { target: '#$hangup' },
        after: [
          {
            guard: { type: 'faulted', params: { limit: false } },
            target: '#$failed',
            actions: [{ type: 'take_fault' }],
          },
          { target: '#$done' },
        ],
      }),
    },
    $done: { id: '$done', type: 'final' },
  };
}

function hasBackEdge({ steps, always }: Graph): boolean {
  return [...always, ...steps.flatMap(({ edges }) => edges)].some(({ to }) => to === BACK);
}

function buildBackState({ steps }: Graph): MachineState {
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

function compileStep(step: CheckedStep, context: StepContext, trail: Action[]): MachineState {
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

function createStepContext(flow: CheckedFlow, node: GraphStep, late: LateTransitions): StepContext {
  return {
    name: node.name,
    alone: verbs.get(node.verb)?.alone === true,
    outcomes: node.edges.map(({ outcome }) => outcome),
    handleLate(event, transition) {
      (late[event] ??= []).push(transition);
    },
    exit: (outcome) => buildExit(node, outcome),
    exitTo: (target, outcome) => buildTransition(outcome, target),
    toPrompt: (value) => toPrompt(flow, value),
    toTemplate: parseTemplate,
    toVariableValue: (variable, value) => toAssignedValue(value, flow.vars[variable]?.type),
    toArgument: (name, param, value) =>
      toAssignedValue(value, flow.others.signature(name)?.params[param]?.type),
    toEquation: (expression, literal) => buildEquation(flow, expression, literal),
    isSecret: (variable) => flow.vars[variable]?.secret === true,
    alwaysKeys: flow.alwaysKeys,
    alwaysPhrases: flow.alwaysPhrases,
    languages: flow.languages,
    findType: (variable) => flow.vars[variable]?.type ?? 'string',
  };
}

/** Returns the transition for one of the verb's outcomes, along its edge in the graph. */
function buildExit(node: GraphStep, outcome: string): Transition {
  const edge = node.edges.find((candidate) => candidate.outcome === outcome);
  const isFailure = edge?.failure ?? outcome === 'failed';
  if (!isFailure) return buildTransition(outcome, edge?.to ?? HANGUP);
  const unrouted = edge === undefined || edge.kind === 'error';
  const left = unrouted
    ? { ...buildTransition(outcome, 'on.error'), target: '#$failed' }
    : buildTransition(outcome, edge.to);
  return { ...left, actions: [{ type: 'take_fault' }, ...left.actions] };
}

/** Builds the transition to a target; a step that leads to itself is re-entered. */
function buildTransition(outcome: string, to: string): Required<Omit<Transition, 'guard'>> {
  return {
    target: toStateId(to),
    reenter: true,
    actions: [{ type: 'outcome', params: { outcome, to } }],
  };
}

function toStateId(target: string): string {
  return isTargetWord(target) ? `#$${target}` : `#${target}`;
}

function toAssignedValue(value: string | number | boolean, type: VarType = 'string'): Assignment['value'] {
  const read = readAssignment(value, type);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

function buildEquation(flow: CheckedFlow, expression: string, literal: string): string {
  const equation = readEquation(expression, literal, createExpressions(flow, { response: false }));
  if (equation === undefined) throw new Error(`the case "${literal}" was not checked`);
  return equation;
}

/** Converts a prompt of a step: a known name refers to the flow's prompt, everything else is spoken as written. */
function toPrompt(flow: CheckedFlow, value: unknown): Prompt {
  return toList(value as SourcePart | SourcePart[]).map((item) =>
    typeof item === 'string' && Object.hasOwn(flow.prompts, item) ? { name: item } : toPart(item),
  );
}
