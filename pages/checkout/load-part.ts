let spoken: Promise<unknown> | null = null;

/**
 * Loads a part of the checkout that few need, or that nobody needs before a wallet is chosen, with the words that all such parts share. The
 * server says where those are in the language of this page. Rejects if either cannot be loaded; the next call tries again.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  spoken ??= import(document.body.dataset['words']!);
  spoken.catch(() => (spoken = null));
  await spoken;
  return load();
}
