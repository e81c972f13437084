/**
 * Flows of other systems of any size, the same ones every time: questions with two right answers and a wrong one, a text, a value
 * that is set and tested later, a way back.
 */
import type { SystemId } from '../src/importers/index.ts';

/** Writes a flow of a system with this number of blocks of about five nodes each. */
export const writeSource: Readonly<Record<SystemId, (blocks: number) => string>> = {
  studio: writeStudio,
  connect: writeConnect,
  swml: writeSwml,
  freeswitch: writeFreeSwitch,
  voicexml: writeVoiceXml,
  architect: writeArchitect,
};

function repeat<Item>(blocks: number, write: (at: number, next: number | undefined) => Item): Item[] {
  return Array.from({ length: blocks }, (_, at) => write(at, at + 1 < blocks ? at + 1 : undefined));
}

function writeStudio(blocks: number): string {
  const state = (name: string, type: string, properties: object, transitions: object[]) => ({
    name,
    type,
    properties,
    transitions,
  });
  const say = (text: string) => ({ say: text, voice: 'alice', language: 'en-US', loop: 1 });
  const states = repeat(blocks, (at, next) => [
    state(
      `ask_${at}`,
      'gather-input-on-call',
      { ...say(`Question ${at}. Press 1 or 2.`), timeout: 5, finish_on_key: '#', number_of_digits: 1 },
      [
        { event: 'keypress', next: `which_${at}` },
        { event: 'speech' },
        { event: 'timeout', next: `silent_${at}` },
      ],
    ),
    state(`which_${at}`, 'split-based-on', { input: `{{widgets.ask_${at}.Digits}}` }, [
      { event: 'noMatch', next: `silent_${at}` },
      ...[1, 2].map((key) => ({
        event: 'match',
        next: `${key === 1 ? 'first' : 'keep'}_${at}`,
        conditions: [
          {
            friendly_name: `${key}`,
            arguments: [`{{widgets.ask_${at}.Digits}}`],
            type: 'equal_to',
            value: `${key}`,
          },
        ],
      })),
    ]),
    state(`silent_${at}`, 'say-play', say('Sorry, I did not get that.'), [
      { event: 'audioComplete', next: `ask_${at}` },
    ]),
    state(`keep_${at}`, 'set-variables', { variables: [{ key: `kept_${at % 20}`, value: `${at}` }] }, [
      { event: 'next', next: `first_${at}` },
    ]),
    state(`first_${at}`, 'say-play', say(`You are at {{flow.variables.kept_${at % 20}}}.`), [
      { event: 'audioComplete', ...(next !== undefined && { next: `ask_${next}` }) },
    ]),
  ]);
  const trigger = state('Trigger', 'trigger', {}, [{ event: 'incomingCall', next: 'ask_0' }]);
  return JSON.stringify(
    { description: 'Bench', states: [trigger, ...states.flat()], initial_state: 'Trigger' },
    undefined,
    2,
  );
}

function writeConnect(blocks: number): string {
  const action = (id: string, type: string, parameters: object, transitions: object) => ({
    Identifier: id,
    Type: type,
    Parameters: parameters,
    Transitions: transitions,
  });
  const equals = (key: string, next: string) => ({
    NextAction: next,
    Condition: { Operator: 'Equals', Operands: [key] },
  });
  const errors = (next: string, ...types: string[]) =>
    types.map((type) => ({ ErrorType: type, NextAction: next }));
  const actions = repeat(blocks, (at, next) => [
    action(
      `ask ${at}`,
      'GetParticipantInput',
      { Text: `Question ${at}. Press 1 or 2.`, StoreInput: 'False', InputTimeLimitSeconds: '5' },
      {
        NextAction: `wrong ${at}`,
        Conditions: [equals('1', `kept ${at}`), equals('2', `keep ${at}`)],
        Errors: errors(`wrong ${at}`, 'InputTimeLimitExceeded', 'NoMatchingCondition', 'NoMatchingError'),
      },
    ),
    action(
      `wrong ${at}`,
      'MessageParticipant',
      { Text: 'Sorry, I did not get that.' },
      {
        NextAction: `ask ${at}`,
        Errors: errors('bye', 'NoMatchingError'),
      },
    ),
    action(
      `keep ${at}`,
      'UpdateContactAttributes',
      { Attributes: { [`kept${at % 20}`]: `${at}` } },
      {
        NextAction: `kept ${at}`,
        Errors: errors('bye', 'NoMatchingError'),
      },
    ),
    action(
      `kept ${at}`,
      'Compare',
      { ComparisonValue: `$.Attributes.kept${at % 20}` },
      {
        NextAction: `first ${at}`,
        Conditions: [equals(`${at}`, `first ${at}`)],
        Errors: errors(next === undefined ? 'bye' : `ask ${next}`, 'NoMatchingCondition'),
      },
    ),
    action(
      `first ${at}`,
      'MessageParticipant',
      { Text: `You are at ${at}.` },
      {
        NextAction: next === undefined ? 'bye' : `ask ${next}`,
        Errors: errors('bye', 'NoMatchingError'),
      },
    ),
  ]);
  const bye = action('bye', 'DisconnectParticipant', {}, {});
  return JSON.stringify(
    {
      Version: '2019-10-30',
      StartAction: 'ask 0',
      Metadata: { name: 'Bench', type: 'contactFlow' },
      Actions: [...actions.flat(), bye],
    },
    undefined,
    2,
  );
}

