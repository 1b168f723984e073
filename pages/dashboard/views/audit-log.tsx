import type { AuditEntry, Autopay, Page } from '@autopay/sdk';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import type { PageToRead } from '../parts/paged-list.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';

/** Who did what, and from where. */
export function AuditLog() {
  return (
    <FilteredList<AuditEntry, Partial<PageToRead>>
      heading={
        <>
          <h1>Audit log</h1>
          <p class="muted">
            What people, keys and wallets changed here or tried to, for 400 days. What counts in both modes is
            shown in each.
          </p>
        </>
      }
      filters={[
        { name: 'action', label: 'Action' },
        { name: 'createdFrom', label: 'From', day: 'first' },
        { name: 'createdTo', label: 'To', day: 'last' },
      ]}
      more={[
        { name: 'actor', label: 'Who (id or address)' },
        { name: 'resource', label: 'Object (id)' },
      ]}
      ordered
      downloads={(filter) => <DownloadCsv list="audit_log" filter={filter} />}
      one="entry"
      none="Nothing yet"
      read={read}
      about={<p>Whatever is changed from now on is listed here.</p>}
    >
      {(rows) => (
        <Table
          caption="Audit log"
          rows={rows}
          keyOf={({ id }) => id}
          toneOf={({ outcome }) => (outcome === 'succeeded' ? undefined : 'warn')}
          columns={[
            { head: 'When', cell: ({ createdAt }) => <Moment at={createdAt} />, orders: true },
            { head: 'Who', cell: ({ actor }) => <Who actor={actor} /> },
            { head: 'What', cell: (entry) => <What entry={entry} /> },
            { head: 'Outcome', cell: outcomeOf },
            { head: 'From', cell: (entry) => <From entry={entry} /> },
          ]}
        />
      )}
    </FilteredList>
  );
}

function read(api: Autopay, asked: Partial<PageToRead>, options: { signal: AbortSignal }) {
  return api.request<Page<AuditEntry>>('GET', '/v1/audit_log', { ...options, query: { ...asked } });
}

const KINDS: Record<string, string> = {
  key: 'Key',
  wallet: 'Wallet',
  owner: "The platform's owner",
  operator: 'Command on the server',
  service: 'This service, as asked before',
  anyone: 'Somebody not signed in',
};

function Who({ actor }: { actor: AuditEntry['actor'] }) {
  const kind = KINDS[actor.type];
  return (
    <>
      {kind} <bdi>{actor.name ?? actor.id}</bdi>
      {actor.role !== null && <span class="muted"> {actor.role}</span>}
    </>
  );
}

/** What was done, to which object, with which values. */
function What({ entry: { action, resource, changes } }: { entry: AuditEntry }) {
  const said = changes.map(({ field, value }) => (value === null ? field : `${field}: ${value}`));
  return (
    <>
      {inWords(action)}
      {resource !== null && <div class="mono small">{resource}</div>}
      {said.length > 0 && (
        <div class="small muted">
          <bdi>{said.join(', ')}</bdi>
        </div>
      )}
    </>
  );
}

function From({ entry: { address, userAgent } }: { entry: AuditEntry }) {
  return (
    <span title={userAgent ?? undefined}>
      <bdi>{address ?? '–'}</bdi>
    </span>
  );
}

function outcomeOf({ outcome, errorCode }: AuditEntry): string {
  if (outcome === 'succeeded') return 'done';
  if (outcome === 'unknown') return 'not known: look at the object';
  return errorCode === null ? outcome : `${outcome}: ${errorCode.replaceAll('_', ' ')}`;
}

/** `createApiKey` reads as "Create API key". */
function inWords(action: string): string {
  const words = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
    .replace(/\bapi\b/, 'API')
    .replace(/\bmandate\b/, 'subscription')
    .replace(/\bcharge\b/, 'payment');
}
