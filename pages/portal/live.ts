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

/** Often enough to watch a payment settle, far below the rate limit of one address. */
const EVERY_MS = 5_000;

/**
 * Shows what `load` returns, and reloads every 5 s while the page is visible, and at once when it becomes
 * visible again.
 */
export function useLive<T>(
  load: (signal: AbortSignal) => PromiseLike<T>,
  inputs: readonly unknown[],
): Live<T> {
  const [state, setState] = useState<Omit<Live<T>, 'reload'>>({ data: undefined, at: null, error: null });
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
    const turn = async () => {
      clearTimeout(timer);
      // Its error is on display.
      if (!document.hidden) await look(signal).catch(() => undefined);
      if (signal.aborted) return;
      // Another run may have ended meanwhile, started when the page became visible again.
      clearTimeout(timer);
      timer = setTimeout(turn, EVERY_MS);
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
  }, [look, ...inputs]);

  const reload = useCallback(() => look(new AbortController().signal), [look]);
  return { ...state, reload };
}
