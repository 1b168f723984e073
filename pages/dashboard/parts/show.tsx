import type { ComponentChildren } from 'preact';
import { isAutopayError } from '@autopay/sdk';
import type { Live } from '../live.ts';
import { path } from '../router.ts';
import { mode } from '../session.ts';
import { areTokensRead } from '../tokens.ts';
import { Empty } from './empty.tsx';

/**
 * Shows what `live` has: the content, or that it is loading, or why it cannot load. Content that was loaded
 * once stays visible. It waits for the tokens, whose names and decimals amounts need. What stands below it
 * belongs into it: it would be moved by what arrives.
 */
export function Show<T>({ live, children }: { live: Live<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = live;
  // Of a list's view a 404 is about something else, such as a filter.
  const isMissing =
    data === undefined && isAutopayError(error) && error.status === 404 && listOfHere() !== null;
  const isReading = data === undefined || !areTokensRead.value;
  return (
    <>
      {isMissing ? (
        <Missing />
      ) : (
        error !== null && <Failure error={error} retry={() => void reload()} stale={data !== undefined} />
      )}
      {isReading ? error === null && <p class="working muted">Reading</p> : children(data)}
    </>
  );
}

/** The list that the object in the address would stand in; null where the address is no object's. */
function listOfHere(): string | null {
  return /^(\/[^/]+)\/[^/]+$/.exec(path.value)?.[1] ?? null;
}

/** An address whose object is not there: trying again would not bring it. */
function Missing() {
  const [here, other] = mode.value === 'test' ? ['test', 'live'] : ['live', 'test'];
  return (
    <Empty
      isView
      title={`There is nothing here in ${here} mode`}
      next={{ to: listOfHere()!, label: 'Go to the list' }}
    >
      <p>
        Nothing of yours has the id in this address. If it is of {other} mode, switch to that at the top of
        the page and look for it.
      </p>
    </Empty>
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

/** What is wrong with one field of a form, before anything is sent. `param` is the field's name. */
export class FieldProblem extends InWords {
  readonly param: string;

  constructor(param: string, message: string) {
    super(message);
    this.param = param;
  }
}

/** What an error says to a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof InWords) return error.message;
  if (!isAutopayError(error)) return 'Something went wrong on this page. Reload it.';
  if (error.status === null) return 'The service cannot be reached. Check your connection.';
  return error.requestId ? `${error.message} (request ${error.requestId})` : error.message;
}
