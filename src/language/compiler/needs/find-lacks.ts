import type { DiagnosticCode, Finding, Report } from '../../diagnostics/index.ts';
import { DEFAULT_CARRIER, type Capabilities, type NamedCapabilities } from '../../model/index.ts';
import type { Need, NeedKind, NeedOf } from './need.ts';

/** A need that a carrier does not meet. */
export interface Lack extends Finding {
  /** Name of the carrier. */
  carrier: string;
  need: Need;
}

/** How a lack is told. */
type Told = Pick<Finding, 'message' | 'hint'> & { code: LackCode };

type LackCode =
  | 'carrier-lacks'
  | 'carrier-does-less'
  | 'recording-before-bridge'
  | 'constant-recording-name'
  | 'ssml-too-long';

/** The codes of lacks that a comment can suppress. Whether they occur depends on the carriers. */
export const lackWarnings: readonly DiagnosticCode[] = [
  'carrier-does-less',
  'recording-before-bridge',
  'constant-recording-name',
  'ssml-too-long',
];

/** Compares the needs of a flow with what each carrier can do. Each lack is told once for each carrier. */
export function findLacks(needs: readonly Need[], carriers: readonly NamedCapabilities[]): Lack[] {
  return carriers.flatMap(({ name, capabilities }) =>
    needs.flatMap((need) => {
      const told = tellLack(need, capabilities, describeCarrier(name));
      return told === undefined ? [] : [{ ...told, span: need.span, carrier: name, need }];
    }),
  );
}

/**
 * Reports what each of the carriers lacks. Where none is named, the flow may be meant for another one than the default, so a
 * lack is no error.
 */
export function reportLacks(
  needs: readonly Need[],
  carriers: readonly NamedCapabilities[] | undefined,
  report: Report,
): void {
  for (const { code: found, message, span, hint } of findLacks(needs, carriers ?? [DEFAULT_CARRIER])) {
    const code = carriers === undefined && found === 'carrier-lacks' ? 'carrier-does-less' : found;
    report({ code, message, span, ...(hint !== undefined && { hint }) });
  }
}

function describeCarrier(name: string): string {
  return name === DEFAULT_CARRIER.name ? 'the platform' : `carrier "${name}"`;
}

/** Tells how a carrier fails to meet a need of one kind; undefined when it meets it. */
type TellLack<Kind extends NeedKind> = (
  need: NeedOf<Kind>,
  capabilities: Capabilities,
  carrier: string,
) => Told | undefined;

function tellLack(need: Need, capabilities: Capabilities, carrier: string): Told | undefined {
  return (tellers[need.need] as TellLack<NeedKind>)(need, capabilities, carrier);
}

const tellers: { [Kind in NeedKind]: TellLack<Kind> } = {
  speech: (need, { speech }, carrier) => (speech ? undefined : tellSpeech(need, carrier)),
  ssml_marks: tellMarks,
  ssml_length: tellLength,
  stored_prompt: ({ name }, { play }, carrier) =>
    play.stored
      ? undefined
      : {
          code: 'carrier-lacks',
          message: `the prompt "${name}" is stored at the platform, and ${carrier} stores no prompts`,
          hint: 'write it as text, or give the url of an audio file',
        },
  record_alone: ({ step }, { record }, carrier) =>
    record.from === 'answer'
      ? undefined
      : {
          code: 'recording-before-bridge',
          message: `step "${step}" records before anybody else is on the line, which ${carrier} refuses`,
          hint: 'lead to it from the outcome "bridged" of a connect step, or give that step keys: { "*1": record }',
        },
  voicemail: ({ step, isHandled }, { record }, carrier) =>
    record.voicemail
      ? undefined
      : {
          code: isHandled ? 'carrier-does-less' : 'carrier-lacks',
          message: `step "${step}" records a message of the caller alone, which ${carrier} cannot do`,
          hint: 'note a number to call back instead, run: { flow: std/callback }, or take the calls by a carrier with voicemail and check with --carrier asterisk',
        },
  fixed_recording_name: ({ name, byEntry }, { record }, carrier) =>
    record.names === 'free'
      ? undefined
      : {
          code: 'constant-recording-name',
          message: `${byEntry === true ? 'calls with the same values use' : 'every call uses'} the recording name "${name}", but ${carrier} accepts each name only once`,
          hint: `include the id of the call: "${name}-\${call.id}"`,
        },
  sip_party: ({ step, isHandled }, { connect }, carrier) =>
    connect.sip
      ? undefined
      : refuse(isHandled, `step "${step}" connects to a SIP URI, which ${carrier} cannot reach`),
  sent_header: ({ step, names }, { headers }, carrier) =>
    headers.sent
      ? undefined
      : {
          code: 'carrier-does-less',
          message: `step "${step}" sends SIP headers (${names.join(', ')}), which ${carrier} cannot do: the party is called without them`,
          hint: OTHER_CARRIER,
        },
  read_header: tellUnreadHeader,
  stream: tellStream,
  room: ({ step, isHandled }, can, carrier) =>
    can.rooms
      ? undefined
      : refuse(isHandled, `step "${step}" uses a video room, which ${carrier} does not have`),
  sms: tellSms,
};

