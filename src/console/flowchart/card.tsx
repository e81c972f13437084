/** The card of a step: its name, what it says, its ports, and marks. */
import type { ComponentChildren } from 'preact';
import type { Flowchart, FlowchartStep } from '../../authoring/flowchart/index.ts';
import type { Card as Place, Port } from '../../authoring/flowchart/layout/index.ts';
import { memoize } from '../ui/memo.tsx';
import { describeStep, labelPort, PORT_CHAR_WIDTH, shorten } from './labels.ts';
import type { CardMarks } from './marks.ts';
import { VerbIcon } from './verb-icon.tsx';
import type { Detail } from './zoom.ts';

interface CardProps {
  step: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Label for assistive technology. */
  label: string;
  href: string;
  isSelected: boolean;
  isDimmed: boolean;
  /** The face, where the card is near. */
  children: ComponentChildren;
}

/** An item of the list of steps. It takes primitive properties only, so that a far card is rendered again only when it changes. */
export const Card = memoize(function Card({
  step,
  label,
  href,
  isSelected,
  isDimmed,
  children,
  ...box
}: CardProps) {
  return (
    <g role="listitem" class={isDimmed ? 'step dimmed' : 'step'}>
      {children}
      {/* The link has no text of its own, since its label says more than the card shows. */}
      <a href={href} data-step={step} aria-label={label} {...(isSelected && { 'aria-current': 'true' })}>
        <rect class="link" {...box} rx="9" />
      </a>
    </g>
  );
});

interface FaceProps extends CardMarks {
  chart: Flowchart;
  step: FlowchartStep;
  place: Place;
  detail: Detail;
  /** Size of the name, px of the diagram. */
  nameSize: number;
  /** Size of the second line, px of the diagram. */
  saysSize: number;
  /** Size of the ports, px of the diagram. */
  portSize: number;
  /** Size of the counts in relation to the usual one. */
  countScale: number;
  isSelected: boolean;
}

/** Width of a character in relation to the size of its type. */
const CHAR_WIDTH = 0.56;
/** Left edge of texts on a card, and the space that a count takes, px. */
const TEXT_X = 33;
const COUNT_WIDTH = 52;
/** Counts leave room for so much of the name, or are left out. */
const MIN_NAME_CHARS = 5;
/** Height of the two lines of a card, px. */
const CARD_TEXT_HEIGHT = 50;
/** Middle of the first line of a card, px. */
const FIRST_LINE_MIDDLE = 18;
/** Without the second line the first one, and what stands beside it, is in the middle of these; above a count of hang-ups less. */
const SHORT_DOWN = 10;
const SHORT_DOWN_ABOVE_DROP = 4;

/** Renders what a card shows. */
export const Face = memoize(function Face(props: FaceProps) {
  const { chart, step, place, detail, nameSize, saysSize, portSize, countScale, isSelected, ...marks } =
    props;
  const { x, y, width, height } = place;
  const countWidth = COUNT_WIDTH * countScale;
  const wholeRoom = width - TEXT_X - 8;
  const isRoomy = wholeRoom - countWidth >= MIN_NAME_CHARS * nameSize * CHAR_WIDTH;
  const hasCount = isRoomy && (marks.visits !== undefined || marks.calls > 0);
  const hungUp = detail === 'name' ? 0 : marks.hungUp;
  const room = wholeRoom - (hasCount ? countWidth : 0);
  const saysWidth = room + countWidth * Number(hasCount && hungUp === 0);
  const down = findShift(detail, height, hungUp > 0);
  const classes = ['card-box', isSelected && 'selected', marks.isOnPath && 'on-path', marks.isNow && 'now'];
  return (
    <g aria-hidden="true" transform={`translate(${x} ${y})`}>
      <rect class={classes.filter(Boolean).join(' ')} width={width} height={height} rx="9" />
      {marks.heat > 0 && (
        <rect
          class="heat"
          x="1"
          y="1"
          width={width - 2}
          height={height - 2}
          rx="8"
          opacity={0.03 + 0.17 * marks.heat}
        />
      )}
      <VerbIcon verb={step.verb} x={10} y={10 + down} />
      {/* The width of a text depends on the fonts of the computer: what is too long ends at the edge. */}
      <svg x={TEXT_X} width={room} height={height}>
        <text class="name" y={detail === 'name' ? height / 2 + nameSize / 3 : 22 + down} font-size={nameSize}>
          {shorten(step.id, Math.floor(room / (nameSize * CHAR_WIDTH)))}
        </text>
      </svg>
      {detail === 'full' && (
        <svg x={TEXT_X} width={saysWidth} height={CARD_TEXT_HEIGHT}>
          <text class="says" y="41" font-size={saysSize}>
            {shorten(describeStep(chart, step), Math.floor(saysWidth / (saysSize * CHAR_WIDTH)))}
          </text>
        </svg>
      )}
      {hasCount && <Counts {...marks} hungUp={hungUp} width={width} down={down} scale={countScale} />}
      {detail !== 'name' && place.ports.length > 1 && (
        <Ports ports={place.ports} left={x} cardWidth={width} size={portSize} />
      )}
    </g>
  );
});

/** Returns how far down the first line and what stands beside it are, since what follows them is left out, px. */
function findShift(detail: Detail, height: number, hasDrop: boolean): number {
  if (detail === 'full') return 0;
  if (detail === 'name') return height / 2 - FIRST_LINE_MIDDLE;
  return hasDrop ? SHORT_DOWN_ABOVE_DROP : SHORT_DOWN;
}

interface CountsProps extends CardMarks {
  width: number;
  /** Distance from where they stand on a full card, px. */
  down: number;
  /** Their size in relation to the usual one. */
  scale: number;
}

function Counts({ visits, hungUp, calls, width, down, scale }: CountsProps) {
  const [right, middle] = [width - 11, FIRST_LINE_MIDDLE + down];
  return (
    <g transform={`translate(${right} ${middle}) scale(${scale}) translate(${-right} ${-middle})`}>
      {visits !== undefined && (
        <text class="count" x={width - 11} y={22 + down}>
          {visits}
        </text>
      )}
      {hungUp > 0 && (
        <text class="drop" x={width - 11} y={40 + down}>
          −{hungUp}
        </text>
      )}
      {calls > 0 && (
        <>
          <rect class="calls" x={width - 42} y={8 + down} width="32" height="22" rx="11" />
          <text class="calls-text" x={width - 26} y={24 + down}>
            {calls}
          </text>
        </>
      )}
    </g>
  );
}

interface PortsProps {
  ports: readonly Port[];
  /** Left edge and width of the card, px. */
  left: number;
  cardWidth: number;
  /** Size of the text, px. */
  size: number;
}

function Ports({ ports, left, cardWidth, size }: PortsProps) {
  const charWidth = PORT_CHAR_WIDTH * size;
  return (
    <>
      {ports.map(({ codes, x, width }) => {
        const label = shorten(labelPort(codes), Math.max(3, Math.floor((width - 6) / charWidth)));
        const boxWidth = Math.min(width, Math.max(22, 10 + label.length * charWidth));
        const boxX = Math.min(Math.max(4, x - left - Math.min(boxWidth / 2, 13)), cardWidth - boxWidth - 4);
        return (
          <g key={codes.join()}>
            <rect class="port" x={boxX} y="53" width={boxWidth} height="19" rx="5" />
            <text class="port-text" x={boxX + boxWidth / 2} y={62.5 + 0.32 * size} font-size={size}>
              {label}
            </text>
          </g>
        );
      })}
    </>
  );
}
