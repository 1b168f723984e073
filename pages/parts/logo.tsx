import { useState } from 'preact/hooks';

/** A merchant's logo beside its name, which says the same. One that is slow takes no room, and one that does not load is gone. */
export function Logo({ url }: { url: string | null }) {
  const [state, setState] = useState<{ url: string; shown: boolean } | null>(null);
  if (url === null) return null;
  const isLost = state?.url === url && !state.shown;
  if (isLost) return null;
  return (
    <img
      key={url}
      class="logo"
      src={url}
      alt=""
      referrerpolicy="no-referrer"
      onError={() => setState({ url, shown: false })}
    />
  );
}
