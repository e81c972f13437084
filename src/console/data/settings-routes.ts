/** Numbers that the settings of the service route to flows, such as those of `ringflow dev`. */
import { unwrap } from '../api/client.ts';
import { listRoutes } from '../api/generated/index.ts';
import type { ListRoutesResponse } from '../api/generated/index.ts';

export type SettingsRoute = NonNullable<ListRoutesResponse['ofSettings']>[number];

/** Reads them; they stand beside the first page of routes. Throws an `ApiProblem`. */
export async function readSettingsRoutes(project: string): Promise<readonly SettingsRoute[]> {
  const { ofSettings = [] } = await unwrap(listRoutes({ path: { project }, query: { limit: 1 } }));
  return ofSettings;
}
