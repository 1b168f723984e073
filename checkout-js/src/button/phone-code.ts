import { generate } from 'lean-qr';
import type { CheckoutAccess } from '../checkout-api.ts';
import { solanaPayLink } from '../solana-pay-link.ts';
import { watchMandate } from '../watch-mandate.ts';
import { element } from './element.ts';

/** ISO/IEC 18004, 9.1: four modules of quiet on each side. */
const QUIET = 4;

/** A mandate's code for a wallet on a phone, and a watch for what is approved there. */
export interface PhoneCode {
  readonly node: Node;
  stop(): void;
}

/** Shows the code; `decided` is called once the mandate is no longer pending. */
export function createPhoneCode(access: CheckoutAccess, decided: () => void): PhoneCode {
  const node = element(
    'figure',
    {},
    drawCode(solanaPayLink(access)),
    element(
      'figcaption',
      {},
      'Scan this with the wallet on your phone, and approve there. It opens this payment: show it to nobody else.',
    ),
  );
  return { node, stop: watchMandate(access, { onProblem: () => {}, onDecided: decided }) };
}

/** Dark on light in both colour schemes, since many scanners read no other. */
function drawCode(text: string): SVGElement {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  const label = 'Code of this payment, for a wallet on a phone';
  const svg = svgElement('svg', {
    role: 'img',
    'aria-label': label,
    viewBox: `0 0 ${side} ${side}`,
    'data-text': text,
  });
  svg.append(
    svgElement('rect', { width: `${side}`, height: `${side}`, fill: '#fff' }),
    svgElement('path', { d: path, fill: '#000', 'shape-rendering': 'crispEdges' }),
  );
  return svg;
}

function svgElement(tag: string, given: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  return made;
}
