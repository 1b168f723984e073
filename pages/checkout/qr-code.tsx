import { generate } from 'lean-qr';
import { useMemo } from 'preact/hooks';

/** ISO/IEC 18004, 9.1: four modules of quiet on each side. */
const QUIET = 4;

/** `text` as a QR code, dark on light in both colour schemes, since many scanners read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const side = size + 2 * QUIET;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} data-text={text}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function draw(text: string): { size: number; path: string } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (code.get(x, y)) x += 1;
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`;
    }
  }
  return { size: code.size, path };
}
