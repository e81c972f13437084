/**
 * Measures `validate`: a thousand flows of 50 steps in a folder, and one flow of 5,000 lines, against the floor: parsing the
 * same texts with `yaml`. CPU time of the whole process, including garbage collector and compiler threads; floor and compiler
 * take turns, and the cheapest round of each counts, because other work can only add to it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { checkFlows } from '../src/authoring/flow-files/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { flowOfLines, flowOfSteps } from './flow-text.ts';

export interface CompileFigures {
  label: string;
  lines: number;
  floorCpuMs: number;
  cpuMs: number;
  /** From the start of `ringflow validate` until it has ended: no warm-up, the machine as it is. */
  commandMs: number;
}

const rounds = 5;
const bin = join(import.meta.dirname, '../bin/ringflow.js');

/** Measures both. */
export function measureCompile(): CompileFigures[] {
  const many = Array.from({ length: 1_000 }, (_, index) => flowOfSteps(50, `bench-${index}`));
  return [measure('1,000 flows of 50 steps', many), measure('one flow of 5,000 lines', [flowOfLines(5_000)])];
}

function measure(label: string, texts: string[]): CompileFigures {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  try {
    texts.forEach((text, index) => {
      writeFileSync(join(folder, `${index}.flow.yaml`), text);
    });
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    const times = Array.from({ length: rounds }, () => ({
      floor: cpuMs(() => {
        for (const text of texts) parseDocument(text);
      }),
      ours: cpuMs(() => {
        const { diagnostics } = checkFlows([folder]);
        if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics[0]));
      }),
      command: command(folder),
    }));
    return {
      label,
      lines,
      floorCpuMs: Math.min(...times.map(({ floor }) => floor)),
      cpuMs: Math.min(...times.map(({ ours }) => ours)),
      commandMs: Math.min(...times.map(({ command: ms }) => ms)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return cpuUsSince(before) / 1_000;
}

function command(folder: string): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [bin, 'validate', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - startedAt;
}