function writeSwml(blocks: number): string {
  const sections = repeat(blocks, (at, next) => [
    at === 0 ? 'main' : `part_${at}`,
    [
      { label: `again_${at}` },
      { prompt: { play: `say:Question ${at}. Press 1 or 2.`, max_digits: 1 } },
      {
        switch: {
          variable: 'prompt_value',
          case: {
            1: [{ play: 'say:The first.' }],
            2: [{ set: { [`kept_${at % 20}`]: `${at}` } }],
          },
          default: [{ play: 'say:Sorry?' }, { goto: { label: `again_${at}`, max: 2 } }],
        },
      },
      { play: `say:You are at %{vars.kept_${at % 20}}.` },
      ...(next === undefined ? ['hangup'] : [{ transfer: { dest: `part_${next}` } }]),
    ],
  ]);
  return JSON.stringify({ version: '1.0.0', sections: Object.fromEntries(sections) as object }, undefined, 2);
}

function writeFreeSwitch(blocks: number): string {
  const menus = repeat(
    blocks,
    (
      at,
      next,
    ) => `  <menu name="menu${at}" greet-long="say:Question ${at}. Press 1 or 2." invalid-sound="say:Sorry?" exit-sound="say:Goodbye." timeout="5000" max-failures="3">
    <entry action="menu-exec-app" digits="1" param="bridge sofia/gateway/carrier/+15550110001"/>
    <entry action="menu-sub" digits="2" param="menu${next ?? at}"/>
    <entry action="menu-play-sound" digits="3" param="say:You are at ${at}."/>
    <entry action="menu-back" digits="*"/>
  </menu>`,
  );
  return `<include>\n${menus.join('\n')}\n</include>\n`;
}

function writeVoiceXml(blocks: number): string {
  const forms = repeat(
    blocks,
    (at, next) => `  <form id="form${at}">
    <field name="answer${at}">
      <prompt>Question ${at}. Press 1 or 2.</prompt>
      <option dtmf="1" value="one">one</option>
      <option dtmf="2" value="two">two</option>
      <noinput>I did not hear you. <reprompt/></noinput>
      <nomatch count="3"><prompt>Goodbye.</prompt><exit/></nomatch>
      <filled>
        <if cond="answer${at} == 'one'">
          <prompt>The first.</prompt>
        <else/>
          <assign name="kept" expr="'${at}'"/>
        </if>
        ${next === undefined ? '<exit/>' : `<goto next="#form${next}"/>`}
      </filled>
    </field>
  </form>`,
  );
  return `<?xml version="1.0"?>
<vxml version="2.1" xmlns="http://www.w3.org/2001/vxml" xml:lang="en-US">
  <var name="kept" expr="'none'"/>
${forms.join('\n')}
</vxml>
`;
}

function writeArchitect(blocks: number): string {
  const tasks = repeat(
    blocks,
    (at, next) => `    - task:
        name: Task ${at}
        refId: Task_${at}
        actions:
          - collectInput:
              name: Ask ${at}
              inputData:
                var: Task.answer
              digits:
                exact:
                  lit: 1
              inputAudio:
                tts: Question ${at}. Press 1 or 2.
              outputs:
                success:
                  actions:
                    - decision:
                        name: Is it one
                        condition:
                          exp: Task.answer == "1"
                        outputs:
                          yes:
                            actions:
                              - playAudio:
                                  name: First
                                  audio:
                                    tts: The first.
                failure:
                  actions:
                    - playAudio:
                        name: Sorry
                        audio:
                          tts: Sorry, I did not get that.
          - ${next === undefined ? 'disconnect:\n              name: Bye' : `jumpToTask:\n              name: On\n              targetTaskRef: /inboundCall/tasks/task[Task_${next}]`}`,
  );
  return `inboundCall:
  name: Bench
  startUpRef: /inboundCall/tasks/task[Task_0]
  defaultLanguage: en-us
  supportedLanguages:
    en-us:
      defaultLanguageSkill:
        noValue: true
  initialGreeting:
    tts: Welcome.
  tasks:
${tasks.join('\n')}
`;
}
