import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { sendBytes } from './respond.ts';

/** The best first, of those that a client takes equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
const FOR_GOOD = 'public, max-age=31536000, immutable';

type Encoding = (typeof ENCODINGS)[number];

/** Bytes that stay the same while the process runs, compressed in advance. */
export interface StaticFile {
  type: string;
  versions: Readonly<Partial<Record<Encoding, Buffer>> & { identity: Buffer }>;
  /** Part of the ETag; null for a file whose address has the hash of its content, which browsers may keep for good. */
  hash: string | null;
}

/**
 * A file whose name contains a hash. The build compresses it: `name.br` and `name.gz` are beside it, except while
 * `build:pages --watch` builds.
 */
export function readBuilt(path: string, type: string): StaticFile {
  const compressed = Object.entries({ br: `${path}.br`, gzip: `${path}.gz` })
    .filter(([, each]) => existsSync(each))
    .map(([encoding, each]) => [encoding, readFileSync(each)]);
  return { type, versions: { identity: readFileSync(path), ...Object.fromEntries(compressed) }, hash: null };
}

/** Compresses what is made at the start, at a level that takes milliseconds. */
export function compressNow(identity: Buffer, type: string): StaticFile {
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { type, versions: { identity, gzip: gzipSync(identity), br }, hash };
}

/**
 * Sends a file in the encoding that its client likes best. One without a hash in its address is kept too, but the
 * client asks each time whether it is still the same: an upgrade changes it, and its address does not.
 */
export function sendStatic(
  req: Request,
  res: Response,
  { type, versions, hash }: StaticFile,
  more: Readonly<Record<string, string>> = {},
): void {
  const encoding = chooseEncoding(req.get('accept-encoding') ?? '', versions);
  // Each encoding is a representation of its own (RFC 9110, section 8.8.3.3).
  const etag = `"${hash}-${encoding}"`;
  const kept: Record<string, string> =
    hash === null ? { 'cache-control': FOR_GOOD } : { 'cache-control': 'no-cache', etag };
  const headers = { ...more, ...kept, vary: 'accept-encoding' };
  if (hash !== null && names(req.get('if-none-match'), etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const encoded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  sendBytes(res, 200, versions[encoding]!, { ...headers, ...encoded, 'content-type': type });
}

/** The encoding with the highest weight in `Accept-Encoding` (RFC 9110, section 12.5.3). Whoever takes none gets the bytes as they are. */
function chooseEncoding(accepted: string, versions: StaticFile['versions']): Encoding {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name, ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((each) => each.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name!, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  // Compressed if both are as good, and plain for those who say nothing.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.0001 : 0);
  const choices = ENCODINGS.filter((encoding) => versions[encoding] !== undefined && weightOf(encoding) > 0);
  return choices.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
}

/** Whether `If-None-Match` names this version, by weak comparison (RFC 9110, section 13.1.2). */
function names(condition: string | undefined, etag: string): boolean {
  const tags = new Set((condition ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return tags.has(etag) || tags.has('*');
}
