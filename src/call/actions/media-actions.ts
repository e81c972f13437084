/** Actions that answer or place a call and play prompts. */
import type { CarriedAction, Prompt } from '../../language/model/index.ts';
import type { Media, OnConnect } from '../commands.ts';
import { commandId } from '../ids.ts';
import { MAX_ANSWER_MS } from './delays.ts';
import type { CallContext, Input } from '../record.ts';
import { render, renderPrompt } from '../render.ts';
import { SILENCE, toSpokenText } from '../spoken/speech.ts';
import { shortenForNote } from '../workload.ts';
import { renderBridge } from './line-actions.ts';
import { addNote, send, type Actions, type ParamsOf, type Scene } from './scene.ts';

export const mediaActions: Actions<'answer' | 'say' | 'ask' | 'play' | 'listen'> = {
  answer(scene, { alone = false, ...carried }) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    if (draft.leg === 'ringing') {
      send(draft, { kind: 'accept' });
      draft.leg = 'accepting';
    } else if (draft.leg === 'new') dial(scene, carried);
    else if (draft.leg === 'ended') addNote(draft, { kind: 'nobody_there' });
    else if (draft.leg === 'bridged' && alone) addNote(draft, { kind: 'waits_for_bridge' });
  },

  say(scene, { prompt }) {
    if (!scene.draft.carried) scene.draft.playlist = renderPrompt(scene.text, prompt, scene.draft);
  },

  ask(scene, params) {
    const { draft } = scene;
    const rung = findReprompt(draft.input, params)?.prompt;
    const asked = rung === undefined || params.reprompt ? [...(rung ?? []), ...params.prompt] : rung;
    const playlist = renderPrompt(scene.text, asked, draft);
    draft.playlist = playlist.length > 0 ? playlist : [SILENCE];
    const { timeoutMs, secret } = params;
    draft.input = { ...draft.input, digits: '', lossy: false, decision: '', value: '', timeoutMs, secret };
  },

  play({ draft }, options) {
    const [media, ...rest] = draft.playlist;
    draft.playlist = rest;
    if (draft.carried) draft.carried = false;
    else if (media !== undefined) playNow(draft, media, options);
  },

  listen({ draft }) {
    playNow(draft, SILENCE, { listen: true });
  },
};

/** Places the outbound call with the first action of the step, which is then not sent a second time (R11). */
function dial(scene: Scene, carried: CarriedAction): void {
  const { draft } = scene;
  const { from, to } = draft.call;
  const onConnect = renderOnConnect(scene, carried);
  send(draft, { kind: 'dial', from, to, ...(onConnect === undefined ? {} : { onConnect }) });
  draft.carried = onConnect !== undefined;
  draft.leg = 'dialing';
}

function renderOnConnect(
  scene: Scene,
  { play, connect, room, stream }: CarriedAction,
): OnConnect | undefined {
  const { draft, text } = scene;
  if (play !== undefined) return playOnConnect(scene, play);
  if (connect !== undefined) return { kind: 'connect', ...renderBridge(scene, connect) };
  if (stream !== undefined) return { kind: 'stream', to: render(text, stream.to, draft) };
  if (room === undefined) return undefined;
  return { kind: 'room', room: room.room === undefined ? draft.room.id : render(text, room.room, draft) };
}

function playOnConnect({ draft, text }: Scene, play: Prompt): OnConnect | undefined {
  draft.playlist = renderPrompt(text, play, draft);
  const [media] = draft.playlist;
  if (media === undefined) return undefined;
  const number = draft.nextCommand;
  draft.playing = { media, command: number };
  noteSpeech(draft, media);
  return { kind: 'play', media, promptRef: commandId(draft.call.id, number) };
}

/** Returns the entry of `no_input` or `no_match` that precedes a question; undefined when there is none. */
export function findReprompt(
  { failed: what, noInput, noMatch }: Input,
  params: ParamsOf<'ask'>,
): { what: 'no_input' | 'no_match'; index: number; prompt: Prompt } | undefined {
  if (what === '') return undefined;
  const [rungs, times] = what === 'no_input' ? [params.noInput, noInput] : [params.noMatch, noMatch];
  const index = Math.min(times, rungs.length) - 1;
  const prompt = rungs[index];
  return prompt && { what, index, prompt };
}

function playNow(draft: CallContext, media: Media, { speech = false, ...options }: ParamsOf<'play'>): void {
  const times = speech && { withinMs: draft.input.timeoutMs, longestMs: MAX_ANSWER_MS };
  const replaces = draft.playing?.command;
  const command = send(draft, { kind: 'play', media, ...options, ...(times && { speech: times }) });
  draft.playing = { media, command, ...(replaces !== undefined && { replaces }) };
  if (media !== SILENCE) noteSpeech(draft, media);
}

function noteSpeech(draft: CallContext, media: Media): void {
  const text = shortenForNote(renderWording(media));
  addNote(draft, { kind: 'says', text }, text.length);
}

function renderWording(media: Media): string {
  switch (media.kind) {
    case 'text':
      return media.text;
    case 'ssml':
      return toSpokenText(media.ssml);
    case 'stored':
      return `stored prompt ${media.name}`;
    case 'url':
      return media.url;
  }
}
