import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Autopay } from '@autopay/sdk';
import { client, endsSession, session } from './session.ts';

/** The data on display, and how fresh it is. */
export interface Live<T> {
  /** The last response; undefined until the first one. It stays while a later request fails. */
  data: T | undefined;
  /** Why the last request failed; null if it did not. */
  error: unknown;
  /** Looks again now. */
  reload: () => Promise<void>;
}

/**
 * Often enough to watch a payment settle; rarely enough to leave the rate limit to the merchant's own
 * requests.
 */
const EVERY_MS = 5_000;

/**
 * Shows what `load` returns and keeps it fresh: reloads every 5 s while the page is visible, when the mode
 * changes, and when one of `inputs` does. A slow response to earlier inputs never replaces a newer one.
 * Whoever was signed out is sent to sign in.
 */
export function useLive<T>(
  load: (api: Autopay, options: { signal: AbortSignal }) => PromiseLike<T>,
  inputs: readonly unknown[] = [],
  everyMs: number | null = EVERY_MS,
): Live<T> {
  const api = client.value;
  const [state, setState] = useState<{ data: T | undefined; error: unknown }>({
    data: undefined,
    error: null,
  });
  const round = useRef(0);
  const latest = useRef(load);
  latest.current = load;

  const look = useCallback(
    async (signal: AbortSignal) => {
      const mine = (round.current += 1);
      try {
        const data = await latest.current(api, { signal });
        if (mine === round.current && !signal.aborted) setState({ data, error: null });
      } catch (error) {
        if (signal.aborted || mine !== round.current) return;
        if (endsSession(error)) session.value = null;
        else setState(({ data }) => ({ data, error }));
      }
    },
    [api],
  );

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState({ data: undefined, error: null });
    const turn = async () => {
      if (!document.hidden) await look(controller.signal);
      if (!controller.signal.aborted && everyMs !== null) timer = setTimeout(turn, everyMs);
    };
    void turn();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [look, everyMs, ...inputs]);

  const reload = useCallback(() => look(new AbortController().signal), [look]);
  return { ...state, reload };
}
