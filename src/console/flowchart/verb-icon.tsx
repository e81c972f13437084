/** Icons of verbs, drawn on 16 × 16. */
const paths: Readonly<Record<string, string>> = {
  menu: 'M3 3h3v3H3zM10 3h3v3h-3zM3 10h3v3H3zM10 10h3v3h-3z',
  collect: 'M5 3 4 13M11 3l-1 10M3 6h11M2 10h11',
  confirm: 'M3 8.5 6.5 12 13 4.5',
  say: 'M3 6v4h2.5L9 13V3L5.5 6zM11.5 5.5a3.5 3.5 0 0 1 0 5',
  connect:
    'M2.5 4c0 5 4.5 9.5 9.5 9.5l1.5-2.5-3-1.5-1.2 1.2A7 7 0 0 1 5.3 6.7L6.5 5.5 5 2.5zM10 2.5h3.5V6M13.5 2.5 9.8 6.2',
  set: 'M3 6h10M3 10h10',
  wait: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3l2 1.5',
  switch: 'M8 14V9M8 9 4 5V2.5M8 9l4-4V2.5',
  language: 'M2.5 13 6 3l3.5 10M3.7 9.8h4.6M11 6h3M12.5 6v7',
  http: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM2.5 8h11M8 2.5c-3 3.5-3 7.5 0 11M8 2.5c3 3.5 3 7.5 0 11',
  outcome: 'M4 14V3h8l-2 3 2 3H4',
  record: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  sms: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z',
  run: 'M5 3l7 5-7 5z',
  hangup: 'M2.5 9.5c3-3.5 8-3.5 11 0l-2 1.5-2-1v-2c-1-.4-2-.4-3 0v2l-2 1z',
};

export function VerbIcon({ verb, x, y }: { verb: string; x: number; y: number }) {
  return <path class="verb" transform={`translate(${x} ${y})`} d={paths[verb] ?? paths.set} />;
}
