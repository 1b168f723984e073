import type { ComponentChildren } from 'preact';
import { QrCode } from './qr-code.tsx';
import { paying } from './paying.ts';

/** A Solana Pay link as a code to scan, with what it does; on a phone as a link for the wallet apps on it, since it cannot scan itself. */
export function CodeFigure({ link, children }: { link: string; children: ComponentChildren }) {
  const isPhone = matchMedia('(pointer: coarse)').matches;
  return (
    <>
      {isPhone ? (
        <p>
          <a href={link}>{paying.openOnThisPhone}</a>
        </p>
      ) : (
        <figure class="code">
          <QrCode text={link} label={paying.codeLabel} />
          <figcaption class="small muted">
            {isOnThisMachine() ? paying.onlyThisComputer : children}
          </figcaption>
        </figure>
      )}
    </>
  );
}

function isOnThisMachine(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
