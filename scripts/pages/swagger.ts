import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** What the page to try the API loads of the package. */
const FILES = ['index.css', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** Copies Swagger UI as it is published, under names that contain a hash, and adds it to the manifest. */
export async function addSwagger(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, object>;
  for (const name of FILES) {
    const bytes = await readFile(join(PACKAGE, name));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
    const extension = extname(name);
    const file = `${name.slice(0, -extension.length)}-${hash}${extension}`;
    await writeFile(join(folder, file), bytes);
    manifest[name] = { file, imports: [] };
  }
  await writeFile(path, `${JSON.stringify(manifest, null, 1)}\n`);
}
