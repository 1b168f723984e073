import { useEffect } from 'preact/hooks';
import type { Autopay } from '@autopay/sdk';
import * as shared from '../live.ts';
import { client, endsSession, session } from './session.ts';

/** The data on display in a view, and how fresh it is. */
export interface Live<T> extends Omit<shared.Live<T>, 'reload'> {
  /** Reloads now. Never rejects: an error is on display. */
  reload: () => Promise<void>;
}

/**
 * Shows what `load` returns and keeps it fresh, also when the mode changes. Whoever was signed out is sent to
 * sign in.
 */
export function useLive<T>(
  load: (api: Autopay, options: { signal: AbortSignal }) => PromiseLike<T>,
  inputs: readonly unknown[] = [],
  everyMs?: number | null,
): Live<T> {
  const api = client.value;
  const live = shared.useLive((signal) => load(api, { signal }), [api, ...inputs], { everyMs });
  const isOver = endsSession(live.error);
  useEffect(() => {
    if (isOver) session.value = null;
  }, [isOver]);
  const reload = () =>
    live.reload().then(
      () => undefined,
      () => undefined,
    );
  return { ...live, error: isOver ? null : live.error, reload };
}
