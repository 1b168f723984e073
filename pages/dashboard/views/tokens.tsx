import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { Token } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { useSubmission, FormError } from '../parts/form.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { TokenRequestDialog } from '../parts/token-request-dialog.tsx';
import { Copyable } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { client, mode } from '../session.ts';
import { loadTokens } from '../tokens.ts';

/** The tokens of the registry, and which of them this merchant takes. */
export function Tokens() {
  const paging = usePaging();
  const live = useLive(
    (api, options) => api.tokens.list({ limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  const [asking, setAsking] = useState(false);
  const switching = useSubmission();
  const accept = ({ mint, accepted }: Token) =>
    switching.run(async () => {
      await client.value.tokens.set({ mint, enabled: !accepted });
      await Promise.all([live.reload(), loadTokens()]);
    });
  return (
    <>
      <div class="view-head">
        <h1>Tokens</h1>
        <button hidden={!may('createTokenRequest')} class="button" onClick={() => setAsking(true)}>
          Ask for a token
        </button>
      </div>
      <p class="muted">
        What you can be paid in. A token that you decline is offered to nobody any more; subscriptions that
        were made in it go on.
      </p>
      <FormError submission={switching} fields={[]} />
      <Show live={live}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 && !paging.hasPrevious ? (
              <Empty title="No tokens here">
                <p>Whoever runs this service puts tokens on its registry. Ask for the one that you need.</p>
              </Empty>
            ) : (
              <>
                <Table
                  caption="Tokens"
                  rows={data}
                  keyOf={({ mint }) => mint}
                  columns={[
                    { head: 'Token', cell: ({ symbol }) => <strong>{symbol}</strong> },
                    { head: 'Address', cell: ({ mint }) => <Copyable value={mint} /> },
                    { head: 'Decimals', cell: ({ decimals }) => decimals, end: true },
                    { head: 'Kind', cell: (token) => <Kind token={token} /> },
                    {
                      head: 'You take it',
                      cell: (token) => <Accepted token={token} change={accept(token)} />,
                    },
                  ]}
                />
                <Pager paging={paging} nextCursor={nextCursor} />
              </>
            )}
            <Legend />
          </>
        )}
      </Show>
      {asking && <TokenRequestDialog close={() => setAsking(false)} />}
    </>
  );
}

/** What the kinds of tokens mean, and where to make more of them. */
function Legend() {
  return (
    <>
      <dl class="terms card">
        <div>
          <dt>Main token</dt>
          <dd>The stablecoin that prices fall back to. Every merchant takes it, so it cannot be declined.</dd>
        </div>
        <div>
          <dt>Default</dt>
          <dd>Taken by every merchant who has not declined it. Others are taken once you accept them.</dd>
        </div>
      </dl>
      {mode.value === 'test' && (
        <p class="muted">
          To try another number of decimals or a Token-2022 token,{' '}
          <a href={hrefOf('/test-tools')}>make a test token</a>.
        </p>
      )}
    </>
  );
}

function Kind({ token }: { token: Token }) {
  return (
    <span class="row badges">
      <span class="badge">{token.class === 'stable' ? 'stablecoin' : 'other'}</span>
      {token.floor && <span class="badge">main</span>}
      {token.isDefault && !token.floor && <span class="badge">default</span>}
    </span>
  );
}

function Accepted({
  token: { symbol, mint, floor, accepted },
  change,
}: {
  token: Token;
  change: (event: Event) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        checked={accepted}
        disabled={floor || !may('setToken')}
        onClick={change}
      />
      <span>
        {floor ? 'always' : accepted ? 'accepted' : 'declined'}
        <span class="visually-hidden">
          : {symbol} {mint}
        </span>
      </span>
    </label>
  );
}
