import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import type { Catalogue } from '../../pages/words/catalogue/en.ts';
import { type Language, type Writer, writerOf } from '../../pages/words/formats.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'pages', 'words', 'catalogue');

/** A language that payers' pages are written in. */
export interface Spoken extends Language, Writer {
  /** `es`, the name of its file. */
  code: string;
  catalogue: Catalogue;
}

/** Every language that has a file, English first. */
export const LANGUAGES: ReadonlyMap<string, Catalogue> = await readLanguages();

/** Where the browser keeps what its reader chose. Not secret, and read by the pages' scripts. */
export const LANGUAGE_COOKIE = 'autopay_language';

/**
 * The language for whoever asks: what they chose, or the first of their browser's that there is (RFC 9110, section 12.5.4); English
 * otherwise. Its tag has the region that the browser names with it, by which amounts are written.
 */
export function languageOf(req: Request): Spoken {
  const codes = [...LANGUAGES.keys()];
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`).exec(req.get('cookie') ?? '')?.[1];
  const accepted = req.acceptsLanguages(codes);
  const code = codes.find((each) => each === chosen) ?? (accepted === false ? 'en' : accepted);
  const wanted = req.acceptsLanguages();
  const tag = wanted.find((each) => isRegionOf(code, each));
  return spokenIn(code, tag);
}

/** A language of `LANGUAGES`, for a region where `tag` names one. */
export function spokenIn(code: string, tag = code): Spoken {
  const catalogue = LANGUAGES.get(code)!;
  const language = { tag, dir: catalogue.dir };
  return { code, catalogue, ...language, ...writerOf(catalogue.formats, language) };
}

/** `es-MX` or `es-419` of `es`. Tags come from strangers and stand in the page. */
function isRegionOf(code: string, tag: string): boolean {
  return tag.startsWith(`${code}-`) && /^[a-z]{2,3}-(?:[A-Z]{2}|\d{3})$/.test(tag);
}

async function readLanguages(): Promise<Map<string, Catalogue>> {
  const codes = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));
  const read = async (code: string) => {
    const { catalogue } = (await import(join(FOLDER, `${code}.ts`))) as { catalogue: Catalogue };
    return [code, catalogue] as const;
  };
  return new Map(await Promise.all(codes.map(read)));
}
