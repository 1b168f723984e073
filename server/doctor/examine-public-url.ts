import { request } from 'undici';
import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { isOwnMachine } from '../../rules/live-checklist/decide.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const ANSWER_MS = 5_000;

/** Whether people reach the service where its links lead. */
export async function examinePublicUrl({ publicUrl, live }: Config, clock: Clock): Promise<Finding[]> {
  const { ok, warn, wrong } = findingsOf('public address');
  const what = 'AUTOPAY_PUBLIC_URL';
  const set =
    'Set AUTOPAY_PUBLIC_URL to the https address that people open, such as https://pay.example.com.';
  const isLive = live.kind !== 'none';
  if (publicUrl === null)
    return [
      isLive
        ? wrong(what, 'not set, and there is a live chain', set)
        : warn(what, 'not set: this machine only', set),
    ];
  const { protocol, hostname } = new URL(publicUrl);
  const findings: Finding[] = [];
  if (isOwnMachine(hostname))
    findings.push((isLive ? wrong : warn)(what, `${publicUrl} means this machine`, set));
  else if (protocol !== 'https:')
    findings.push(
      (isLive ? wrong : warn)(
        what,
        `${publicUrl} is not encrypted`,
        `Put a proxy with TLS before the service. ${set}`,
      ),
    );
  else findings.push(ok(what, publicUrl));
  findings.push(await answer(publicUrl, clock));
  return findings;
}

async function answer(publicUrl: string, clock: Clock): Promise<Finding> {
  const { ok, wrong } = findingsOf('public address');
  try {
    const statusCode = await withinDeadline(clock, ANSWER_MS, async (signal) => {
      const { statusCode, body } = await request(`${publicUrl}/livez`, { signal });
      await body.dump();
      return statusCode;
    });
    if (statusCode === 200) return ok('an answer', `${publicUrl}/livez is there`);
    return wrong(
      'an answer',
      `${publicUrl}/livez gives ${statusCode}`,
      'Let the proxy there lead to this service.',
    );
  } catch (error) {
    return wrong(
      'an answer',
      `none from ${publicUrl}/livez: ${reasonOf(error)}`,
      'Start the service, and check name, proxy and firewall. From inside a network it may be out of reach though people reach it.',
    );
  }
}
