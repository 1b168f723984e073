/** States whose names are words of the API alone, as people say them. */
const WORDS: Readonly<Record<string, string>> = {
  revoked: 'cancelled',
  abandoned: 'given up',
  exhausted: 'given up',
};

/** A state for people, such as `given up`. One that this page does not know yet is shown as it is. */
export function stateInWords(status: string): string {
  return WORDS[status] ?? status.replaceAll('_', ' ');
}
