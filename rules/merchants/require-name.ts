import { invalid } from '../api-error.ts';
import { displayName, isCleanName } from '../display-name.ts';

/**
 * Throws parameter_invalid for a merchant's name that payers could take for a message: with links, emoji or
 * invisible characters. A domain is a link, also where it is the whole name, such as `Books.com`.
 */
export function requireName(name: string): void {
  if (isCleanName(name)) return;
  throw invalid(
    'name',
    `is shown to payers, who must not take it for a link or a warning: leave out web and e-mail addresses (a dot between words makes one, as in "Books.com"), emoji, and characters that cannot be seen. Payers would be shown "${displayName(name)}"`,
  );
}
