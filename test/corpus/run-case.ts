import { operationTable } from '../../server/generated/operations.ts';
import { walletOf } from '../conformance/wallet.ts';
import { eventually } from '../support/eventually.ts';
import { newWallet } from '../support/new-wallet.ts';
import type { CallStep, Case, SignStep } from './corpus.ts';
import { mismatches } from './match.ts';
import { resolve, resolveString, type Saved } from './values.ts';

/** Something that responds as the service does: itself, or the fake. */
export interface Side {
  name: string;
  /** Where it responds; also where pages of its own are. */
  url: string;
  fetch: typeof fetch;
  /** What every step may refer to, such as the owner's key. */
  given: Saved;
}

/** One response, the last of a call that was repeated. */
export interface Answer {
  /** Which step it is of, for people. */
  step: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/**
 * Takes the steps of a case, and returns what came back. Throws with every step whose response was not as
 * expected, and ends early only where a step needs what another did not give.
 */
export async function runCase(side: Side, { steps }: Pick<Case, 'steps'>, unique: string): Promise<Answer[]> {
  const saved: Saved = { ...side.given, unique, own: await ownWallet(), other: await ownWallet() };
  const cookies: Record<string, string> = {};
  const answers: Answer[] = [];
  const faults: string[] = [];
  for (const [index, step] of steps.entries()) {
    const title = `step ${index + 1} of ${steps.length}, ${'call' in step ? step.call : `sign ${step.sign}`}`;
    try {
      if ('sign' in step) {
        saved[step.save] = await sign(step, saved);
        continue;
      }
      const answer = { step: title, ...(await answerTo(side, step, saved, cookies)) };
      answers.push(answer);
      faults.push(...faultsOf(answer, step, saved).map((fault) => `${title}: ${fault}`));
      if (step.save === undefined || answer.status !== step.expect.status) continue;
      saved[step.save] = answer.body;
      const [cookie] = answer.headers.getSetCookie();
      if (cookie !== undefined) cookies[step.save] = cookie.split(';')[0]!;
    } catch (error) {
      faults.push(`${title}: ${(error as Error).message}`);
      break;
    }
  }
  if (faults.length > 0) throw new Error(`${side.name}:\n${faults.join('\n')}`);
  return answers;
}

/** A wallet whose key neither side has seen, as createTestWallet answers with one of theirs. */
async function ownWallet(): Promise<Saved> {
  const { address, secretKey } = await newWallet();
  return { address, secretKey: Buffer.from(secretKey).toString('base64') };
}

async function sign({ sign: kind, wallet, value }: SignStep, saved: Saved): Promise<string> {
  const { secretKey } = resolve(wallet, saved) as { secretKey: string };
  const signer = await walletOf(secretKey);
  const toSign = resolveString(value, saved);
  return kind === 'text' ? signer.signMessage(toSign) : signer.signTransaction(toSign);
}

async function answerTo(side: Side, step: CallStep, saved: Saved, cookies: Record<string, string>) {
  const request = requestOf(side, step, saved, cookies);
  const { until } = step;
  if (until === undefined) return send(side, request);
  const expected = resolve(until, saved);
  let last: Omit<Answer, 'step'> | undefined;
  try {
    return await eventually(async () => {
      last = await send(side, request);
      return mismatches(last.body, expected).length === 0 && last;
    });
  } catch {
    throw new Error(`Not within 10 s: ${mismatches(last!.body, expected).join('; ')}`);
  }
}

async function send({ url, fetch }: Side, { path, ...init }: { path: string } & RequestInit) {
  const { status, headers, ...response } = await fetch(url + path, init).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }));
  return { status, headers, body: JSON.parse(response.text) as unknown };
}

function requestOf({ url }: Side, step: CallStep, saved: Saved, cookies: Record<string, string>) {
  const operation = operationTable[step.call];
  const fill = (fields: Record<string, string | number> = {}) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolveString(value, saved)]));
  const parts = fill(step.path);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (parts[name] === undefined) throw new Error(`The step names no ${name} for the path.`);
    return encodeURIComponent(parts[name]);
  });
  const query = new URLSearchParams(fill(step.query)).toString();
  const body =
    step.text === undefined ? JSON.stringify(resolve(step.body, saved)) : resolve(step.text, saved);
  return {
    method: operation.method.toUpperCase(),
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...credential(step.as, saved, cookies, url),
      ...fill(step.headers),
    },
    ...(body === undefined ? {} : { body: body as string }),
  };
}

function credential(
  as: CallStep['as'],
  saved: Saved,
  cookies: Record<string, string>,
  origin: string,
): Record<string, string> {
  if (as === undefined) return {};
  if (typeof as === 'string') return { authorization: `Bearer ${resolveString(as, saved)}` };
  const cookie = cookies[as.session];
  if (cookie === undefined) throw new Error(`No answer that was saved as ${as.session} set a cookie.`);
  return { cookie, origin };
}

/** What every response carries, whatever it says. */
const HEADERS = ['svc-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** Where a response is not as expected, with the response itself. */
function faultsOf({ status, headers, body }: Answer, { expect }: CallStep, saved: Saved): string[] {
  const { status: expected, code, param } = expect;
  const error = {
    code,
    param: param ?? { $absent: true },
    message: { $match: '\\S' },
    type: typeFor(expected),
  };
  const wanted = code === undefined ? resolve(expect.body ?? {}, saved) : { error };
  const faults = [
    ...mismatches(status, expected, 'status'),
    ...mismatches(body, wanted),
    ...HEADERS.flatMap((name) => mismatches(headers.get(name), { $match: '\\S' }, name)),
    ...mismatches(headers.get('content-type'), { $match: '^application/json' }, 'content-type'),
    ...Object.entries(expect.headers ?? {}).flatMap(([name, value]) =>
      mismatches(headers.get(name), resolve(value, saved), name),
    ),
  ];
  return faults.length === 0 ? [] : [`${faults.join('; ')}\n  ${status} ${JSON.stringify(body)}`];
}

/** The errors' grouping, which follows the status. */
function typeFor(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status === 500 ? 'api_error' : 'invalid_request_error';
}
