import type { WebhookDeliveryWithHistory } from '@autopay/sdk';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Status } from './status.tsx';
import { Moment } from './values.tsx';

/** One attempt at a delivery: the endpoint's response, how long it took, or why there was none. */
export function AttemptCard({ attempt }: { attempt: WebhookDeliveryWithHistory['history'][number] }) {
  const { number, attemptedAt, outcome, responseStatus, latencyMs, responseHead, error } = attempt;
  return (
    <li class="card attempt stack">
      <h3 class="row">
        <span>Attempt {number}</span> <Status status={outcome} />
      </h3>
      <dl class="terms">
        <div>
          <dt>When</dt>
          <dd>
            <Moment at={attemptedAt} />
          </dd>
        </div>
        <div>
          <dt>Answer</dt>
          <dd>{responseStatus === null ? 'none' : `HTTP ${responseStatus}`}</dd>
        </div>
        <div>
          <dt>Took</dt>
          <dd>{latencyMs} ms</dd>
        </div>
        {error && (
          <div>
            <dt>Failed by</dt>
            <dd>{error}</dd>
          </div>
        )}
      </dl>
      {responseHead !== '' && <CodeBlock label={`Beginning of answer ${number}`} text={responseHead} />}
    </li>
  );
}
