/** One year: whoever does not come back for longer is asked by their browser's language again. */
const KEPT_SECONDS = 31_536_000;

/** Shows the page in the language that its reader chooses, from now on. The server reads the choice, so that no page appears in another first. */
export function keepLanguageChoice(): void {
  const choice = document.getElementById('language') as HTMLSelectElement | null;
  choice?.addEventListener('change', () => {
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `autopay_language=${choice.value}; path=/; max-age=${KEPT_SECONDS}; samesite=lax${secure}`;
    // The place stands in the address, and with it the secret of what is being paid.
    location.reload();
  });
}
