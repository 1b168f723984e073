import { OPERATIONS } from './operation.ts';

/** Registers one handler. */
type Register<Handler> = (
  path: string,
  resolve: (info: { request: Request }) => Promise<Response>,
) => Handler;

/** The parts used of MSW's `http`, which the test passes in: whoever does not use MSW need not install it. */
export type MswHttp<Handler> = Record<'get' | 'post' | 'put' | 'patch' | 'delete' | 'all', Register<Handler>>;

/**
 * One handler for each operation at `baseUrl`, and one for all unknown routes of the API. `answer` returns
 * null if the connection should break.
 */
export function mswHandlers<Handler>(
  http: MswHttp<Handler>,
  baseUrl: string,
  answer: (request: Request) => Promise<Response | null>,
): Handler[] {
  if (typeof http?.all !== 'function') throw new TypeError("http must be MSW's: import { http } from 'msw'.");
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
