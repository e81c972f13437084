import { describe, expect, it } from 'vitest';
import { createPicture, toDot, toMermaid, toSvg } from '../../../src/authoring/drawing/index.ts';
import type { Highlights } from '../../../src/authoring/drawing/index.ts';
import { desk, graphOf } from './scene.ts';

const marked = (highlights: Highlights) =>
  createPicture(graphOf(desk), { title: 'desk', all: false, highlights });

const picture = marked({
  step: (step) => (step === 'agent' ? 'none' : 'full'),
  outcome: (step, outcome) => (step === 'main' && outcome === '2' ? 'none' : 'full'),
  always: (key) => (key === '0' ? 'none' : 'full'),
  link: (step) => `#line-of-${step}`,
});
const boxes = new Map(picture.groups.flatMap((group) => group.boxes.map((box) => [box.id, box])));
const arrow = (from: string, to: string) =>
  picture.arrows.find((one) => one.from === from && one.to === to && one.style !== 'hidden');

describe('what stands out in a picture', () => {
  it('are the steps and arrows that were given a mark', () => {
    expect(boxes.get('step_agent')?.mark).toBe('none');
    expect(boxes.get('step_main')).toMatchObject({ mark: 'full', link: '#line-of-main' });
    expect(boxes.get('start')?.mark).toBeUndefined();
    expect(arrow('always', 'step_agent')?.mark).toBe('none');
    expect(arrow('start', 'step_welcome')?.mark).toBeUndefined();
  });

  it('has the mark of all outcomes that share an arrow, or is marked in part', () => {
    expect(arrow('step_main', 'step_sales')).toMatchObject({ text: '1, 2', mark: 'part' });
    expect(arrow('step_main', 'end_main')?.mark).toBe('full');
  });

  it('has no mark where one of those outcomes has none', () => {
    const half = marked({ outcome: (_step, outcome) => (outcome === '1' ? 'full' : undefined) });
    expect(half.arrows.filter(({ mark }) => mark !== undefined)).toEqual([]);
  });

  it('is coloured in every format', async () => {
    expect(toDot(picture)).toMatch(/step_agent \[.*class="party none".*color="#cf222e" penwidth=2/);
    expect(toDot(picture)).toContain('URL="#line-of-main"');
    expect(toMermaid(picture)).toContain('  style step_agent stroke:#cf222e,stroke-width:3px');
    const arrows = toMermaid(picture)
      .split('\n')
      .filter((line) => /-->|-\.->|~~~/.test(line));
    const [first = ''] = /linkStyle (\d+(?:,\d+)*) stroke:#9a6700/.exec(toMermaid(picture))?.slice(1) ?? [];
    expect(arrows[Number(first)]).toContain('step_main -->|"1, 2"| step_sales');
    const svg = await toSvg(picture);
    expect(svg).toContain('class="node party none"');
    expect(svg).toContain('xlink:href="#line-of-main"');
    expect(svg).toContain('class="edge plain part"');
  });

  it('is nothing unless somebody asks for it', () => {
    const plain = createPicture(graphOf(desk), { title: 'desk', all: false });
    expect(toDot(plain)).not.toMatch(/URL=|penwidth|class="/);
    expect(toMermaid(plain)).not.toMatch(/^ {2}style /m);
  });
});
