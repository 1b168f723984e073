import type { Deployment } from '../deployment.ts';

/**
 * Records, where a collector of traces is configured, that charges were sent, each as part of the trace that its row has. Nothing waits for it, and a
 * failure to read them is no failure of the charges.
 */
export function traceSent(
  { db, clock, log, tracer }: Pick<Deployment, 'db' | 'clock' | 'log' | 'tracer'>,
  attempts: readonly { id: string }[],
): void {
  if (tracer === undefined || attempts.length === 0) return;
  const endMs = clock.milliseconds();
  const ids = attempts.map(({ id }) => id);
  const read = db<
    { chargeId: string; mandateId: string; signature: string; signedAt: number; traceParent: string }[]
  >`
    select c.id as charge_id, c.mandate_id, a.signature, a.signed_at, c.trace_parent
    from attempts a join charges c on c.id = a.charge_id
    where a.id = any(${ids}::text[]) and c.trace_parent is not null`;
  read.then(
    (rows) => {
      for (const { chargeId, mandateId, signature, signedAt, traceParent } of rows) {
        tracer.record({
          name: 'charge',
          kind: 'producer',
          parent: traceParent,
          startMs: signedAt * 1000,
          endMs,
          attributes: {
            'autopay.charge': chargeId,
            'autopay.mandate': mandateId,
            'autopay.signature': signature,
          },
          error: null,
        });
      }
    },
    (error: unknown) => log.debug({ err: error }, 'what was sent could not be traced'),
  );
}
