import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What is on show, and how fresh it is. */
export interface Live<T> {
  /** The last answer; undefined until the first one. It stays while a later one fails. */
  data: T | undefined;
  /** When it was answered, Unix seconds. */
  at: number | null;
  /** Why the last look failed; null when it did not. */
  error: unknown;
  /** Looks again now; answers with what it found. Throws what a look throws. */
  reload: () => Promise<T>;
}

/** Often enough to watch a payment settle, far below the rate limit of one address. */
const EVERY_MS = 5_000;

/** Shows what `load` answers, and looks again every 5 s while the page is looked at, and at once when it is again. */
export function useLive<T>(
  load: (signal: AbortSignal) => PromiseLike<T>,
  inputs: readonly unknown[],
): Live<T> {
  const [state, setState] = useState<Omit<Live<T>, 'reload'>>({ data: undefined, at: null, error: null });
  const latest = useRef(load);
  latest.current = load;
  // A slow answer never replaces that of a later question.
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
      // Its error is on show.
      if (!document.hidden) await look(signal).catch(() => undefined);
      if (signal.aborted) return;
      // Another turn may have ended meanwhile, begun when the page was looked at again.
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
