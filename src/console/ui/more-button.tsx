/** The end of a list that has more pages. */
interface MoreButtonProps {
  /** Cursor of the next page; absent: there is none. */
  next: string | undefined;
  label: string;
  onMore: () => void;
}

export function MoreButton({ next, label, onMore }: MoreButtonProps) {
  if (next === undefined) return null;
  return (
    <div class="more">
      <button type="button" class="button" onClick={onMore}>
        {label}
      </button>
    </div>
  );
}
