/** The flow whose calls are shown: links for those with the most calls, a list for the rest. */
import { useAddressState } from '../../data/address.ts';
import { formatNumber } from '../../ui/format.ts';

interface FlowChoiceProps {
  flows: readonly { flow: string; count: number }[];
  /** Number of all live calls. */
  total: number;
  chosen: string | undefined;
}

/** Flows that have a link of their own. */
const MAX_LINKS = 3;

export function FlowChoice({ flows, total, chosen }: FlowChoiceProps) {
  const { toHref, changeQuery } = useAddressState();
  const all =
    chosen === undefined || flows.some(({ flow }) => flow === chosen)
      ? flows
      : [...flows, { flow: chosen, count: 0 }];
  const linked = all.filter(({ flow }, index) => index < MAX_LINKS || flow === chosen);
  const rest = all.filter((one) => !linked.includes(one));
  return (
    <nav class="segmented" aria-label="Flow">
      <a href={toHref({})} {...(chosen === undefined && { 'aria-current': 'true' })}>
        All {formatNumber(total)}
      </a>
      {linked.map(({ flow, count }) => (
        <a key={flow} href={toHref({ flow })} {...(flow === chosen && { 'aria-current': 'true' })}>
          {flow} {formatNumber(count)}
        </a>
      ))}
      {rest.length > 0 && (
        <select
          aria-label="More flows"
          value=""
          onChange={({ currentTarget }) => {
            changeQuery({ flow: currentTarget.value, call: undefined });
          }}
        >
          <option value="">{rest.length} more</option>
          {rest.map(({ flow, count }) => (
            <option key={flow} value={flow}>
              {flow} {formatNumber(count)}
            </option>
          ))}
        </select>
      )}
    </nav>
  );
}
