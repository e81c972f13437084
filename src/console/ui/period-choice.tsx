/** The choice of the period that a view counts; it is in the address. */
import { useAddressState } from '../data/address.ts';
import { rangeOptions } from '../data/periods.ts';
import type { RangeName } from '../data/periods.ts';
import { Segmented } from './segmented.tsx';

export function PeriodChoice({ value }: { value: RangeName }) {
  const { changeQuery } = useAddressState();
  return (
    <Segmented
      label="Period"
      options={rangeOptions}
      value={value}
      onChange={(range) => {
        changeQuery({ range }, 'replace');
      }}
    />
  );
}
