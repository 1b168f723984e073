import { invalid } from '../api-error.ts';
import { isCleanName } from '../display-name.ts';

/**
 * Throws parameter_invalid for a merchant's name that payers could take for a message: with links, emoji or
 * invisible characters.
 */
export function requireName(name: string): void {
  if (isCleanName(name)) return;
  throw invalid(
    'name',
    'is shown to payers: leave out web and e-mail addresses (a dot between words as well), emoji, and characters that cannot be seen',
  );
}
