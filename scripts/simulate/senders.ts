import { STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';
import { claimDue, deliver, MAX_IN_FLIGHT_PER_ENDPOINT } from '../../server/webhooks/deliver.ts';
import { listEndpointsDue } from '../../server/webhooks/queries.ts';
import { RESTART_MS, startProcess } from './background.ts';
import { isExpected } from './expected.ts';
import type { SimulatedProcess } from './process.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** Two, so that they compete for deliveries, and one sends on while the other is frozen or dead. */
const SENDERS = 2;
/** Production sweeps every 15 s; what is due is known here, and what comes up wakes the senders. */
const IDLE_MS = 24 * 3_600_000;
const STAGGER_MS = 3_000;
const LEAST_PAUSE_MS = 1_000;
/** What is due for longer at the end was forgotten. */
const FORGOTTEN_SECONDS = 600;

/** Starts them one after the other. */
export function startSenders(world: World): void {
  for (let index = 0; index < SENDERS; index += 1) {
    world.time.at(world.time.nowMs + (index + 1) * STAGGER_MS, null, () => void runSender(world, index));
  }
}

/** Sends webhooks as a worker's dispatcher does, until it dies; then another takes its place. */
async function runSender(world: World, index: number): Promise<void> {
  const process = world.newProcess(`sender${index + 1}x${(world.senderGenerations += 1)}`);
  world.senders[index] = process;
  process.onDeath = () => {
    world.time.at(world.time.nowMs + RESTART_MS, null, () => void runSender(world, index));
  };
  await startProcess(world, process, {});
  for (;;) {
    let pauseMs = RESTART_MS;
    try {
      const claimed = await sendDue(world, process);
      const next = await nextDue(process);
      pauseMs = next.inMs;
      // At an endpoint only a few are in flight, and the others wait for them.
      if (claimed === 0 && next.inFlight === 0 && pauseMs < -FORGOTTEN_SECONDS * 1000)
        throw new Violation('not sent', `what has been due for ${-pauseMs} ms is not claimed`);
    } catch (error) {
      noteFailure(world, process, error);
    }
    await process.sleepUntilWoken(Math.max(LEAST_PAUSE_MS, pauseMs));
  }
}

/** Returns how many attempts it made. */
async function sendDue(world: World, process: SimulatedProcess): Promise<number> {
  let attempts = 0;
  const { deployment } = process;
  const endpointIds = await listEndpointsDue(deployment.db, deployment.clock.seconds());
  for (const endpointId of endpointIds.toSorted()) {
    const receiver = world.receivers.get(endpointId)!;
    const claimed = await claimDue(deployment, endpointId, MAX_IN_FLIGHT_PER_ENDPOINT);
    attempts += claimed.length;
    for (const delivery of claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await deliver(deployment, delivery, {
        post: (webhook) => receiver.post(process, webhook),
      }).catch((error: unknown) => noteFailure(world, process, error));
    }
  }
  return attempts;
}

/** In how many milliseconds a delivery is due, and how many another sender holds. */
async function nextDue({
  deployment: { db, clock },
}: SimulatedProcess): Promise<{ inMs: number; inFlight: number }> {
  const [row] = await db<{ dueAt: number | null; inFlight: number }[]>`
    select min(greatest(next_attempt_at, lease_until)) as due_at,
      (count(*) filter (where lease_until > ${clock.seconds()}))::int4 as in_flight
    from webhook_deliveries where status = 'pending'`;
  const { dueAt, inFlight } = row!;
  const inMs = dueAt === null ? IDLE_MS : Math.min(IDLE_MS, dueAt * 1000 - clock.milliseconds());
  return { inMs, inFlight };
}

function noteFailure(world: World, process: SimulatedProcess, error: unknown): void {
  world.trace.count('sending failed');
  world.note(`${process.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  // A set-back may take a delivery away in the middle of its attempt.
  const isGone = error instanceof Error && error.message.includes('is not there');
  if (isExpected(error) || (isGone && world.time.nowMs < world.blame.excusedUntilMs)) return;
  world.unexpected ??= error as Error;
}

/** Events were recorded: their job wakes the senders. */
export function wakeSenders({ time, senders }: World): void {
  for (const [index, sender] of senders.entries())
    time.at(time.nowMs + (index + 1) * 100, sender, () => sender.wake(false));
}

/** Whatever was recorded reached its receiver, or was tried as often as promised. Throws a Violation. */
export async function checkDelivered({ observer, receivers, time }: World): Promise<void> {
  const rows = await observer<
    { id: string; eventId: string; endpointId: string; status: string; tried: number; dueAt: number | null }[]
  >`
    select id, event_id, endpoint_id, status, (attempts - attempts_before)::int4 as tried,
      greatest(next_attempt_at, lease_until) as due_at
    from webhook_deliveries`;
  const now = time.nowMs / 1000;
  for (const { id, eventId, endpointId, status, tried, dueAt } of rows) {
    const isReceived = receivers.get(endpointId)!.received.has(eventId);
    if (status === 'delivered' && !isReceived) throw new Violation('not received', `${id} of ${eventId}`);
    if (status === 'exhausted' && tried < 8) throw new Violation('given up early', `${id} after ${tried}`);
    if (status === 'refused') throw new Violation('refused', id);
    if (status === 'pending' && now - dueAt! > FORGOTTEN_SECONDS)
      throw new Violation('not sent', `${id} of ${eventId}, due ${now - dueAt!} s ago`);
  }
  // Endpoints here name no types, so they get those of the first interface.
  const missing = await observer<{ id: string }[]>`
    select id from events e
    where type = any(${[...STANDARD_EVENTS]}::text[]) and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)`;
  if (missing.length > 0) throw new Violation('not queued', missing.map(({ id }) => id).join());
}
