/** A card with a table that scrolls sideways in itself; the keyboard can scroll it too. */
import type { ComponentChildren } from 'preact';

interface TableCardProps {
  /** The caption of the table. */
  label: string;
  /** Heads of the columns; '' for the column of actions. */
  columns: readonly string[];
  /** Names of columns that hold numbers. */
  numeric?: readonly string[];
  /** Visible heading above the table. */
  header?: ComponentChildren;
  /** Content below the table. */
  end?: ComponentChildren;
  /** The rows. */
  children: ComponentChildren;
}

export function TableCard({ label, columns, numeric = [], header, end, children }: TableCardProps) {
  return (
    <div class="card">
      {header !== undefined && <header>{header}</header>}
      <div class="scroll-x" role="region" aria-label={label} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" class={numeric.includes(column) ? 'number' : ''}>
                  {column === '' ? <span class="visually-hidden">Actions</span> : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {end}
    </div>
  );
}
