import { useState } from 'preact/hooks';

/** The picture of what is sold, beside words that say what it is. One that does not load leaves no hole. */
export function Picture({ url }: { url: string | null }) {
  const [isLost, setLost] = useState(false);
  if (url === null || isLost) return null;
  return <img class="picture" src={url} alt="" referrerpolicy="no-referrer" onError={() => setLost(true)} />;
}
