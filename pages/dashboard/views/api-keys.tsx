import { useState } from 'preact/hooks';
import type { ApiKey } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { client, mode, type Mode } from '../session.ts';

/** The keys that the merchant's servers call with: only a person who is signed in makes and revokes them. */
export function ApiKeys() {
  const paging = usePaging();
  const keys = useLive(
    (api, options) => api.apiKeys.list({ startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      <div class="view-head">
        <h1>API keys</h1>
        <button class="button" onClick={() => setMaking(true)}>
          Make a key
        </button>
      </div>
      <p class="muted">
        A key has one mode for good. Give each server its own, and read-only ones to whatever only reads; keep
        them out of browsers and repositories. The <a href={`/docs?mode=${mode.value}`}>documentation</a>{' '}
        fills a test key into its examples when you ask it to.
      </p>
      <Show live={keys}>
        {({ data, nextCursor }) => (
          <>
            <Table
              caption="API keys"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
                { head: 'Mode', cell: ({ livemode }) => <ModeBadge mode={livemode ? 'live' : 'test'} /> },
                { head: 'May', cell: ({ scope }) => (scope === 'read' ? 'only read' : 'do everything') },
                { head: 'Key', cell: ({ key }) => <span class="mono">{key}</span> },
                { head: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  head: 'State',
                  cell: (key) =>
                    key.revokedAt === null ? (
                      <button class="button button--danger" onClick={() => setRevoking(key)}>
                        Revoke<span class="visually-hidden"> {key.name}</span>
                      </button>
                    ) : (
                      <span class="badge" data-tone="bad">
                        revoked
                      </span>
                    ),
                },
              ]}
            />
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )}
      </Show>
      {making && <MakeKey close={() => (setMaking(false), void keys.reload())} />}
      {revoking && <RevokeKey apiKey={revoking} close={() => (setRevoking(null), void keys.reload())} />}
    </>
  );
}

function ModeBadge({ mode }: { mode: Mode }) {
  return (
    <span class="badge" data-tone={mode === 'live' ? 'good' : 'warn'}>
      {mode}
    </span>
  );
}

function MakeKey({ close }: { close: () => void }) {
  const submission = useSubmission();
  const [name, setName] = useState('');
  const [keyMode, setKeyMode] = useState<Mode>(mode.value);
  const [scope, setScope] = useState<'full' | 'read'>('full');
  const [made, setMade] = useState<ApiKey | null>(null);
  const make = async () => setMade(await client.value.apiKeys.create({ name, mode: keyMode, scope }));
  if (made) {
    return (
      <Dialog title="Store this key now" close={close} holds>
        <div class="stack">
          <p>
            It is shown <strong>only now</strong>: this service keeps no copy of it.
          </p>
          <p>
            <Copyable value={made.key} short={false} />
          </p>
          <button class="button button--wide" onClick={close}>
            I have stored it
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Make a key" close={close}>
      <form class="stack" onSubmit={submission.run(make)}>
        <Field name="name" label="Name" hint="Where it will be used." submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              required
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name="mode" label="Mode" submission={submission}>
          {(control) => (
            <select
              {...control}
              class="select"
              value={keyMode}
              onChange={(event) => setKeyMode(event.currentTarget.value as Mode)}
            >
              <option value="test">Test</option>
              <option value="live">Live</option>
            </select>
          )}
        </Field>
        <Field name="scope" label="It may" submission={submission}>
          {(control) => (
            <select
              {...control}
              class="select"
              value={scope}
              onChange={(event) => setScope(event.currentTarget.value as 'full' | 'read')}
            >
              <option value="full">do everything but make keys and set the payout wallet</option>
              <option value="read">only read</option>
            </select>
          )}
        </Field>
        <FormError submission={submission} fields={['name', 'mode', 'scope']} />
        <button class="button button--wide" disabled={submission.busy}>
          Make the key
        </button>
      </form>
    </Dialog>
  );
}

function RevokeKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const submission = useSubmission();
  const revoke = async () => {
    await client.value.apiKeys.revoke(apiKey.id);
    close();
  };
  return (
    <Dialog title={`Revoke ${apiKey.name}?`} close={close}>
      <form class="stack" onSubmit={submission.run(revoke)}>
        <p>
          Whatever uses <span class="mono">{apiKey.key}</span> is refused from now on. This cannot be taken
          back.
        </p>
        <FormError submission={submission} fields={[]} />
        <button class="button button--danger button--wide" disabled={submission.busy}>
          Revoke the key
        </button>
      </form>
    </Dialog>
  );
}
