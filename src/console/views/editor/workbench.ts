/**
 * State that the parts of the editor share: the draft, its checks, the text editor, the test call, and what is chosen.
 */
import { computed, signal } from '@preact/signals';
import type { StepEdit } from '../../../authoring/edits/index.ts';
import type { FlowchartStep } from '../../../authoring/flowchart/index.ts';
import type { DraftFiles } from '../../worker/protocol.ts';
import type { Checker } from '../../worker/client.ts';
import { createChecker } from './checker.ts';
import { CodeEditor } from './code/code-editor.ts';
import type { CreatedFile } from './code/created-files.ts';
import type { Renaming } from './code/language.ts';
import type { Fix, Mistake } from './code/mistakes.ts';
import { DraftCall } from './draft-call.ts';
import { DraftChecks } from './draft-checks.ts';
import type { DrawnFlow } from './draft-checks.ts';
import type { DraftSession } from './draft-session.ts';
import { findFlowFile, readInService } from './stored-draft.ts';

export type Panel = 'phone' | 'scenarios' | 'findings' | 'mistakes';

/** The parts of the editor, of which narrow windows show one at a time. */
type Part = 'text' | 'diagram' | 'panel';

export class Workbench {
  readonly session: DraftSession;
  readonly checker: Checker = createChecker();
  readonly checks: DraftChecks;
  readonly call: DraftCall;
  /** Path of the file with the flow. */
  readonly flowFile: string;
  /** Paths of the files of the draft; a new list only when files come or go. */
  readonly paths;
  /** Path of the file that is shown. */
  readonly path;
  /** Mistakes of the file that is shown; undefined until it has been checked. */
  readonly mistakes = signal<readonly Mistake[] | undefined>(undefined);
  /** True while the file that is shown has a change to undo. */
  readonly canUndo = signal(false);
  readonly panel = signal<Panel>('phone');
  readonly part = signal<Part>('text');
  /** Steps of the finding that is stepped through, up to the one that is shown. */
  readonly walked = signal<readonly string[] | undefined>(undefined);
  /** The step under the cursor. */
  readonly selectedStep;
  /** Steps that are lit in the diagram: those of the finding that is stepped through, else those of the call. */
  readonly litPath;
  /** The new name that is asked for. */
  readonly renaming = signal<Renaming | undefined>(undefined);
  #isRenamedInText = false;
  readonly #cursor;
  #code: CodeEditor | undefined;

