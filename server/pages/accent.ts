import type { Express } from 'express';
import { shownAccents } from '../../rules/merchants/accent.ts';
import { isColor } from '../../rules/merchants/branding.ts';
import { countedAddress } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sendBytes } from '../http/respond.ts';

/** A day: the same colour is the same style sheet until a release corrects colours otherwise. */
const KEPT = 'public, max-age=86400';

/**
 * `/accent/0b7a5a.css`: a colour as the pages show it, in light and dark. Its address says all there is in it, so it tells nothing of any
 * merchant; and a page that has no inline style needs it as a file (decision 0032).
 */
export function addAccentRoute(app: Express, rateLimiter: RateLimiter): void {
  app.get('/accent/:color.css', async (req, res, next) => {
    const color = `#${req.params.color}`;
    if (!isColor(color)) return next();
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    sendBytes(res, 200, Buffer.from(accentSheet(color)), {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': KEPT,
    });
  });
}

/** Where a page finds the style sheet of its merchant's colour, `#rrggbb`. */
export function accentPath(color: string): string {
  return `/accent/${color.slice(1)}.css`;
}

function accentSheet(accent: string): string {
  const { light, dark } = shownAccents(accent);
  const rule = ({ color, hover, text }: typeof light) =>
    `:root{--accent:${color};--accent-hover:${hover};--on-accent:${text}}`;
  return `${rule(light)}@media(prefers-color-scheme:dark){${rule(dark)}}`;
}
