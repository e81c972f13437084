/** Where a call is in a document: the block and statement of each level. */
import { toRecord } from './call-state.ts';
import type { CallState, Frame } from './call-state.ts';
import type { Block, Statement, SwmlDocument } from './model.ts';
import { listBlocks } from './read.ts';

/** For each label, how it is reached from the beginning of its section. */
type Places = ReadonlyMap<string, readonly Frame[]>;

const DEFAULT_MAX_JUMPS = 100;

export function findPlaces({ sections }: SwmlDocument): Places {
  const places = new Map<string, readonly Frame[]>();
  for (const block of sections.values()) notePlaces(block, [], places);
  return places;
}

function notePlaces(block: Block, around: readonly Frame[], places: Map<string, readonly Frame[]>): void {
  for (const { does, index } of block.statements) {
    const key = does.kind === 'label' ? `${block.section}\u0000${does.label}` : undefined;
    if (key !== undefined && !places.has(key))
      places.set(key, [...around, { block, index, params: undefined }]);
    const behind = [...around, { block, index: index + 1, params: undefined }];
    for (const inner of listBlocks(does)) notePlaces(inner, behind, places);
  }
}

/** Moves behind the current statement. */
export function advance(state: CallState): CallState {
  const frames = state.frames.map((frame, index) =>
    index === state.frames.length - 1 ? { ...frame, index: frame.index + 1 } : frame,
  );
  return { ...state, frames };
}

export function enterBlock(state: CallState, block: Block): Frame[] {
  return [...state.frames, { block, index: 0, params: undefined }];
}

/** Leaves a section: its own frame is the last one with parameters. */
export function leaveSection(frames: readonly Frame[]): Frame[] {
  return frames.slice(
    0,
    Math.max(
      0,
      frames.findLastIndex(({ params }) => params !== undefined),
    ),
  );
}

/** Jumps to the label in the same section, unless it was done as often as it may. */
export function jump(statement: Statement, state: CallState, places: Places): Partial<CallState> {
  const { does, block, id } = statement;
  if (does.kind !== 'goto') return {};
  const frames = places.get(`${block.section}\u0000${does.label}`);
  const made = state.jumps[id] ?? 0;
  if (frames === undefined || made >= (does.max ?? DEFAULT_MAX_JUMPS)) return {};
  const start = state.frames.findLastIndex(({ params }) => params !== undefined);
  const { params } = state.frames[start] ?? { params: undefined };
  const jumped = frames.map((frame, index) => (index === 0 ? { ...frame, params } : frame));
  return {
    frames: [...state.frames.slice(0, start), ...jumped],
    jumps: toRecord([...Object.entries(state.jumps).filter(([key]) => key !== id), [id, made + 1]]),
  };
}
