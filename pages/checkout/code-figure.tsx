import type { ComponentChildren } from 'preact';
import { QrCode } from './qr-code.tsx';
import { paying } from './paying.ts';

/** A Solana Pay link as a code to scan, with what it does, and as a link for a wallet on this device, which is all that a phone needs. */
export function CodeFigure({ link, children }: { link: string; children: ComponentChildren }) {
  const isPhone = matchMedia('(pointer: coarse)').matches;
  return (
    <>
      {!isPhone && isOnThisMachine() && (
        <p class="message" data-tone="warn">
          {paying.onlyThisComputer}
        </p>
      )}
      {!isPhone && (
        <figure class="code">
          <QrCode text={link} label={paying.codeLabel} />
          <figcaption class="small muted">{children}</figcaption>
        </figure>
      )}
      <p class="small">
        <a href={link}>{paying.openOnThisDevice}</a>
      </p>
    </>
  );
}

function isOnThisMachine(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
