import type { ListedEvent } from '@autopay/sdk';
import type { CommandInput } from './command.ts';
import type { Connection } from './connect.ts';
import type { LocalDelivery } from './forward-event.ts';
import type { SigningSecret } from './signing-secret.ts';
import { printable, timeOfDay } from './terminal.ts';

/** Reports what is forwarded, where to, and the secret that signs it. */
export function tellStart(
  { terminal }: CommandInput,
  { connection, target, signing }: { connection: Connection; target: URL; signing: SigningSecret },
): void {
  const { url, livemode } = connection;
  const { secret, source } = signing;
  const mode = livemode ? 'live' : 'test';
  const signed = source === null ? `Webhook secret: ${secret}` : `Signed with the secret of ${source}.`;
  terminal.tell(`Forwarding ${mode} events of ${url} to ${target.href}. Ctrl-C ends it.\n${signed}`, {
    type: 'listening',
    url,
    livemode,
    forwardTo: target.href,
    // Whoever gave a secret knows it, and it may be that of a real endpoint.
    ...(source === null ? { secret } : {}),
  });
}

/** One line for a forwarded event; if that failed, the reason and the command that sends it again. */
export function tellDelivery(
  { terminal, values }: CommandInput,
  event: ListedEvent,
  delivery: LocalDelivery,
  target: URL,
): void {
  const { delivered, status, latencyMs, error } = delivery;
  const type = printable(event.type);
  const line = `${timeOfDay()}  ${type.padEnd(17)}  ${printable(event.id)}  ${delivered ? status : 'failed'}  ${latencyMs} ms${event.testEvent ? '  test event' : ''}`;
  const hint = `  ${printable(error ?? '')}\n  Send it again: npx @autopay/sdk events resend ${quoted(event.id)} --forward-to ${quoted(target.href)}${sameSettings(values)}`;
  terminal.tell(delivered ? line : `${line}\n${hint}`, {
    type: delivered ? 'forwarded' : 'forward_failed',
    at: Math.floor(Date.now() / 1000),
    event: event.type,
    id: event.id,
    ...(event.testEvent && { testEvent: true }),
    status,
    latencyMs,
    error,
  });
}

/**
 * The options a second command needs to reach the same service and sign the same way; a secret is not
 * repeated.
 */
function sameSettings(values: CommandInput['values']): string {
  const given = ['url', 'api-key-file'].flatMap((name) =>
    values[name] === undefined ? [] : [` --${name} ${quoted(values[name])}`],
  );
  return given.join('') + (values['secret'] === undefined ? '' : ' --secret <the same>');
}

/** How many events there were, and how to resume after the last. */
export function tellEnd(
  { terminal }: CommandInput,
  { forwarded, failed, last }: { forwarded: number; failed: number; last: string | null },
): void {
  const counts = `${forwarded} forwarded${failed === 0 ? '' : `, ${failed} failed`}`;
  const resume = last === null ? '' : ` To go on from here: --after ${quoted(last)}`;
  terminal.tell(`\nStopped: ${counts}.${resume}`, { type: 'stopped', forwarded, failed, last });
}

/** Quotes any text as one word for a shell. */
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;
}
