/** Requests to Asterisk as data: what a command or an event asks for, and what is known about repeating it. */

/** One request of ARI. */
export interface AriRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/ari`, encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
}

/** One request with what makes it safe to repeat. */
export interface Step {
  request: AriRequest;
  /** Statuses which show that nothing is left to do. */
  doneBy?: readonly number[];
  /** Paths of which one answers 200 if the request was carried out. Asked before a request in doubt, and after a 409. */
  evidence?: readonly string[];
  /** Asks for the evidence before the first attempt too: repeating the request would do harm. */
  neverTwice?: boolean;
  /** A 404 means that the call is over. */
  isAboutCall?: boolean;
  /** Concerns a channel of the step before, which enters the application a moment later: until then 409 is the answer. */
  isOfNewChannel?: boolean;
  /** Path of the call's channel. A refusal while it is gone means that the call is over. */
  caller?: string;
  /** Asterisk keeps no evidence after its end, so the call's events are asked too. */
  leavesNoEvidence?: boolean;
}

/** Steps one after the other; those of an inner list at the same time. */
export type Steps = readonly (Step | readonly Step[])[];

/** Joins encoded segments of a path. */
export function toPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** Returns the step that ends a play; done if it has ended. */
export function stopPlay(playback: string): Step {
  return { request: { method: 'DELETE', path: toPath('playbacks', playback) }, doneBy: [404] };
}

/** Returns the step that ends a channel; done if it has ended. */
export function endChannel(channel: string, reason?: string): Step {
  const query = reason === undefined ? {} : { query: { reason } };
  return { request: { method: 'DELETE', path: toPath('channels', channel), ...query }, doneBy: [404] };
}

/** Returns the step that ends a bridge; its channels stay. */
export function endBridge(bridge: string): Step {
  return { request: { method: 'DELETE', path: toPath('bridges', bridge) }, doneBy: [404] };
}

/** Returns the step that sets a variable of the call's channel. */
export function setVariable(channel: string, variable: string, value: string): Step {
  return {
    request: { method: 'POST', path: toPath('channels', channel, 'variable'), query: { variable, value } },
    isAboutCall: true,
  };
}

/** Returns the step that lets a channel hear that somebody is being called. */
export function startRinging(channel: string): Step {
  return { request: { method: 'POST', path: toPath('channels', channel, 'ring') }, doneBy: [404, 409, 412] };
}

/** Ends what `startRinging` began; done if the channel is gone. */
export function stopRinging(channel: string): Step {
  return {
    request: { method: 'DELETE', path: toPath('channels', channel, 'ring') },
    doneBy: [404, 409, 412],
  };
}

/** Returns the steps that join channels. The bridge tells keys, which a plain one does not when it relays the audio itself. */
export function join(bridge: string, channels: readonly string[]): Steps {
  return [
    {
      request: { method: 'POST', path: toPath('bridges', bridge), query: { type: 'mixing,dtmf_events' } },
      doneBy: [409],
    },
    addToBridge(bridge, channels),
  ];
}

/** Returns the step that adds channels to a bridge; those that are in it leave and enter again. */
export function addToBridge(bridge: string, channels: readonly string[]): Step {
  return {
    request: {
      method: 'POST',
      path: toPath('bridges', bridge, 'addChannel'),
      query: { channel: channels.join(',') },
    },
  };
}

/** Returns the step that opens a channel beside another one, which hears what the other one says, or both directions. */
export function startSnoop(
  channel: string,
  snoop: string,
  { spy, app, role }: { spy: 'in' | 'both'; app: string; role: string },
): Step {
  return {
    request: {
      method: 'POST',
      path: toPath('channels', channel, 'snoop', snoop),
      query: { spy, app, appArgs: role },
    },
    evidence: [toPath('channels', snoop)],
    isAboutCall: true,
  };
}

/** Ends a recording. Asterisk answers 409 while it is being stored, 404 afterwards. */
export function stopRecording(name: string): Step {
  return {
    request: { method: 'POST', path: toPath('recordings', 'live', name, 'stop') },
    doneBy: [404, 409],
  };
}

/** Returns where a recording is while it is made and afterwards. */
export function toRecordingEvidence(name: string): readonly string[] {
  return [toPath('recordings', 'live', name), toPath('recordings', 'stored', name)];
}

/** Returns the step that plays a sound, once: in doubt its play or the call's events tell. */
export function playOn(channel: string, name: string, media: string): Step {
  return {
    request: { method: 'POST', path: toPath('channels', channel, 'play', name), query: { media } },
    evidence: [toPath('playbacks', name)],
    isAboutCall: true,
    leavesNoEvidence: true,
  };
}
