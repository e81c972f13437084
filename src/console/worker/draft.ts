/** Compiles the flows of one draft, each once. */
import {
  compileFlow,
  createFlowCatalogue,
  type Compilation,
  type FlowCatalogue,
  type FlowFile,
  type ReadSiblingFile,
} from '../../language/compiler/index.ts';
import { editFlow, type EditResult, type StepEdit } from '../../authoring/edits/index.ts';
import { isFlowFile, isScenarioFile, resolveBeside } from '../../language/text/index.ts';
import type { DraftFiles } from './protocol.ts';

export class Draft {
  readonly files: DraftFiles;
  readonly #sources: FlowFile[];
  readonly #others: FlowCatalogue;
  readonly #compiled = new Map<string, Compilation>();

  constructor(files: DraftFiles) {
    this.files = files;
    this.#sources = listFlowFiles(files);
    this.#others = createFlowCatalogue(this.#sources);
  }

  /** Compiles a flow file; undefined if the draft has no such file. */
  compile(file: string): Compilation | undefined {
    const known = this.#compiled.get(file);
    if (known !== undefined) return known;
    const source = this.#sources.find((one) => one.file === file);
    if (source === undefined) return undefined;
    const compiled = compileFlow(source, { others: this.#others });
    this.#compiled.set(file, compiled);
    return compiled;
  }

  /** Edits a flow file. Throws if the draft has no such file. */
  edit(file: string, edit: StepEdit): EditResult {
    const source = this.#sources.find((one) => one.file === file);
    if (source === undefined) throw new Error(`the draft has no flow file ${file}`);
    return editFlow(source, edit, { others: this.#others });
  }

  /** Paths of the flow files by the names of their flows, as far as these have no errors. */
  listFilesByName(): Record<string, string> {
    return Object.fromEntries(
      this.#sources.flatMap(({ file }) => {
        const name = this.compile(file)?.flow?.name;
        return name === undefined ? [] : [[name, file]];
      }),
    );
  }

  listScenarioFiles(): string[] {
    return Object.keys(this.files).filter(isScenarioFile).sort();
  }

  /** Returns the text of a file; undefined if there is none. */
  text(path: string): string | undefined {
    return Object.hasOwn(this.files, path) ? this.files[path] : undefined;
  }
}

/** Lists the flow files among these. With `near`, flows in other folders than that of this file are far. */
export function listFlowFiles(files: DraftFiles, near?: string): FlowFile[] {
  const isNear = (path: string) => near === undefined || folderOf(path) === folderOf(near);
  return Object.keys(files)
    .filter(isFlowFile)
    .sort()
    .map((file) => ({
      file,
      text: files[file] ?? '',
      read: createDraftReader(files, file),
      isFar: !isNear(file),
    }));
}

/** Creates a reader of the files that a file names. */
export function createDraftReader(files: DraftFiles, file: string): ReadSiblingFile {
  return (path) => {
    const found = resolveBeside(file, path);
    return Object.hasOwn(files, found) ? files[found] : undefined;
  };
}

function folderOf(path: string): string {
  return resolveBeside(path, '.');
}
