import { useLayoutEffect, useState } from 'preact/hooks';

/** Where in the portal: the list, or a mandate and what is being done to it. It stands in the fragment, so that Back works. */
export interface Place {
  mandateId: string | null;
  action: 'cancel' | 'top-up' | 'take-back' | null;
}

/** The address of a place. */
export function hrefOf(mandateId: string | null, action: Place['action'] = null): string {
  return mandateId === null ? '#' : `#${mandateId}${action === null ? '' : `/${action}`}`;
}

/** Goes to a place. */
export function goTo(mandateId: string | null, action: Place['action'] = null): void {
  location.hash = hrefOf(mandateId, action);
}

/** The place, as the address says it. */
export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  // Before the page is painted: an ordinary effect runs later, and a place that changes until then would be missed.
  useLayoutEffect(() => {
    const onChange = () => setPlace(readPlace());
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return place;
}

function readPlace(): Place {
  const [, mandateId, action] = /^#(man_\w+)(?:\/(cancel|top-up|take-back))?$/.exec(location.hash) ?? [];
  return { mandateId: mandateId ?? null, action: (action as Place['action']) ?? null };
}
