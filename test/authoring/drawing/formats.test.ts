import { describe, expect, it } from 'vitest';
import { toDot, toMermaid, toSvg } from '../../../src/authoring/drawing/index.ts';
import type { Picture } from '../../../src/authoring/drawing/index.ts';
import { desk, picture } from './scene.ts';

/** A picture whose texts hold whatever could mean something to a format. */
const nasty = `a "b" \\ <c> & #1; *d* \`e\`\n|f| [g] {h}`;
const hostile: Picture = {
  title: nasty,
  groups: [
    { boxes: [{ id: 'one', kind: 'caller', text: [nasty], origin: nasty }] },
    { title: nasty, boxes: [{ id: 'two', kind: 'playback', text: ['end'] }] },
  ],
  arrows: [{ from: 'one', to: 'two', text: nasty, style: 'plain', loose: true }],
};

describe('Mermaid', () => {
  it('is a flowchart from top to bottom', () => {
    const lines = toMermaid(picture()).split('\n');
    expect(lines.slice(0, 5)).toEqual(['---', 'title: "desk"', '---', 'flowchart TD', '  start(("call"))']);
    expect(lines).toContain('  step_main{{"main<br/>menu"}}');
    expect(lines).toContain('  subgraph group_1["error path"]');
    expect(lines).toContain('  step_main -->|"1, 2"| step_sales');
    expect(lines).toContain('  step_sales -.->|"failed"| step_agent');
  });

  it('draws faint what only hints', () => {
    const text = toMermaid(picture(desk, true));
    const arrows = text.split('\n').filter((line) => /-->|-\.->|~~~/.test(line));
    const faint = /linkStyle ([\d,]+) /.exec(text)?.[1]?.split(',').map(Number) ?? [];
    expect(faint.map((index) => arrows[index]?.trim())).toContain('step_welcome -.-> step_sorry');
    expect(faint.map((index) => arrows[index]?.trim())).toContain('always -.->|"0"| step_agent');
    expect(faint).toHaveLength(4);
  });

  it('keeps its own marks out of texts', () => {
    const [arrow = ''] = toMermaid(hostile)
      .split('\n')
      .filter((line) => line.includes('-->'));
    expect(arrow).toBe(
      '  one -->|"a #34;b#34; #92; #60;c#62; #38; #35;1; #42;d#42; #96;e#96;<br/>|f| [g] {h}"| two',
    );
  });
});

describe('DOT', () => {
  it('has clusters for the roads, and arrows up that do not pull', () => {
    const text = toDot(picture());
    expect(text).toContain('subgraph cluster_1 {\n    label="error path"');
    expect(text).toMatch(/step_main -> step_welcome \[.*constraint=false weight=0\]/);
    expect(text).not.toMatch(/step_main -> step_sales \[.*constraint=false weight=0\]/);
  });

  it('quotes whatever stands in a text', () => {
    expect(toDot(hostile)).toContain('digraph "a \\"b\\" \\\\ <c> &amp; #1; *d* `e`\\n|f| [g] {h}" {');
  });
});

describe('SVG', () => {
  it('is one element with a title, and with the line of each step', async () => {
    const svg = await toSvg(picture());
    expect(svg.startsWith('<svg ')).toBe(true);
    const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(7);
    expect(titles).toEqual(
      expect.arrayContaining([
        ...['desk', 'welcome: say, line 7', 'main: menu, line 9', 'sales: connect, line 17'],
        ...['agent: connect, line 21', 'sorry: say, line 25', 'note: set, line 28'],
      ]),
    );
  });

  it('puts what the caller meets first above what comes later', async () => {
    const svg = await toSvg(picture());
    const height = (name: string) =>
      Number(new RegExp(`<title>${name}:.*?<text[^>]* y="(-?[\\d.]+)"`, 's').exec(svg)?.[1]);
    const heights = ['welcome', 'main', 'sales', 'agent', 'sorry', 'note'].map(height);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(new Set(heights).size).toBe(6);
  });

  it('has colours of its own for light and for dark pages', async () => {
    const svg = await toSvg(picture());
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).toContain('class="node caller"');
  });

  it('stays well formed whatever stands in a text', async () => {
    const svg = await toSvg(hostile);
    const inner = svg.slice(svg.indexOf('</style>') + '</style>'.length);
    const open = ['svg'];
    for (const [, end, name = '', empty] of inner.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (end !== '') expect(open.pop()).toBe(name);
      else if (empty === '') open.push(name);
    }
    expect(open).toEqual([]);
    expect(inner.replace(/<\/?[a-z][^<>]*>/g, '')).not.toMatch(/[<]|&(?!\w+;|#\d+;)/);
  });
});
