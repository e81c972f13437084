/** The files that flows are made from, as texts by path, in the form of an uploaded bundle. */
import { dirname, posix, relative, sep } from 'node:path';
import { createFlowCatalogue } from '../../language/compiler/index.ts';
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow, NamedCapabilities } from '../../language/model/index.ts';
import { findScenariosOf } from './neighbours.ts';
import { isFlowFile } from '../../language/text/index.ts';
import { loadFlows } from './load.ts';
import type { LoadedFlows } from './load.ts';
import { createFileReader, tryReadText } from './read.ts';
import type { Beside } from './read.ts';

/** Path → text. Paths are relative to the folder of the flows, with `/` between their parts. */
type Texts = Record<string, string>;

/** The files of a flow. */
interface FlowSource {
  /** File of the flow. */
  file: string;
  /** Its own file, files that it imports and reads, and those of the flows that it runs. */
  files: Texts;
  /** What it needs of a carrier. */
  needs: readonly Need[];
  /** The flow's own description. */
  description?: string;
  /** Reads its scenario files as they are now. */
  readScenarios: () => Texts;
}

/** Sources of flows by name. */
export type FlowSources = ReadonlyMap<string, FlowSource>;

/** Flow file → texts that were read for it, by the path in the flow. */
type ReadTexts = Map<string, Map<string, string>>;

/** Creates readers that record what they read. */
function createRecorder(read: ReadTexts): Beside {
  return (flowFile) => {
    const reader = createFileReader(flowFile);
    const texts = read.get(flowFile) ?? new Map<string, string>();
    read.set(flowFile, texts);
    const recordRead = (name: string) => {
      const text = reader(name);
      if (text !== undefined) texts.set(name, text);
      return text;
    };
    return Object.assign(recordRead, { explain: reader.explain, identify: reader.identify });
  };
}

/**
 * Reads the files of a flow as they are now, whether or not they are valid: its own, those that it imports and reads, and its
 * scenarios. Paths are relative to the folder. Throws like `loadFlows`.
 */
export function readFlowTexts(folder: string, file: string): Texts {
  const toName = (path: string) => relative(folder, path).split(sep).join('/');
  const read: ReadTexts = new Map();
  const { files } = loadFlows([file], { beside: createRecorder(read) });
  const own = files.map(({ file: path, text }): [string, string] => [toName(path), text]);
  const others = [...(read.get(file) ?? [])].map(([name, text]): [string, string] => [
    posix.join(posix.dirname(toName(file)), name),
    text,
  ]);
  return { ...Object.fromEntries([...own, ...others]), ...readTexts(findScenariosOf(file), toName) };
}

/**
 * Loads the flows of a folder, or a flow file, like `loadFlows`, for these carriers, with the files that each is made from.
 * Throws like `loadFlows`.
 */
export function loadFlowsWithSources(
  path: string,
  carriers?: readonly NamedCapabilities[],
): { loaded: LoadedFlows; sources: FlowSources } {
  const read: ReadTexts = new Map();
  const loaded = loadFlows([path], { beside: createRecorder(read), carriers });
  const own = loaded.files.map(({ file, text }) => ({ file, text }));
  const known = new Set(own.map(({ file }) => file));
  const others = [...read.keys()].flatMap((file) => {
    const text = known.has(file) ? undefined : tryReadText(file);
    return text === undefined ? [] : [{ file, text }];
  });
  const catalogue = createFlowCatalogue([...own, ...others]);
  const folder = isFlowFile(path) ? dirname(path) : path;
  const toName = (file: string) => relative(folder, file).split(sep).join('/');
  const collect = (flow: CompiledFlow, file: string): Texts => {
    const used = Object.keys(flow.flows).flatMap((name) => catalogue.file(name) ?? []);
    const main = own.filter((one) => one.file === file);
    const entries = [...main, ...used].flatMap((one): [string, string][] => [
      [toName(one.file), one.text],
      ...[...(read.get(one.file) ?? [])].map(([name, text]): [string, string] => [
        posix.join(posix.dirname(toName(one.file)), name),
        text,
      ]),
    ]);
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  const sources = loaded.files.flatMap(({ file, flow, needs = [], description }): [string, FlowSource][] =>
    flow === undefined || !loaded.flows.includes(flow)
      ? []
      : [
          [
            flow.name,
            {
              file: toName(file),
              files: collect(flow, file),
              needs,
              ...(description === undefined ? {} : { description }),
              readScenarios: () => readTexts(findScenariosOf(file), toName),
            },
          ],
        ],
  );
  return { loaded, sources: new Map(sources) };
}

function readTexts(files: readonly string[], toName: (file: string) => string): Texts {
  return Object.fromEntries(
    files.flatMap((file) => {
      const text = tryReadText(file);
      return text === undefined ? [] : [[toName(file), text] as const];
    }),
  );
}
