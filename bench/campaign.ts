/** Measures checking a campaign's file of a million recipients: time, and memory of the process. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startNode } from './children.ts';

export interface CampaignFigures {
  rows: number;
  /** Per format of the file. */
  checks: { format: string; seconds: number; cpuSeconds: number; mostMb: number }[];
}

const checker = join(import.meta.dirname, 'campaign-check.ts');

/** Measures a file of so many rows, as CSV and as NDJSON. */
export async function measureCampaign(rows: number): Promise<CampaignFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  try {
    const checks: CampaignFigures['checks'] = [];
    for (const format of ['csv', 'ndjson'] as const) {
      const file = join(folder, `people.${format}`);
      await pipeline(Readable.from(textOf(format, rows)), createWriteStream(file));
      const child = startNode([checker, file, format, String(rows)]);
      const [figures] = (await once(child, 'message')) as [Omit<CampaignFigures['checks'][number], 'format'>];
      checks.push({ format, ...figures });
    }
    return { rows, checks };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Numbers of several countries, as people write them, with what a flow needs. */
function* textOf(format: 'csv' | 'ndjson', rows: number): Generator<string> {
  if (format === 'csv') yield 'number,name,appointment,amount,time_zone\n';
  for (let row = 0; row < rows; row += 1) {
    const [number, zone] = numbers[row % numbers.length]?.(row) ?? ['', ''];
    const [name, appointment, amount] = [`"Müller, Person ${row}"`, `2026-12-${(row % 28) + 1}`, row % 500];
    yield format === 'csv'
      ? `${number},${name},${appointment},${amount},${zone}\n`
      : `${JSON.stringify({ number, name, appointment, amount, time_zone: zone })}\n`;
  }
}

const numbers: ((row: number) => [number: string, zone: string])[] = [
  (row) => [`0151 ${12_000_000 + row}`, ''],
  (row) => [`+33 6 ${10_000_000 + row}`, 'Europe/Paris'],
  (row) => [`+1 (202) ${2_000_000 + row}`, ''],
  (row) => [`+4479${String(10_000_000 + row).padStart(8, '0')}`, ''],
];
