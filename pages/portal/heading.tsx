import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from './words.ts';

/** The first heading of a page load stands where reading begins anyway. */
let isFirst = true;

/** The heading of a screen. It takes the focus when the screen changes, so that a screen reader reads on from there. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = words.titleOf(title);
    if (!isFirst) {
      heading.current!.focus();
      scrollTo(0, 0);
    }
    isFirst = false;
  }, [title]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children ?? title}
    </h1>
  );
}
