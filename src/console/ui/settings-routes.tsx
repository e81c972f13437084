/** Numbers that the settings of the service route to flows. They cannot be changed here. */
import type { SettingsRoute } from '../data/settings-routes.ts';
import { TableCard } from './table-card.tsx';

interface SettingsRoutesProps {
  project: string;
  routes: readonly SettingsRoute[];
}

export function SettingsRoutes({ project, routes }: SettingsRoutesProps) {
  if (routes.length === 0) return null;
  return (
    <section aria-labelledby="of-settings" class="column">
      <h2 id="of-settings">From the settings of the service</h2>
      <p class="small muted">
        The settings <code>routes</code> and <code>default_flow</code>, or <code>ringflow dev</code>, give
        these numbers to flows. A number added here goes before them.
      </p>
      <TableCard label="Numbers from the settings" columns={['Number', 'Takes', 'Flow']}>
        {routes.map(({ number, takes, flow }) => (
          <tr key={`${number} ${takes}`}>
            <th scope="row">{number === '*' ? 'every other number' : number}</th>
            <td>{takes}</td>
            <td>
              <a href={`/console/${project}/flows/${flow}`}>{flow}</a>
            </td>
          </tr>
        ))}
      </TableCard>
    </section>
  );
}
