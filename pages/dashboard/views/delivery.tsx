import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { WebhookDeliveryWithHistory } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { AttemptCard } from '../parts/attempt-card.tsx';
import { CodeBlock, indented } from '../../parts/code-block.tsx';
import { FormError, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Status, TestMark } from '../parts/status.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { client } from '../session.ts';

/** Soon enough to see the attempt that was just requested. */
const EVERY_MS = 2_000;

/** One webhook delivery: what was sent, the response to each attempt, and what comes next. */
export function Delivery({ id }: { id: string }) {
  const live = useLive((api, options) => api.webhookDeliveries.get(id, options), [id], EVERY_MS);
  const submission = useSubmission();
  const [askedAfter, setAskedAfter] = useState<number | null>(null);
  const redeliver = (attempts: number) =>
    submission.run(async () => {
      await client.value.webhookDeliveries.redeliver(id);
      setAskedAfter(attempts);
      await live.reload();
    });
  return (
    <Show live={live}>
      {(delivery) => (
        <>
          <div class="view-head">
            <h1 class="row">
              <span>Delivery</span> <Status status={delivery.status} />
              <TestMark of={delivery} />
            </h1>
            <button
              hidden={!may('redeliverWebhook')}
              class="button"
              disabled={submission.busy}
              onClick={redeliver(delivery.attempts)}
            >
              Deliver again
            </button>
          </div>
          <FormError submission={submission} fields={[]} />
          <p role="status" class="message" hidden={askedAfter === null}>
            {askedAfter !== null && againInWords(delivery, askedAfter)}
          </p>
          <Facts delivery={delivery} />
          <section class="stack">
            <h2>Attempts</h2>
            {delivery.history.length === 0 ? (
              <p class="muted">None yet.</p>
            ) : (
              <ol class="attempts">
                {delivery.history.toReversed().map((attempt) => (
                  <AttemptCard key={attempt.number} attempt={attempt} />
                ))}
              </ol>
            )}
          </section>
          <section class="stack">
            <h2>What is sent</h2>
            <p class="muted small">
              Indented for reading. The signature is of the exact bytes, which is what the button copies.
            </p>
            <CodeBlock label="Body" text={indented(delivery.body)} copied={delivery.body} />
          </section>
        </>
      )}
    </Show>
  );
}

/** The progress of the requested delivery. An attempt counts once it has ended. */
function againInWords({ history, attempts }: WebhookDeliveryWithHistory, before: number): string {
  if (attempts <= before) return 'It is being sent again.';
  const { outcome, responseStatus } = history.at(-1)!;
  if (outcome === 'delivered') return 'It was sent again, and it arrived.';
  return `It was sent again, and ${responseStatus === null ? 'there was no answer' : `the answer was HTTP ${responseStatus}`}.`;
}

function Facts({ delivery }: { delivery: WebhookDeliveryWithHistory }) {
  return (
    <dl class="terms card">
      <div>
        <dt>Event</dt>
        <dd>
          <a href={hrefOf(`/events/${delivery.event}`)}>{delivery.eventType}</a>
        </dd>
      </div>
      <div>
        <dt>To</dt>
        <dd>
          <bdi>{delivery.url}</bdi>
        </dd>
      </div>
      <div>
        <dt>Attempts</dt>
        <dd>{delivery.attempts}</dd>
      </div>
      <div>
        <dt>Next attempt</dt>
        <dd>
          {delivery.nextAttemptAt === null ? (
            <span class="muted">none is planned</span>
          ) : (
            <Moment at={delivery.nextAttemptAt} />
          )}
        </dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd>
          <Copyable value={delivery.id} short={false} />
        </dd>
      </div>
    </dl>
  );
}
