import { Page } from '../shell/page.tsx';
import { Empty } from '../ui/empty.tsx';

export function NotFound(_: { default?: boolean }) {
  return (
    <Page title="Not found">
      <Empty>No view has this address.</Empty>
    </Page>
  );
}
