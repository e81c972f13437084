/** The page as text; in a browser it is tried by test/browser/coverage-page.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { renderCoveragePage } from '../../../src/verification/coverage/index.ts';
import { cover, desk } from './scene.ts';
import type { Covered } from './scene.ts';

const sales = 'scenarios: [{ name: sales, script: [presses: 1] }]';
const page = ({ flows, sources }: Covered) => renderCoveragePage(flows, sources);

const hostile = `ringflow: 1
name: hostile
prompts: { one: '</pre><script>alert("1")</script> & more' }
steps:
  talk: { say: one }
  again: { say: '<img src="x" onerror="y">' }
`;

const shared = {
  'flow.yaml':
    'ringflow: 1\nname: one\nimports: [./common.yaml]\nsteps:\n  hello: { say: Hello., next: bye }\n',
  'b/flow.yaml': 'ringflow: 1\nname: two\nimports: [../common.yaml]\nsteps:\n  hi: { say: Hi., next: bye }\n',
  'common.yaml': 'ringflow: 1\nsteps:\n  bye: { say: Bye. }\n',
};

/** The tags of a text in order, in pairs; throws where they do not match. */
function openAtEnd(html: string): string[] {
  const empty = /^(meta|link|!doctype)$/i;
  const open: string[] = [];
  for (const [, end, name = '', self] of html.matchAll(/<(\/?)(!?[a-z][a-z0-9]*)(?:\s[^<>]*?)?(\/?)>/gi)) {
    if (end !== '') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> ends <${last}>`);
    } else if (self === '' && !empty.test(name)) open.push(name);
  }
  return open;
}

describe('the page', () => {
  let html: string;
  beforeAll(async () => {
    html = await page(cover(desk, sales));
  });

  it('is well formed', () => {
    expect(openAtEnd(html.replace(/<style>[^]*?<\/style>/g, ''))).toEqual([]);
  });

  it('forbids itself every request but for its own pictures', () => {
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  });

  it('has the shares of the table on the terminal', () => {
    for (const share of ['4/7  57.1%', '3/13  23.0%', '1/3  33.3%', '0/5   0.0%'])
      expect(html).toContain(`>${share}</td>`);
  });

  it('says beside the diagram what was not covered, with where it leads, each with a link to its line', () => {
    expect(html).toContain(
      '<tr><td><a href="#file-1-line-19">19</a></td><td class="faint">outcome</td><td>main: 2 → german</td></tr>',
    );
    expect(html).toContain('<td class="faint">rung</td><td>main: no_input 2</td>');
  });

  it('folds failures away that no step routes, and names them all', () => {
    const folded = /<details>([^]*?)<\/details>/.exec(html)?.[1] ?? '';
    expect(folded).toContain('5 unhandled failures were not covered');
    expect(folded.match(/<td class="faint">failure<\/td>/g)).toHaveLength(5);
    expect(html.replace(folded, '')).not.toContain('>failure<');
  });

  it('marks lines by what stands on them', () => {
    const line = (number: number) => new RegExp(`<span id="file-1-line-${number}"([^>]*)>`).exec(html)?.[1];
    expect(line(12)).toBe(' class="full"');
    expect(line(24)).toContain('class="none"');
    expect(line(24)).toContain('not covered: step german');
    expect(line(7)).toContain(
      'title="not covered: prompt still_there in en-US, prompt still_there in de-DE"',
    );
    expect(line(2)).toBe('');
  });
});

describe('a page of several flows', () => {
  it('shows a file that both import once, with what both came to', async () => {
    const covered = cover(shared, 'scenarios: [{ name: x, script: [hears: Bye] }]');
    const imported = covered.sources.flatMap(({ imports }) => imports.map(({ file }) => file));
    expect(imported).toEqual(['common.yaml', 'common.yaml']);
    const html = await page(covered);
    expect(html.match(/<h3>common\.yaml<\/h3>/g)).toHaveLength(1);
    expect(/<span id="file-2-line-3"[^>]*>/.exec(html)?.[0]).toContain('class="part"');
    expect(html).toContain('<title>Coverage of 2 flows</title>');
  });
});

describe('text of a flow', () => {
  it('is text on the page, whatever stands in it', async () => {
    const html = await page(cover(hostile, 'scenarios: [{ name: x, script: [hears: more, hangs_up] }]'));
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more');
    expect(openAtEnd(html.replace(/<style>[^]*?<\/style>/g, ''))).toEqual([]);
  });

  it('with everything covered is told so', async () => {
    const html = await page(cover(hostile, 'scenarios: [{ name: x, script: [hears: more, waits: 20s] }]'));
    expect(html).toContain('<p class="good">Everything is covered.</p>');
  });
});
