import { ERROR_CODES } from '../../../rules/error-codes.ts';
import type { Attack } from '../part.ts';
import { attackersAddress, type Responses, talk, targetOf } from '../raw-http.ts';
import { bodies } from '../shapes/bodies.ts';
import { heads } from '../shapes/heads.ts';
import type { Shape } from '../shapes/shape.ts';
import { smuggling } from '../shapes/smuggling.ts';

const ROUNDS = 6;
const LANES = 8;

/** Statuses that refuse, as the contract and HTTP have them: 408 for what does not arrive, 431 for headers. */
const DOCUMENTED = new Set([
  200,
  ...Object.values(ERROR_CODES).map(([status]) => status),
  204,
  408,
  417,
  431,
]);

/** Sends every shape `ROUNDS` times from many addresses. */
export async function attack({ url, key }: { url: string; key: string }): Promise<Attack> {
  const target = targetOf(url);
  const shapes = [...heads(key), ...bodies(key), ...smuggling(key)];
  const queue = Array.from({ length: ROUNDS }, () => shapes)
    .flat()
    .entries();
  const findings = new Set<string>();
  let attempts = 0;
  const lane = async () => {
    for (const [n, shape] of queue) {
      attempts += 1;
      const problem = problemWith(shape, await talk(target, attackersAddress(n), shape.pieces));
      if (problem !== null) findings.add(`${shape.name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { attempts, findings: [...findings] };
}

function problemWith(
  { statuses, endsConnection }: Shape,
  { statuses: got, codes, text, closed }: Responses,
): string | null {
  // The line of the status, and the body.
  const shown = text.replace(/\r\n[^]*\r\n\r\n/, ' ').slice(0, 300);
  if (got.length > 1) return `${got.length} responses to one request: ${got.join(', ')}`;
  const [status] = got;
  if (status === undefined) return statuses?.length === 0 ? null : 'no response';
  if (!DOCUMENTED.has(status) || status >= 500) return `an undocumented response: ${shown}`;
  if (statuses !== undefined && !statuses.includes(status))
    return `${status} instead of ${statuses.join(' or ')}: ${shown}`;
  if (status >= 400 && codes.some((code) => !(code in ERROR_CODES))) return `an unknown code: ${shown}`;
  if (status >= 400 && codes.length !== 1) return `no code: ${shown}`;
  if (endsConnection && !closed && !/^connection: close$/im.test(text))
    return `the connection stays open: ${shown}`;
  return null;
}
