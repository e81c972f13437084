/** Line icons, drawn on 16 × 16. */
const paths = {
  overview: 'M2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4zM2.5 2.5h11v4h-11z',
  flows: 'M6 2.5h4v3H6zM2.5 10.5h4v3h-4zM9.5 10.5h4v3h-4zM8 5.5V8M4.5 10.5V8h7v2.5',
  live: 'M2 8h2.5L6 3.5l3.5 9L11 8h3',
  calls: 'M2.5 4c0 5 4.5 9.5 9.5 9.5l1.5-2.5-3-1.5-1.2 1.2A7 7 0 0 1 5.3 6.7L6.5 5.5 5 2.5z',
  campaigns: 'M2.5 6.5v3l8 3.5v-10zM10.5 6a2 2 0 0 1 0 4M4.5 10v3',
  numbers: 'M5.5 3l-1 10M11 3l-1 10M3 6h11M2 10h11',
  audit: 'M4 2.5h8v11H4zM6 6h4M6 8.5h4',
  keys: 'M2.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M7.5 8h6v2.5M11 8v2',
  projects: 'M2.5 4h4l1.5 2h5.5v7h-11z',
  phone: 'M5 2.5h6v11H5zM7 11.5h2',
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM10.3 10.3l3.2 3.2',
  keyboard: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5.5 9.5h5',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  leave: 'M9.5 2.5h-6v11h6M6.5 8h7M11 5.5l2.5 2.5-2.5 2.5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
