export function Logo() {
  return (
    <div class="brand">
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="6" fill="var(--accent)" />
        <path
          d="M5 6h5v8h5"
          fill="none"
          stroke="var(--on-accent)"
          stroke-width="1.8"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
        <circle cx="5" cy="6" r="1.8" fill="var(--on-accent)" />
        <circle cx="15" cy="14" r="1.8" fill="var(--on-accent)" />
      </svg>
      <span class="label">Ringflow</span>
    </div>
  );
}
