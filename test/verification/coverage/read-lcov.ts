/** Reads lcov as strictly as its manual (geninfo(1)) describes it: what does not add up is thrown. */
export interface LcovRecord {
  file: string;
  /** Name → line and calls. */
  functions: Map<string, { line: number; hits: number }>;
  /** Line → how often it was executed. */
  lines: Map<number, number>;
  branches: { line: number; block: number; branch: number; taken: string }[];
}

export function readLcov(text: string): LcovRecord[] {
  if (!text.endsWith('end_of_record\n')) throw new Error('the last record does not end');
  return text
    .split('end_of_record\n')
    .slice(0, -1)
    .map((record) => readRecord(record.trimEnd().split('\n')));
}

function readRecord([test, source = '', ...rows]: string[]): LcovRecord {
  if (test !== 'TN:' || !source.startsWith('SF:')) throw new Error(`no record begins so: ${test} ${source}`);
  const record: LcovRecord = { file: source.slice(3), functions: new Map(), lines: new Map(), branches: [] };
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const [, tag = '', rest = ''] = /^([A-Z]+):(.*)$/.exec(row) ?? [];
    const fields = rest.split(',');
    if (tag === 'FN') define(record, fields);
    else if (tag === 'FNDA') call(record, fields);
    else if (tag === 'DA') record.lines.set(whole(fields[0]), whole(fields[1]));
    else if (tag === 'BRDA') record.branches.push(branchOf(fields));
    else if (/^(FN|BR|L)[FH]$/.test(tag)) counts[tag] = whole(rest);
    else throw new Error(`unknown row: ${row}`);
  }
  check(record, counts);
  return record;
}

function define({ functions }: LcovRecord, [line, name = '']: string[]): void {
  if (functions.has(name)) throw new Error(`the function ${name} is defined twice`);
  functions.set(name, { line: whole(line), hits: NaN });
}

function call({ functions }: LcovRecord, [hits, name = '']: string[]): void {
  const known = functions.get(name);
  if (known === undefined) throw new Error(`the function ${name} is called before it is defined`);
  known.hits = whole(hits);
}

function branchOf([line, block, branch, taken = '']: string[]) {
  if (taken !== '-') whole(taken);
  return { line: whole(line), block: whole(block), branch: whole(branch), taken };
}

function check({ functions, lines, branches }: LcovRecord, counts: Record<string, number>): void {
  const hit = (numbers: number[]) => numbers.filter((one) => one > 0).length;
  const called = [...functions.values()].map(({ hits }) => hits);
  const taken = branches.map((one) => (one.taken === '-' ? 0 : Number(one.taken)));
  const found = {
    ...{ FNF: called.length, FNH: hit(called), LF: lines.size, LH: hit([...lines.values()]) },
    ...{ BRF: taken.length, BRH: hit(taken) },
  };
  for (const [tag, count] of Object.entries(found))
    if (counts[tag] !== count) throw new Error(`${tag} is ${counts[tag]}, not ${count}`);
  const places = new Set(branches.map(({ line, block, branch }) => `${line} ${block} ${branch}`));
  if (places.size !== branches.length) throw new Error('a branch stands twice');
  const without = branches.find(({ line }) => !lines.has(line));
  if (without !== undefined) throw new Error(`line ${without.line} has a branch and no count`);
}

function whole(text = ''): number {
  if (!/^\d+$/.test(text)) throw new Error(`"${text}" is no whole number`);
  return Number(text);
}
