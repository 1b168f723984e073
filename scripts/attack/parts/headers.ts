import { newAttacker } from '../field.ts';
import { attackOn } from '../part.ts';
import { inThread } from '../thread.ts';

/** Hostile heads, bodies and framing, while other connections stop half way. */
export const headers = attackOn('headers', {}, async ({ url }, findings) => {
  const target = { url, key: (await newAttacker(url)).key };
  const attacks = await Promise.all([
    inThread(new URL('../attackers/shapes.ts', import.meta.url), target),
    inThread(new URL('../attackers/half-way.ts', import.meta.url), target),
  ]);
  for (const finding of attacks.flatMap((attack) => attack.findings)) findings.add(finding);
  return attacks.reduce((sum, { attempts }) => sum + attempts, 0);
});
