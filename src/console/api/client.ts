/** The client of the management API, generated from its description. */
import { client } from './generated/client.gen.ts';
import { toProblem } from './problem.ts';

interface Result<Data> {
  data?: Data | undefined;
  error?: unknown;
  response?: Response | undefined;
}

/** Sends these credentials with each request; undefined: none. */
export function setCredentials(credentials: string | undefined): void {
  client.setConfig({ auth: () => credentials ?? '' });
}

/** Data with the entity tag under which it may be changed. */
interface Tagged<Data> {
  data: Data;
  etag: string;
}

/** Returns the data of a response and its `ETag`. Throws as `unwrap` does. */
export async function unwrapTagged<Data>(request: Promise<Result<Data>>): Promise<Tagged<NonNullable<Data>>> {
  const data = await unwrap(request);
  const { response } = await request;
  return { data, etag: response?.headers.get('etag') ?? '' };
}

/** Returns the data of a response. Throws an `ApiProblem` for a refusal, and when the service cannot be reached. */
export async function unwrap<Data>(request: Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await request;
  if (response?.ok === true) return data as NonNullable<Data>;
  throw toProblem(response, error);
}
