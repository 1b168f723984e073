import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** The data on display, and how fresh it is. */
export interface Live<T> {
  /** The last response; undefined until the first one. It stays while a later request fails. */
  data: T | undefined;
  /** When it arrived, Unix seconds. */
  at: number | null;
  /** Why the last request failed; null if it did not. */
  error: unknown;
  /** Reloads now and returns the result. Throws the request's error. */
  reload: () => Promise<T>;
}

/** How often to reload, and what is on display meanwhile. */
export interface LiveOptions {
  /** Milliseconds between a response and the next request; null for no polling (default 5 s). */
  everyMs?: number | null | undefined;
  /** Whether the data for earlier inputs stays until the new data arrives (default false). */
  keepsData?: boolean;
}

/**
 * Often enough to watch a payment settle; far below the rate limit of one address, and rarely enough to leave
 * a merchant's limit to their own requests.
 */
const EVERY_MS = 5_000;

const NOTHING = { data: undefined, at: null, error: null };

/**
 * Shows what `load` returns. Reloads when one of `inputs` changes, every 5 s while the page is visible, and at
 * once when it becomes visible again. A response to earlier inputs is never shown.
 */
export function useLive<T>(
  load: (signal: AbortSignal) => PromiseLike<T>,
  inputs: readonly unknown[],
  { everyMs = EVERY_MS, keepsData = false }: LiveOptions = {},
): Live<T> {
  const [state, setState] = useState<Omit<Live<T>, 'reload'>>(NOTHING);
  const latest = useRef(load);
  latest.current = load;
  // A slow response never replaces that of a later request.
  const asked = useRef(0);
  const answered = useRef(0);

  const look = useCallback(async (signal: AbortSignal) => {
    const mine = (asked.current += 1);
    const isNews = () => mine > answered.current && !signal.aborted;
    try {
      const data = await latest.current(signal);
      if (isNews()) {
        answered.current = mine;
        setState({ data, at: Math.floor(Date.now() / 1000), error: null });
      }
      return data;
    } catch (error) {
      if (isNews()) setState(({ data, at }) => ({ data, at, error }));
      throw error;
    }
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    answered.current = asked.current;
    if (!keepsData) setState(NOTHING);
    const turn = async () => {
      clearTimeout(timer);
      // Its error is on display.
      if (!document.hidden) await look(signal).catch(() => undefined);
      if (signal.aborted) return;
      // Another run may have ended meanwhile, started when the page became visible again.
      clearTimeout(timer);
      if (everyMs !== null) timer = setTimeout(turn, everyMs);
    };
    const onVisible = () => {
      if (!document.hidden) void turn();
    };
    document.addEventListener('visibilitychange', onVisible, { signal });
    void turn();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [look, everyMs, ...inputs]);

  const reload = useCallback(() => look(new AbortController().signal), [look]);
  return { ...state, reload };
}