function tellUnreadHeader(
  { param, name }: NeedOf<'read_header'>,
  { headers: { read, sent } }: Capabilities,
  carrier: string,
): Told | undefined {
  if (read === 'any' || read.some((one) => one.toLowerCase() === name.toLowerCase())) return undefined;
  return {
    code: 'carrier-does-less',
    message: `the parameter "${param}" stays at its default: ${carrier} does not read the SIP header ${name}`,
    hint: sent
      ? 'let the operator name the header in the settings of the carrier (RINGFLOW_CARRIER_<NAME>_HEADERS)'
      : OTHER_CARRIER,
  };
}

const OTHER_CARRIER =
  'do without them, or take the calls by a carrier with SIP headers and check with --carrier asterisk';

function tellSms(
  { step, isHandled, isAwaited }: NeedOf<'sms'>,
  { sms }: Capabilities,
  carrier: string,
): Told | undefined {
  if (sms) return undefined;
  if (isAwaited !== true)
    return refuse(isHandled, `step "${step}" sends a text message, which ${carrier} cannot do`);
  return {
    code: 'carrier-lacks',
    message: `step "${step}" waits for a text message, which ${carrier} cannot receive`,
    hint: 'ask for the answer in the call, or use another carrier',
  };
}

/** Tells of a step that always fails; less serious when the flow has an edge for that. */
function refuse(isHandled: boolean, message: string): Told {
  if (isHandled)
    return { code: 'carrier-does-less', message, hint: 'the call always continues at "failed" of the step' };
  return {
    code: 'carrier-lacks',
    message,
    hint: 'say where the call continues then (on: { failed: … }), or use another carrier',
  };
}

function tellSpeech({ step, said, hasKeys }: NeedOf<'speech'>, carrier: string): Told {
  if (hasKeys)
    return {
      code: 'carrier-does-less',
      message: `${describeListening(step)} listens for words beside keys; ${carrier} takes the keys only`,
      hint: 'let the prompt name the keys, or have words recognised by a service and check with --carrier asterisk+recognition',
    };
  if (said === 'choice')
    return {
      code: 'carrier-lacks',
      message: `a choice of step "${step}" can only be said, and ${carrier} does not understand speech`,
      hint: 'give it a key, or have words recognised by a service and check with --carrier asterisk+recognition',
    };
  return {
    code: 'carrier-lacks',
    message: `${describeListening(step)} listens for words, which ${carrier} cannot do`,
    hint: 'give it keys, or have words recognised by a service and check with --carrier asterisk+recognition',
  };
}

function describeListening(step: string | undefined): string {
  return step === undefined ? '"always"' : `step "${step}"`;
}

/** The elements of SSML that set breaks, numbers and pace, and those that only structure the text. */
const BASIC_MARKS: readonly string[] = ['speak', 'p', 's', 'break', 'say-as', 'prosody'];

const STRUCTURE: readonly string[] = ['speak', 'p', 's'];

function tellMarks(
  { marks }: NeedOf<'ssml_marks'>,
  { play }: Capabilities,
  carrier: string,
): Told | undefined {
  if (play.ssml === 'full') return undefined;
  const followed = play.ssml === 'basic' ? BASIC_MARKS : STRUCTURE;
  const ignored = marks.filter((mark) => !followed.includes(mark)).map((mark) => `<${mark}>`);
  if (ignored.length === 0) return undefined;
  return {
    code: 'carrier-does-less',
    message: `${carrier} speaks this text without ${ignored.join(', ')}`,
    hint: 'check that it is still understood, or play a recorded file',
  };
}

function tellLength({ chars }: NeedOf<'ssml_length'>, { play }: Capabilities): Told | undefined {
  const { maxChars } = play;
  if (maxChars === undefined || chars <= maxChars) return undefined;
  return {
    code: 'ssml-too-long',
    message: `the SSML document has ${chars} characters; expected at most ${maxChars}`,
  };
}

function tellStream(
  { step, isHandled, address }: NeedOf<'stream'>,
  { stream }: Capabilities,
  carrier: string,
): Told | undefined {
  if (stream === 'any') return undefined;
  if (stream === 'none')
    return refuse(isHandled, `step "${step}" streams the audio of the call, which ${carrier} cannot do`);
  if (stream === 'configured')
    return {
      code: 'carrier-does-less',
      message: `step "${step}" streams to an address of its own; ${carrier} streams only to addresses that are configured there`,
      hint: `let the operator configure the address (${STREAMS}); until then the step fails`,
    };
  const isKnown = address === undefined ? stream.length > 0 : stream.some((one) => isSameUrl(one, address));
  if (isKnown) return undefined;
  return {
    code: isHandled ? 'carrier-does-less' : 'carrier-lacks',
    message: `step "${step}" streams to an address to which ${carrier} has no connection, so it fails`,
    hint: `let the operator configure the address (${STREAMS})`,
  };
}

const STREAMS = 'ringflow carrier asterisk init --stream, RINGFLOW_CARRIER_<NAME>_STREAMS';

function isSameUrl(one: string, other: string): boolean {
  return URL.parse(one)?.href === (URL.parse(other)?.href ?? '');
}
