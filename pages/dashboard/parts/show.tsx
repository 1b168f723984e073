import type { ComponentChildren } from 'preact';
import { isAutopayError } from '@autopay/sdk';
import type { Live } from '../live.ts';
import { areTokensRead } from '../tokens.ts';

/**
 * Shows what `live` has: the content, or that it is loading, or why it cannot load. Content that was loaded
 * once stays visible. It waits for the tokens, whose names and decimals amounts need. What stands below it
 * belongs into it: it would be moved by what arrives.
 */
export function Show<T>({ live, children }: { live: Live<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = live;
  const isReading = data === undefined || !areTokensRead.value;
  return (
    <>
      {error !== null && <Failure error={error} retry={() => void reload()} stale={data !== undefined} />}
      {isReading ? error === null && <p class="working muted">Reading</p> : children(data)}
    </>
  );
}

/** An error for a person: the service's own message, and the request id for support. */
export function Failure({
  error,
  retry,
  stale = false,
}: {
  error: unknown;
  retry?: () => void;
  stale?: boolean;
}) {
  return (
    <div class="message row" data-tone={stale ? 'warn' : 'bad'} role="alert">
      <span>
        {stale && 'What you see may be out of date. '}
        {wordsOf(error)}
      </span>
      {retry && (
        <button class="button button--quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A failure whose message is for the person as it stands. */
export class InWords extends Error {}

/** What an error says to a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof InWords) return error.message;
  if (!isAutopayError(error)) return 'Something went wrong on this page. Reload it.';
  if (error.status === null) return 'The service cannot be reached. Check your connection.';
  return error.requestId ? `${error.message} (request ${error.requestId})` : error.message;
}
