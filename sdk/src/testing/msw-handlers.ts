import { http, type HttpHandler } from 'msw/http';
import { OPERATIONS } from './operation.ts';

/**
 * One handler for each operation at `baseUrl`, and one for all unknown routes of the API. `answer` returns
 * null if the connection should break.
 */
export function mswHandlers(
  baseUrl: string,
  answer: (request: Request) => Promise<Response | null>,
): HttpHandler[] {
  const resolve = async ({ request }: { request: Request }) => (await answer(request)) ?? Response.error();
  // Literal paths first: MSW uses the first match.
  const operations = OPERATIONS.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  return [
    ...operations.map(({ method, path }) =>
      http[method](baseUrl + path.replaceAll(/\{(\w+)\}/g, ':$1'), resolve),
    ),
    http.all(`${baseUrl}/v1/*`, resolve),
  ];
}
