/** The call that every contestant is measured with: incomingcall → accept → connected → play → initiated → digit → connect → bridged → disconnected. */

/** The last part of a command's path. */
export type CommandName = 'accept' | 'play' | 'connect';

export interface Turn {
  /** Fields of the notification beside those that all have. */
  says: Record<string, string>;
  /** True when it contains the `prompt_ref` of the play command, as on the platform. */
  isOfPlay?: true;
  /** Command that it must cause, if any. */
  expects?: CommandName;
}

export const callScript: Turn[] = [
  { says: { state: 'incomingcall' }, expects: 'accept' },
  { says: { state: 'connected' }, expects: 'play' },
  { says: { playstate: 'initiated' }, isOfPlay: true },
  { says: { playstate: 'digitcollected', digit: '1' }, isOfPlay: true, expects: 'connect' },
  { says: { state: 'bridged' } },
  { says: { state: 'disconnected', disconnect_reason: 'Normal Clearing' } },
];

/** Returns the command that a notification must cause; for the floor, which has no flow. */
export function expectedCommand(body: Record<string, unknown>): CommandName | undefined {
  const turn = callScript.find(({ says }) => says.state === body.state && says.playstate === body.playstate);
  return turn?.expects;
}