  constructor(session: DraftSession) {
    this.session = session;
    this.flowFile = findFlowFile(session.files.value, session.ref.flow) ?? '';
    this.checks = new DraftChecks(this.checker, this.flowFile, () => readInService(session.ref));
    this.call = new DraftCall(this.checker);
    const names = computed(() => Object.keys(session.files.value).join('\n'));
    this.paths = computed(() => names.value.split('\n'));
    this.path = signal(this.flowFile);
    this.#cursor = signal({ path: this.flowFile, line: 1 });
    this.selectedStep = computed(() => this.#findStepAtCursor());
    this.litPath = computed(() => this.walked.value ?? this.#listCalledSteps());
  }

  /** Shows the text editor in an element; returns what removes it and ends the checks and the call. */
  mount(host: HTMLElement): () => void {
    const { session, checker, checks } = this;
    const code = new CodeEditor(host, {
      checker,
      files: session.files.value,
      path: this.path.value,
      isReadOnly: session.readOnly !== undefined,
      onChange: (path, text) => {
        session.change(path, text);
      },
      onRemove: (path) => {
        session.remove(path);
      },
      onCursor: (path, line) => {
        this.#cursor.value = { path, line };
      },
      onMistakes: (mistakes) => {
        this.mistakes.value = mistakes;
      },
      onUndoable: (canUndo) => {
        this.canUndo.value = canUndo;
      },
      onSave: () => void session.save(),
      onRename: () => this.#renameAtCursor('text'),
      onChooseFix: () => {
        this.showPanel('mistakes');
        requestAnimationFrame(() => {
          focusFixes(host);
        });
      },
    });
    this.#code = code;
    const stops = [
      // At once, so that what is shown can have the focus.
      this.part.subscribe((part) => {
        host.closest('.editor')?.setAttribute('data-part', part);
      }),
      // The language server has the texts of open files from the editor: it needs the others, and to know which there are.
      computed(() => [this.path.value, this.paths.value]).subscribe(() => {
        checker.setFiles(session.files.peek());
      }),
      session.files.subscribe((files) => {
        checks.setFiles(files);
      }),
      this.litPath.subscribe((path) => {
        const step = this.#findStep(path.at(-1));
        const isShown = step !== undefined && this.#toPath(step) === this.path.peek();
        code.markCalled(isShown ? step.line : undefined);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.call.end();
      code.destroy();
      checks.end();
      checker.end();
      session.end();
    };
  }

  /** Shows a file, at a 1-based line if one is given. */
  show(path: string, line?: number): void {
    this.path.value = path;
    this.#code?.show(path, line);
  }

  showPanel(panel: Panel): void {
    this.panel.value = panel;
    this.part.value = 'panel';
  }

  /** Moves the cursor and the focus to a 1-based line of a file. */
  goToLine(path: string, line: number): void {
    this.part.value = 'text';
    this.show(path, line);
    this.#code?.focus();
  }

  /** Moves the cursor to a step as soon as the diagram is there; returns what stops waiting for it. */
  openAtStep(name: string): () => void {
    let isOpen = false;
    return this.checks.drawn.subscribe((drawn) => {
      if (isOpen || this.#listSteps(drawn).length === 0) return;
      isOpen = true;
      this.goToStep(name);
    });
  }

  /** Moves the cursor to a step. */
  goToStep(name: string): void {
    const step = this.#findStep(name);
    if (step !== undefined) this.show(this.#toPath(step), step.line);
  }

  goTo(mistake: Mistake): void {
    this.part.value = 'text';
    this.#code?.goTo(mistake);
  }

  applyFix(fix: Fix): void {
    this.part.value = 'text';
    this.#code?.applyFix(fix);
  }

  /** Takes back the last change of the file that is shown. */
  undo(): void {
    this.#code?.undo();
  }

  /** Replaces the texts of files, so that it can be undone. */
  replace(files: DraftFiles): void {
    this.#code?.replace(files);
  }

  /** Asks for a new name of a step, and renames it everywhere. */
  renameStep(name: string): void {
    this.goToStep(name);
    this.#renameAtCursor('diagram');
  }

  /** Stops asking for a new name; the focus returns to the text if the wish came from there. */
  endRenaming(): void {
    this.renaming.value = undefined;
    if (this.#isRenamedInText) setTimeout(() => this.#code?.focus());
  }

  #renameAtCursor(from: 'text' | 'diagram'): boolean {
    this.#isRenamedInText = from === 'text';
    this.renaming.value = this.session.readOnly === undefined ? this.#code?.findRenaming() : undefined;
    return this.renaming.value !== undefined;
  }

  /** Edits a step; returns why that is not possible. */
  async editStep(edit: StepEdit): Promise<string | undefined> {
    const files = this.session.files.value;
    const edited = await this.checker.ask('edit', { files, flow: this.flowFile, edit });
    if (!edited.ok) return edited.reason;
    if (files !== this.session.files.value) return 'The text has changed meanwhile: try again.';
    const changes = edited.edits.map(({ from, to, newText }) => ({ from, to, insert: newText }));
    this.#code?.change(this.flowFile, changes, edited.created && this.#placeBeside(edited.created));
    return undefined;
  }

  #placeBeside({ file, text }: { file: string; text: string }): CreatedFile {
    return { path: this.flowFile.slice(0, this.flowFile.lastIndexOf('/') + 1) + file, text };
  }

  #findStep(name: string | undefined): FlowchartStep | undefined {
    return this.#listSteps(this.checks.drawn.peek()).find(({ id }) => id === name);
  }

  /** Returns the path of the file that contains a step. */
  #toPath({ file }: FlowchartStep): string {
    if (file === undefined) return this.flowFile;
    return new URL(file, `file:///${this.flowFile}`).pathname.slice(1);
  }

  /** Lists the steps with their places in the draft; those of the version in service have none there. */
  #listSteps(drawn: DrawnFlow | undefined): readonly FlowchartStep[] {
    return drawn === undefined || drawn.source === 'in_service' ? [] : drawn.chart.steps;
  }

  #findStepAtCursor(): string | undefined {
    const { path, line } = this.#cursor.value;
    return this.#listSteps(this.checks.drawn.value)
      .filter((step) => this.#toPath(step) === path && step.line <= line)
      .toSorted((one, other) => other.line - one.line)[0]?.id;
  }

  #listCalledSteps(): readonly string[] {
    const { value: drawn } = this.checks.drawn;
    const { path = [] } = this.call.snapshot.value ?? {};
    return path.filter(({ flow }) => flow === drawn?.chart.flow).map(({ step }) => step);
  }
}

/** Moves the focus to the first fix of the list, if there is one. */
function focusFixes(host: HTMLElement): void {
  const button = host.closest('.editor')?.querySelector<HTMLElement>('.fix-card button');
  button?.focus();
}
